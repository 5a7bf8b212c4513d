/** Header of `POST /api/contact` with a challenge and its solution, a space between them. */
export const proofHeader = "Contact-Proof";

/** Header of `POST /api/contact` with the token of Cloudflare Turnstile, where the site has that. */
export const turnstileHeader = "Contact-Turnstile";

/**
 * Answer of `GET /api/contact/challenge`: for how many zero bits at the start of a hash the browser has to look, and the site's public key
 * where it has Turnstile.
 */
export type Challenge = { challenge: string; bits: number; turnstile_site_key?: string };

/** Whether a hash begins with that many zero bits. */
export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index++) if (hash[index] !== 0) return false;
  return (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0;
}

/** What is hashed for a solution (SHA-256). */
export const proofText = (challenge: string, solution: number) => `${challenge} ${solution}`;
