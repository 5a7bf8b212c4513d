import * as v from "valibot";
import { storedDoubts } from "#functions/contract/contact.schema.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { type Doubt, type DoubtCode, weighDoubts } from "#functions/contract/doubt.ts";
import type { Network } from "#functions/kernel/http/network.ts";
import { findContentDoubts, findHaste } from "./content-doubts.ts";
import type { FormStamp } from "./form-stamp.ts";
import { findAcknowledgementRates, findRates, messageRate } from "./rates.ts";
import type { Verdict } from "./turnstile.ts";

/**
 * The screening of a message on arrival, `at` milliseconds since 1970: its doubts and their weight, the rates that it
 * counts against, and the rates of the acknowledgement; null for no acknowledgement. `plan` is the name of the plan that
 * the acknowledgement states; null for a text that names no plan on offer.
 */
export const storedScreening = v.object({
  at: v.number(),
  doubts: storedDoubts,
  weight: v.number(),
  rates: v.array(messageRate),
  answer: v.nullable(v.array(messageRate)),
  plan: v.nullable(v.string()),
});
export type Screening = v.InferOutput<typeof storedScreening>;

/**
 * Screening of a message that an administrator stores by hand: it has no doubts, and an acknowledgement would come too
 * late.
 */
export const unscreened: Screening = { at: 0, doubts: [], weight: 0, rates: [], answer: null, plan: null };

/**
 * The way in which a message was sent. A form post without JavaScript has the value of the honeypot, which is empty for
 * a visitor, and neither a stamp nor a verdict. A message as JSON has no honeypot (null).
 */
export type Arrival = {
  network: Network | null;
  trap: string | null;
  stamp: FormStamp | null;
  verdict: Verdict;
};

// These doubts alone do not withhold the acknowledgement mail: autofill is fast, many browsers block third-party
// scripts, and some run no scripts at all. Without a stamp, the lower rates of bare API calls apply.
const slightDoubts: DoubtCode[] = ["hurried", "turnstile_missing", "without_script"];

/**
 * Screens a message before it is stored: finds its doubts, the rate limits that will count it, and those of its
 * acknowledgement (`answer`). More than slight doubts withhold the acknowledgement (null). `findPlan` returns the name of
 * a plan on offer.
 */
export async function screen(
  message: ContactMessage,
  arrival: Arrival,
  findPlan: (plan: string) => Promise<string | null>,
): Promise<Screening> {
  const at = Date.now();
  const { network, trap, stamp, verdict } = arrival;
  // A form stamp and a valid Turnstile token are the evidence that a message came from the form.
  const evidence = { isFromForm: stamp !== null || verdict === "valid", stamp };
  const doubts = [...findContentDoubts(message, Boolean(trap)), ...findArrivalDoubts(arrival, at)];
  const isAnswered = doubts.every(({ code }) => slightDoubts.includes(code));
  return {
    ...{ at, doubts, weight: weighDoubts(doubts) },
    rates: await findRates(message, network, evidence),
    answer: isAnswered ? await findAcknowledgementRates(message, network, evidence) : null,
    plan: isAnswered && message.plan ? await findPlan(message.plan) : null,
  };
}

/** Finds the doubts about the way in which a message was sent, not about its text. */
function findArrivalDoubts({ trap, stamp, verdict }: Arrival, at: number): Doubt[] {
  if (trap !== null) return [...(trap ? [{ code: "trap" } as const] : []), { code: "without_script" }];
  return [
    ...(stamp ? findHaste(stamp.openedAt, at) : []),
    ...(verdict === "missing" || verdict === "refused" ? [{ code: `turnstile_${verdict}` } as const] : []),
  ];
}
