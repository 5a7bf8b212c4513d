// Reads the form that a browser without JavaScript posts.

import * as v from "valibot";
import { contactPost } from "#functions/contract/contact.schema.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { bodyLimit, toFieldErrors } from "#functions/kernel/http/body.ts";
import type { Network } from "#functions/kernel/http/network.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { type FiledMessage, toMessageText } from "./store.ts";

type ContactPost = v.InferOutput<typeof contactPost>;

/** Time for which equal forms count as one message, in milliseconds: a double click, or a reload of the response. */
const sameFormMs = 10 * 60_000;

/**
 * Derives idempotency keys for a form post, which has none, from its content and network: one for this period, one for
 * the previous. So a double click across the boundary stores one message. A hidden field cannot carry the key, because
 * pages are cached.
 */
export async function toFormKeys(message: FiledMessage, network: Network | null) {
  const period = Math.floor(Date.now() / sameFormMs);
  const toKey = (number: number) =>
    toUuid(`form ${JSON.stringify([toMessageText(message), network?.unit, number])}`);
  return { key: await toKey(period), repeatedKey: await toKey(period - 1) };
}

/**
 * Validates the fields of a form.
 * @throws Problem invalid_fields; body_too_large, which also lists the wrong fields
 */
export function validateForm(form: Record<string, string>, sizeBytes: number): ContactPost {
  const result = v.safeParse(contactPost, form);
  const errors = result.success ? [] : toFieldErrors(result.issues);
  if (sizeBytes > bodyLimit) throw new Problem("body_too_large", { errors });
  if (!result.success) throw new Problem("invalid_fields", { errors });
  return result.output;
}
