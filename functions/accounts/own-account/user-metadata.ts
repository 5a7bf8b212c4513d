import { AuthError, refusalErrors } from "#functions/accounts/auth-error.ts";
import { metadataLimit } from "#functions/contract/account.ts";
import { isStorable } from "#functions/contract/characters.ts";

/** Data that clients store with an account. Its owner writes it, so it must not grant any right. */
export type UserMetadata = Record<string, unknown>;

const maxDepth = 8;

// PostgreSQL writes numbers without exponents, so a number with one may have hundreds of digits there.
const isPlain = (number: number) => Number.isFinite(number) && !String(number).includes("e");

/**
 * Returns whether user metadata may contain a value: PostgreSQL can store it unchanged, and it is not nested too deep.
 * Rejects numbers with an exponent, which PostgreSQL would write out with up to hundreds of digits.
 * @param depth nesting of the value, from 0
 */
function isStorableValue(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value === "number") return isPlain(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === maxDepth) return false;
  // A program that merges metadata into an object would change its prototype with `__proto__`.
  return Object.entries(value).every(
    ([key, member]) => isStorable(key) && key !== "__proto__" && isStorableValue(member, depth + 1),
  );
}

/**
 * Returns the metadata that a sign-up or a change of the account submits. Absent and null metadata is empty.
 * @throws AuthError validation_failed
 */
export function readUserMetadata(submittedMetadata: unknown): UserMetadata {
  if (submittedMetadata === undefined || submittedMetadata === null) return {};
  if (typeof submittedMetadata !== "object" || Array.isArray(submittedMetadata)) {
    throw new AuthError(422, "validation_failed", "User metadata must be a JSON object");
  }
  if (!isStorableValue(submittedMetadata, 0)) {
    throw new AuthError(
      422,
      "validation_failed",
      `User metadata can be nested ${maxDepth} levels deep, of well-formed text and plain numbers`,
    );
  }
  if (new TextEncoder().encode(JSON.stringify(submittedMetadata)).length > metadataLimit)
    throw new AuthError(...refusalErrors.metadata_too_large);
  return submittedMetadata as UserMetadata;
}

/** Returns metadata without its null members, because null removes a member. */
export const withoutNulls = (metadata: UserMetadata): UserMetadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
