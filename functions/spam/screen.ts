import type { Network } from "#functions/auth/network.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { type Doubt, type DoubtCode, weighDoubts } from "#functions/contract/doubt.ts";
import { findContentDoubts, findHaste } from "./content-doubts.ts";
import type { Proof } from "./proof.ts";
import { findAnswerRates, findRates, type Rate, type Shown } from "./rates.ts";
import type { Verdict } from "./turnstile.ts";

/**
 * What is thought of a message when it comes, `at` milliseconds since 1970: its doubts and how much they weigh, the rates that it counts
 * against, and those of a mail that tells its sender so; null where there shall be none.
 */
export type Screening = { at: number; doubts: Doubt[]; weight: number; rates: Rate[]; answer: Rate[] | null };

/** A message that an administrator puts in by hand: nothing is doubtful, and its sender has waited for longer than an answer makes sense. */
export const unscreened: Screening = { at: 0, doubts: [], weight: 0, rates: [], answer: null };

/** How a message came: by a form without script, whose `trap` may be filled in, or with a proof or none, and what Turnstile says of it. */
export type Arrival = { network: Network | null } & (
  | { isForm: true; trap: string }
  | { isForm: false; proof: Proof | null; verdict: Verdict }
);

// A program that calls the API has no form to prove anything by, a browser fills in for who is in a hurry, and many keep foreign scripts out.
const slight: DoubtCode[] = ["unproved", "hurried", "turnstile_missing"];

/** Screens a message that comes now. */
export async function screen(message: ContactMessage, arrival: Arrival): Promise<Screening> {
  const at = Date.now();
  const shown = toShown(arrival);
  const doubts = [
    ...findContentDoubts(message, arrival.isForm && arrival.trap !== ""),
    ...findArrivalDoubts(arrival, at),
  ];
  const isAnswered = doubts.every(({ code }) => slight.includes(code));
  return {
    ...{ at, doubts, weight: weighDoubts(doubts) },
    rates: await findRates(message, arrival.network, shown),
    answer: isAnswered ? await findAnswerRates(message, arrival.network, shown) : null,
  };
}

function findArrivalDoubts(arrival: Arrival, at: number): Doubt[] {
  if (arrival.isForm)
    return [...(arrival.trap ? [{ code: "trap" } as const] : []), { code: "without_script" }];
  const { proof, verdict } = arrival;
  return [
    ...(proof ? findHaste(proof.openedAt, at) : []),
    ...(toShown(arrival).isProved ? [] : [{ code: "unproved" } as const]),
    ...(verdict === "missing" || verdict === "refused" ? [{ code: `turnstile_${verdict}` } as const] : []),
  ];
}

/** A token that Turnstile vouches for says as much as the work does. */
function toShown(arrival: Arrival): Shown {
  const proof = arrival.isForm ? null : arrival.proof;
  return { isProved: proof !== null || (!arrival.isForm && arrival.verdict === "valid"), proof };
}
