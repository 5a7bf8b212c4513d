import { sha256 } from "#functions/kernel/crypto/digest.ts";

/** How many codes a set has. */
export const recoveryCodeCount = 10;

// Crockford's: without the letters that look like digits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const groups = [0, 6, 12, 18];
const codeCharacters = 24;

/** A new set of recovery codes, each of 120 random bits, as people write them: four groups of six. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from(
      crypto.getRandomValues(new Uint8Array(codeCharacters)),
      (byte) => alphabet[byte % alphabet.length],
    ).join("");
    return groups.map((start) => characters.slice(start, start + 6)).join("-");
  });
}

/** What is stored of a code, however it was written. It has as many random bits as a key, so that no slow hash is needed. */
export const hashRecoveryCode = (code: string): Promise<string> =>
  sha256(
    `recovery code ${code
      .toLowerCase()
      .replace(/[^0-9a-z]/g, "")
      .replaceAll("o", "0")
      .replace(/[il]/g, "1")}`,
  );
