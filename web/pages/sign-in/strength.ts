import { passwordLength } from "#functions/contract/account.ts";

export type Strength = "weak" | "fair" | "strong";

/**
 * Estimates how hard a password is to guess, for a hint while the user types; only the service rejects passwords. A
 * repeated character, a run like "1234" and each of `ownWords` (from 4 letters) count as one character.
 */
export function toStrength(password: string, ownWords: string[] = []): Strength {
  let simplified = password.normalize("NFC").toLowerCase();
  for (const word of ownWords) {
    if (word.length >= 4) simplified = simplified.replaceAll(word.toLowerCase(), "·");
  }
  const classCount = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((pattern) =>
    pattern.test(password),
  ).length;
  // A character counts as 4 bits, and as half a bit more for each further class of characters.
  const bits = countUnpredictable([...simplified]) * (3.5 + 0.5 * classCount);
  if ([...password].length < passwordLength.minimum || bits < 36) return "weak";
  return bits < 64 ? "fair" : "strong";
}

/** Counts the characters that do not follow from the previous one. A repeated pair counts as a quarter. */
function countUnpredictable(characters: string[]): number {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const pairs = new Set<string>();
  let count = 0;
  for (const [index, code] of codes.entries()) {
    const step = code - (codes[index - 1] ?? Number.NaN);
    const pair = `${codes[index - 1]} ${code}`;
    if (Math.abs(step) > 1 || Number.isNaN(step)) count += pairs.has(pair) ? 0.25 : 1;
    pairs.add(pair);
  }
  return count;
}
