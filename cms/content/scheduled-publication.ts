import type { Problem } from "./problem.ts";

/**
 * A scheduled publication of a draft: a separate CMS document that only signed-in users can read. The Studio creates
 * and deletes it. The scheduled Worker stores the result in it.
 */
export type ScheduledPublication = {
  _id: string;
  _type: typeof scheduledPublicationType;
  _rev: string;
  /** The published id of the document. */
  document: string;
  documentType: string;
  /** ISO 8601 in UTC, a whole minute. */
  publishAt: string;
  state: "waiting" | "published" | "failed";
  /** The time of the result, ISO 8601 in UTC. */
  endedAt?: string;
  failure?: PublicationFailure;
  /** The current attempt: its start, and the id of its transaction. */
  attempt?: { at: string; transaction: string };
};

/** The reason for a failed publication: no draft, content that the site cannot show, or a rejection by the CMS. */
type PublicationFailure =
  | { reason: "no-draft" }
  | { reason: "content"; problems: Problem[] }
  | { reason: "refused"; says: string };

export const scheduledPublicationType = "scheduledPublication";

/** Returns the id of a document's only scheduled publication. The dot in the id makes it private. */
export const scheduledPublicationId = (document: string): string => `scheduled-publication.${document}`;
