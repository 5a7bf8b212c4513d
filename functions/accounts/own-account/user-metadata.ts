import { AuthError } from "#functions/accounts/auth-error.ts";
import { metadataLimit } from "#functions/contract/account.ts";
import { isStorable } from "#functions/contract/characters.ts";

/** What clients keep beside an account; its owner writes it, so that no right may follow from it. */
export type UserMetadata = Record<string, unknown>;

const deepest = 8;

// PostgreSQL writes numbers out: what JavaScript writes with an exponent may be hundreds of digits there.
const isPlain = (number: number) => Number.isFinite(number) && !String(number).includes("e");

function isKept(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value === "number") return isPlain(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  // A program that merges what it reads would take `__proto__` for the parent of all objects.
  return Object.entries(value).every(
    ([key, member]) => isStorable(key) && key !== "__proto__" && isKept(member, depth + 1),
  );
}

/** The refusal of metadata that would be too large. */
export const metadataTooLarge = (): AuthError =>
  new AuthError(422, "validation_failed", `User metadata can be at most ${metadataLimit} bytes of JSON`);

/**
 * Reads metadata, or a change to it, from a request; absent and null are none.
 * @throws AuthError validation_failed
 */
export function readUserMetadata(given: unknown): UserMetadata {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given)) {
    throw new AuthError(422, "validation_failed", "User metadata must be a JSON object");
  }
  if (!isKept(given, 0)) {
    throw new AuthError(
      422,
      "validation_failed",
      `User metadata can be nested ${deepest} levels deep, of well-formed text and plain numbers`,
    );
  }
  if (new TextEncoder().encode(JSON.stringify(given)).length > metadataLimit) throw metadataTooLarge();
  return given as UserMetadata;
}

/** Metadata without the members that are null: to set one to null is to remove it. */
export const withoutNulls = (metadata: UserMetadata): UserMetadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
