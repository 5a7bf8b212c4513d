import * as v from "valibot";
import { storedDoubts, waitingInput } from "#functions/contract/contact.schema.ts";
import { contactFields } from "#functions/contract/contact.ts";
import { doubtCodes } from "#functions/contract/doubt.ts";
import { unscreened } from "./screening.ts";
import type { NewSubmission } from "./store.ts";

const rateSchema = v.object({
  key: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  scope: v.optional(v.string()),
  ...{ seconds: v.number(), free: v.number(), most: v.nullable(v.number()), weight: v.number() },
  code: v.picklist(doubtCodes),
});

const waitingSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  key: v.pipe(v.string(), v.uuid()),
  repeatedKey: v.optional(v.pipe(v.string(), v.uuid())),
  bodyHash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  message: v.record(v.string(), v.unknown()),
  // Releases without screening have not stored it.
  screening: v.optional(
    v.object({
      at: v.number(),
      doubts: storedDoubts,
      weight: v.number(),
      rates: v.array(rateSchema),
      answer: v.nullable(v.array(rateSchema)),
    }),
    unscreened,
  ),
});

/**
 * Parses a message that waited outside the database. Fields that an earlier release did not know become null.
 * @throws Error for any other value
 */
export function readWaiting(value: unknown): NewSubmission {
  const { message, ...rest } = v.parse(waitingSchema, value);
  const completeFields = Object.fromEntries(contactFields.map((field) => [field, message[field] ?? null]));
  return { ...rest, message: v.parse(waitingInput, completeFields) };
}
