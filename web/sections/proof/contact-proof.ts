import { getContactChallenge } from "#web/api/contact.ts";
import { solve } from "./solve.ts";

/** How long a visitor waits for it, in milliseconds: without it a message is sent all the same. */
const patience = 3_000;
/** What is sent sooner than that after its challenge was given looks like a program's, in milliseconds. */
const haste = 4_000;
/** Long before the challenge itself expires, in milliseconds. */
const goodFor = 86_400_000;

type Made = { header: string; since: number };
let made: Promise<Made | null> | null = null;
let begunAt = 0;

/** Begins the work that proves that a browser opened the form now; once a page. */
export function beginProof(): void {
  if (made && Date.now() - begunAt < goodFor) return;
  begunAt = Date.now();
  made = make().catch(() => {
    made = null;
    return null;
  });
}

async function make(): Promise<Made> {
  const challenge = await getContactChallenge(AbortSignal.timeout(patience));
  const since = Date.now();
  return { header: await solve(challenge), since };
}

const after = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds));

/** The proof of this page, if it is there soon. `isLate` for a message that was written on another page, and has waited since. */
export async function findProof(isLate: boolean): Promise<string | null> {
  beginProof();
  const proof = (await Promise.race([made, after(patience)])) ?? null;
  if (proof && isLate) await after(proof.since + haste - Date.now());
  return proof?.header ?? null;
}
