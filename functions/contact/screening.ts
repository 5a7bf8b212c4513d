import * as v from "valibot";
import { type ContactMessage, storedDoubts } from "#functions/contract/contact.schema.ts";
import { type Doubt, type DoubtCode, weighDoubts } from "#functions/contract/doubt.ts";
import type { Network } from "#functions/kernel/http/network.ts";
import { findContentDoubts, findHaste } from "./content-doubts.ts";
import type { FormStamp } from "./form-stamp.ts";
import { type Evidence, findAcknowledgementRates, findRates, messageRate } from "./rates.ts";
import type { Verdict } from "./turnstile.ts";

/**
 * The screening of a message on arrival, `at` milliseconds since 1970: its doubts and their weight, the rates that it
 * counts against, and the rates of the acknowledgement; null for no acknowledgement.
 */
export const storedScreening = v.object({
  at: v.number(),
  doubts: storedDoubts,
  weight: v.number(),
  rates: v.array(messageRate),
  answer: v.nullable(v.array(messageRate)),
});
export type Screening = v.InferOutput<typeof storedScreening>;

/**
 * Screening of a message that an administrator stores by hand: it has no doubts, and an acknowledgement would come too
 * late.
 */
export const unscreened: Screening = { at: 0, doubts: [], weight: 0, rates: [], answer: null };

/**
 * The way in which a message was sent: as a form post without JavaScript (`isForm`, with the honeypot's value in
 * `trap`), or as JSON, with the form stamp, if any, and Turnstile's verdict.
 */
export type Arrival = { network: Network | null } & (
  | { isForm: true; trap: string }
  | { isForm: false; stamp: FormStamp | null; verdict: Verdict }
);

// These doubts alone do not withhold the acknowledgement mail: autofill is fast, and many browsers block third-party
// scripts.
const slightDoubts: DoubtCode[] = ["hurried", "turnstile_missing"];

/**
 * Screens a message before it is stored: finds its doubts, the rate limits that will count it, and those of its
 * acknowledgement (`answer`). More than slight doubts withhold the acknowledgement (null).
 */
export async function screen(message: ContactMessage, arrival: Arrival): Promise<Screening> {
  const at = Date.now();
  const evidence = toEvidence(arrival);
  const doubts = [
    ...findContentDoubts(message, arrival.isForm && arrival.trap !== ""),
    ...findArrivalDoubts(arrival, at),
  ];
  const isAnswered = doubts.every(({ code }) => slightDoubts.includes(code));
  return {
    ...{ at, doubts, weight: weighDoubts(doubts) },
    rates: await findRates(message, arrival.network, evidence),
    answer: isAnswered ? await findAcknowledgementRates(message, arrival.network, evidence) : null,
  };
}

/** Finds the doubts about the way in which a message was sent, not about its text. */
function findArrivalDoubts(arrival: Arrival, at: number): Doubt[] {
  if (arrival.isForm)
    return [...(arrival.trap ? [{ code: "trap" } as const] : []), { code: "without_script" }];
  const { stamp, verdict } = arrival;
  return [
    ...(stamp ? findHaste(stamp.openedAt, at) : []),
    ...(verdict === "missing" || verdict === "refused" ? [{ code: `turnstile_${verdict}` } as const] : []),
  ];
}

/**
 * Returns the evidence that a message came from the form: a form stamp or a valid Turnstile token. A form post without
 * JavaScript has neither.
 */
function toEvidence(arrival: Arrival): Evidence {
  const stamp = arrival.isForm ? null : arrival.stamp;
  return { isFromForm: stamp !== null || (!arrival.isForm && arrival.verdict === "valid"), stamp };
}
