import * as v from "valibot";
import { storedDoubts, waitingInput } from "#functions/contract/contact.schema.ts";
import { contactFields } from "#functions/contract/contact.ts";
import { doubtCodes } from "#functions/contract/doubt.ts";
import { unscreened } from "./screening.ts";
import type { NewSubmission } from "./store.ts";

const rate = v.object({
  key: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  scope: v.optional(v.string()),
  ...{ seconds: v.number(), free: v.number(), most: v.nullable(v.number()), weight: v.number() },
  code: v.picklist(doubtCodes),
});

const waiting = v.object({
  id: v.pipe(v.string(), v.uuid()),
  key: v.pipe(v.string(), v.uuid()),
  repeatedKey: v.optional(v.pipe(v.string(), v.uuid())),
  bodyHash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  message: v.record(v.string(), v.unknown()),
  // A release that did not know it yet has left it out.
  screening: v.optional(
    v.object({
      at: v.number(),
      doubts: storedDoubts,
      weight: v.number(),
      rates: v.array(rate),
      answer: v.nullable(v.array(rate)),
    }),
    unscreened,
  ),
});

/** A message that waited outside of the database. A release may know a field that the one that kept it did not. @throws Error when it is none */
export function readWaiting(found: unknown): NewSubmission {
  const { message, ...rest } = v.parse(waiting, found);
  const known = Object.fromEntries(contactFields.map((field) => [field, message[field] ?? null]));
  return { ...rest, message: v.parse(waitingInput, known) };
}
