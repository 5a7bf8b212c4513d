import type { SanityClient } from "@sanity/client";
import { loadPublished } from "../content/load-published.ts";
import type { Problem } from "../content/problem.ts";
import { addressesOf, type Placed, publishedProblems, publishedReader, standingOf } from "./look.ts";

/** The outcome of a publication: pending, live, rejected by the site's loader, or late. */
export type Outcome =
  | { state: "waiting" }
  | { state: "live"; since: Date }
  | { state: "refused"; problems: Problem[] }
  | { state: "late"; reason: "site-away" | "cms-away" | "unknown" };

/** A publication with its outcome. */
export type Receipt = { document: string; addresses: string[]; outcome: Outcome };

// The interval between requests, the time after which a publication is late, and the time limit of all requests.
const often = 1_000;
const late = 30_000;
const longest = 600_000;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Requests the public pages of a published document until they show it. Reports every change of the outcome. Continues
 * after a late publication, so that it still reports when the publication is live.
 */
export async function followPublication(
  client: SanityClient,
  { document, type, ...placed }: Placed & { document: string; type: string },
  tell: (receipt: Receipt) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = publishedReader(client);
  const addresses = addressesOf(placed);
  const began = Date.now();
  let told = "";
  const say = (outcome: Outcome) => {
    if (signal.aborted || outcome.state + JSON.stringify(outcome) === told) return;
    told = outcome.state + JSON.stringify(outcome);
    tell({ document, addresses, outcome });
  };
  say({ state: "waiting" });
  while (!signal.aborted && Date.now() - began < longest) {
    const outcome = await outcomeNow(reader, { type, name: placed.name, addresses });
    if (outcome.state === "live") return say(outcome);
    if (outcome.state === "refused" || Date.now() - began > late) say(outcome);
    await sleep(often);
  }
}

async function outcomeNow(
  reader: SanityClient,
  { type, name, addresses }: { type: string; name: string | null; addresses: string[] },
): Promise<Exclude<Outcome, { state: "waiting" }>> {
  try {
    const { fingerprint } = await loadPublished(reader);
    const standing = await standingOf(addresses, fingerprint);
    if (standing === "live") return { state: "live", since: new Date() };
    const problems = await publishedProblems(reader, type, name);
    if (problems.length > 0) return { state: "refused", problems };
    return { state: "late", reason: standing === "away" ? "site-away" : "unknown" };
  } catch {
    return { state: "late", reason: "cms-away" };
  }
}
