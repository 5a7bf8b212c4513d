import { type Challenge, hasZeroBits, proofText } from "#functions/contract/proof.ts";

// So many at a time, that the browser hashes while it goes on with everything else.
const atOnce = 64;

/** Does the work of a challenge: the header that proves it. */
export async function solve({ challenge, bits }: Challenge): Promise<string> {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += atOnce) {
    const solutions = Array.from({ length: atOnce }, (_, index) => first + index);
    const hashes = await Promise.all(
      solutions.map((solution) =>
        crypto.subtle.digest("SHA-256", encoder.encode(proofText(challenge, solution))),
      ),
    );
    const found = hashes.findIndex((hash) => hasZeroBits(new Uint8Array(hash), bits));
    if (found >= 0) return proofText(challenge, first + found);
  }
}
