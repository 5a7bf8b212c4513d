import type { Network } from "#functions/auth/network.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { type Doubt, doubtWeights } from "#functions/contract/doubt.ts";
import { findContentDoubts, findHaste } from "./content-doubts.ts";
import type { Proof } from "./proof.ts";
import { findRates, type Rate } from "./rates.ts";

/**
 * What is thought of a message when it comes: its doubts and how much they weigh, the rates that it counts against, and whether its
 * sender is told that it has arrived.
 */
export type Screening = { doubts: Doubt[]; weight: number; rates: Rate[]; answered: boolean };

/** A message that an administrator puts in by hand: nothing is doubtful, and its sender has waited for longer than an answer makes sense. */
export const unscreened: Screening = { doubts: [], weight: 0, rates: [], answered: false };

/** How a message came: by a form without script, whose `trap` may be filled in, or with a proof or none. */
export type Arrival = { network: Network | null } & (
  | { isForm: true; trap: string }
  | { isForm: false; proof: Proof | null }
);

/** Screens a message that comes now. */
export async function screen(message: ContactMessage, arrival: Arrival): Promise<Screening> {
  const proof = arrival.isForm ? null : arrival.proof;
  const doubts = [...findContentDoubts(message), ...findArrivalDoubts(arrival)];
  const weight = doubts.reduce((sum, { code }) => sum + doubtWeights[code], 0);
  return {
    ...{ doubts, weight, rates: await findRates(message, arrival.network, proof) },
    // What calls the API itself has no form to prove anything by.
    answered: doubts.every(({ code }) => code === "unproved"),
  };
}

function findArrivalDoubts(arrival: Arrival): Doubt[] {
  if (arrival.isForm)
    return [...(arrival.trap ? [{ code: "trap" } as const] : []), { code: "without_script" }];
  return arrival.proof ? findHaste(arrival.proof.openedAt, Date.now()) : [{ code: "unproved" }];
}
