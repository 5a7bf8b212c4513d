import { companyDay } from "#functions/contract/meeting.ts";
import type { Challenge } from "#functions/contract/proof.ts";
import { getContactChallenge } from "#web/api/contact.ts";
import { solve } from "./solve.ts";

/** How long a challenge may take to come, in milliseconds: no one waits for it yet. */
const fetchTimeout = 30_000;
/** How long a visitor waits for the proof, in milliseconds: without it a message is sent all the same. */
const proofTimeout = 3_000;
/** What is sent sooner than that after its challenge was given looks like a program's, in milliseconds. */
const haste = 4_000;
/** Long before the challenge itself expires, in milliseconds. */
const goodFor = 86_400_000;

type Made = { header: string; since: number };
let made: Promise<Made | null> | null = null;
let asked: Promise<Challenge> | null = null;
let begunAt = 0;
/** When the form of this page came to life. */
let openedAt = 0;

/** Begins the work that proves that a browser has the form. */
function begin(): void {
  if (made && Date.now() - begunAt < goodFor) return;
  begunAt = Date.now();
  made = make().catch(() => {
    made = null;
    return null;
  });
}

/** A form has come to life: its work begins before anything is sent. */
export function beginProof(): void {
  openedAt ||= Date.now();
  begin();
}

/** The site's key of Turnstile, which comes with the challenge; null where it has none. @throws ApiError */
export async function findSiteKey(): Promise<string | null> {
  begin();
  return (await asked)?.turnstile_site_key ?? null;
}

/** The day that it is where the company is, by the clock of the edge; null while that is not known. */
export async function findToday(): Promise<string | null> {
  try {
    begin();
    // The challenge is a signed time stamp (a JWT, RFC 7519).
    const [, claims = ""] = (await asked)?.challenge.split(".") ?? [];
    const { opened } = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))) as { opened: number };
    return companyDay(new Date(opened));
  } catch {
    return null;
  }
}

/** When the message that is sent now was begun, as far as this page knows. */
export const whenBegun = (): number => openedAt || Date.now();

async function make(): Promise<Made> {
  asked = getContactChallenge(AbortSignal.timeout(fetchTimeout));
  const challenge = await asked;
  const since = Date.now();
  return { header: await solve(challenge), since };
}

const after = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds));

/**
 * The proof for a message that was begun at a moment, if it can be had soon. One that is younger than the message is old
 * enough to be believed before it is used.
 */
export async function findProof(begun: number): Promise<string | null> {
  begin();
  const proof = (await Promise.race([made, after(proofTimeout)])) ?? null;
  const isHasty = Date.now() - begun < haste;
  if (proof && !isHasty) await after(Math.max(0, proof.since + haste - Date.now()));
  return proof?.header ?? null;
}

/** A message was sent with the proof: the next one has its own. */
export function forgetProof(): void {
  made = null;
}
