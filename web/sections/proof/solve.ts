import { type Challenge, hasZeroBits, proofText } from "#functions/contract/proof.ts";

const atOnce = 64;
/** How long it works before the page has its turn, in milliseconds. */
const turn = 5;

// A browser may hash what is short at once, where it is asked to: a promise alone would leave the page no turn until all is done.
// A message, unlike a timer, comes in a tab that lies behind others, too.
const afterOthers = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Does the work of a challenge, between everything else that the page does: the header that proves it. */
export async function solve({ challenge, bits }: Challenge): Promise<string> {
  const encoder = new TextEncoder();
  let began = performance.now();
  for (let first = 0; ; first += atOnce) {
    const solutions = Array.from({ length: atOnce }, (_, index) => first + index);
    const hashes = await Promise.all(
      solutions.map((solution) =>
        crypto.subtle.digest("SHA-256", encoder.encode(proofText(challenge, solution))),
      ),
    );
    const found = hashes.findIndex((hash) => hasZeroBits(new Uint8Array(hash), bits));
    if (found >= 0) return proofText(challenge, first + found);
    if (performance.now() - began < turn) continue;
    await afterOthers();
    began = performance.now();
  }
}
