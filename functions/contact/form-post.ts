// Reads the form that a browser without JavaScript posts.

import * as v from "valibot";
import { contactInput } from "#functions/contract/contact.schema.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { bodyLimit, toFieldErrors } from "#functions/kernel/http/body.ts";
import type { Network } from "#functions/kernel/http/network.ts";
import { Problem } from "#functions/kernel/http/problem.ts";

/** Returns whether URL-encoded text is UTF-8. Other encodings would be read and stored as replacement characters. */
function isUtf8(encoded: string): boolean {
  try {
    // The result is used, because a bundler removes a call without a used result.
    return [...encoded.matchAll(/(?:%[\da-f]{2})+/gi)].every(([bytes]) => decodeURIComponent(bytes) !== "");
  } catch {
    return false;
  }
}

/** Returns the fields of a form. A field that is not UTF-8 becomes a lone surrogate, which validation rejects. */
export function readForm(body: string): Record<string, string> {
  const pairs = body
    .split("&")
    .flatMap((pair) =>
      Array.from(new URLSearchParams(pair), ([name, value]) => [name, isUtf8(pair) ? value : "\ud800"]),
    );
  return Object.fromEntries(pairs);
}

/** Time for which equal forms count as one message, in milliseconds: a double click, or a reload of the response. */
const sameFormMs = 10 * 60_000;

/**
 * Derives idempotency keys for a form post, which has none, from its content and network: one for this period, one for
 * the previous. So a double click across the boundary stores one message. A hidden field cannot carry the key, because
 * pages are cached.
 */
export async function toFormKeys(message: ContactMessage, network: Network | null) {
  const period = Math.floor(Date.now() / sameFormMs);
  const toKey = (number: number) => toUuid(`form ${JSON.stringify([message, network?.unit, number])}`);
  return { key: await toKey(period), repeatedKey: await toKey(period - 1) };
}

/**
 * Validates the fields of a form.
 * @throws Problem invalid_fields; body_too_large, which also lists the wrong fields
 */
export function validateForm(form: Record<string, string>, sizeBytes: number): ContactMessage {
  const result = v.safeParse(contactInput, form);
  const errors = result.success ? [] : toFieldErrors(result.issues);
  if (sizeBytes > bodyLimit) throw new Problem("body_too_large", { errors });
  if (!result.success) throw new Problem("invalid_fields", { errors });
  return result.output;
}
