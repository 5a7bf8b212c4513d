import { sha256 } from "#functions/kernel/crypto/digest.ts";

/** The number of codes in a set. */
export const recoveryCodeCount = 10;

// Crockford's Base32, without the letters that look like digits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeCharacters = 24;

/** Creates a set of recovery codes of 120 random bits each, written in four groups of six characters. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from(
      crypto.getRandomValues(new Uint8Array(codeCharacters)),
      (byte) => alphabet[byte % alphabet.length],
    ).join("");
    return characters.replace(/.{6}(?=.)/g, "$&-");
  });
}

/** Returns the stored hash of a code in any spelling. Its 120 random bits make a slow hash unnecessary. */
export const hashRecoveryCode = (code: string): Promise<string> =>
  sha256(
    `recovery code ${code
      .toLowerCase()
      .replace(/[^0-9a-z]/g, "")
      .replaceAll("o", "0")
      .replace(/[il]/g, "1")}`,
  );
