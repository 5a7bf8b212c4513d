import * as v from "valibot";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { contactFields } from "#functions/contract/contact.ts";
import type { NewSubmission } from "./contact-submissions.ts";

const waiting = v.object({
  id: v.pipe(v.string(), v.uuid()),
  key: v.pipe(v.string(), v.uuid()),
  bodyHash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  message: v.record(v.string(), v.unknown()),
});

/** A message that waited outside of the database. A release may know a field that the one that kept it did not. @throws Error when it is none */
export function readWaiting(found: unknown): NewSubmission {
  const { message, ...rest } = v.parse(waiting, found);
  const known = Object.fromEntries(contactFields.map((field) => [field, message[field] ?? null]));
  return { ...rest, message: v.parse(contactInput, known) };
}
