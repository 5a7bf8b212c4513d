import type { SanityClient } from "@sanity/client";
import { findProblems } from "../content/find-problems.ts";
import { loadPublished } from "../content/load-published.ts";
import type { Problem } from "../content/problem.ts";
import {
  type AddressedDocument,
  createPublishedReader,
  listAddresses,
  readLiveStatus,
} from "./site-status.ts";

/** The outcome of a publication: pending, live but for the parts with problems, rejected by the site's checks, or late. */
export type PublicationOutcome =
  | { state: "waiting" }
  | { state: "live"; since: Date; problems: Problem[] }
  | { state: "refused"; problems: Problem[] }
  | { state: "late"; reason: "site-away" | "cms-away" | "unknown" };

/** A publication with its outcome. */
export type PublicationReport = { document: string; addresses: string[]; outcome: PublicationOutcome };

// The interval between requests, the time after which a publication is late, and the time limit of all requests.
const pollIntervalMs = 1_000;
const lateAfterMs = 30_000;
const maxDurationMs = 600_000;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Requests the public pages of a published document until they show it, for 10 minutes at most. Reports each change of
 * the outcome; a publication counts as late after 30 seconds, and can still become live.
 */
export async function followPublication(
  client: SanityClient,
  { document, type, ...addressedDocument }: AddressedDocument & { document: string; type: string },
  onReport: (publicationReport: PublicationReport) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = createPublishedReader(client);
  const addresses = listAddresses(addressedDocument);
  const startedAt = Date.now();
  let lastReported = "";
  const report = (outcome: PublicationOutcome) => {
    if (signal.aborted || JSON.stringify(outcome) === lastReported) return;
    lastReported = JSON.stringify(outcome);
    onReport({ document, addresses, outcome });
  };
  report({ state: "waiting" });
  while (!signal.aborted && Date.now() - startedAt < maxDurationMs) {
    const outcome = await readOutcome(reader, { type, name: addressedDocument.name, addresses });
    if (outcome.state === "live") return report(outcome);
    if (outcome.state === "refused" || Date.now() - startedAt > lateAfterMs) report(outcome);
    await sleep(pollIntervalMs);
  }
}

/** Returns the outcome so far. A publication that is not live is "late", which the caller reports after 30 s only. */
async function readOutcome(
  reader: SanityClient,
  { type, name, addresses }: { type: string; name: string | null; addresses: string[] },
): Promise<Exclude<PublicationOutcome, { state: "waiting" }>> {
  try {
    const { fingerprint } = await loadPublished(reader);
    const liveStatus = await readLiveStatus(addresses, fingerprint);
    const problems = await findProblems(reader, type, name ?? "");
    if (liveStatus === "live") return { state: "live", since: new Date(), problems };
    if (problems.length > 0) return { state: "refused", problems };
    return { state: "late", reason: liveStatus === "away" ? "site-away" : "unknown" };
  } catch {
    return { state: "late", reason: "cms-away" };
  }
}
