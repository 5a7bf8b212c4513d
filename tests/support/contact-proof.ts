import { createHash } from "node:crypto";
import { type Challenge, hasZeroBits, proofHeader, proofText } from "#functions/contract/proof.ts";

/** Does the work of a challenge, as a browser does. */
export function solve({ challenge, bits }: Challenge): string {
  for (let solution = 0; ; solution++) {
    const hash = createHash("sha256").update(proofText(challenge, solution)).digest();
    if (hasZeroBits(hash, bits)) return `${challenge} ${solution}`;
  }
}

/** The header of a form that was opened now and has done its work. */
export async function proofOf(call: (path: string) => Promise<Response>): Promise<Record<string, string>> {
  return { [proofHeader]: solve((await (await call("/api/contact/challenge")).json()) as Challenge) };
}
