import type { Problem } from "./problem.ts";

/**
 * A publication at a chosen minute: a document of the CMS beside the one that it is about, private to who is signed in. The
 * Studio writes and removes it, the scheduled Worker says in it what came of it.
 */
export type ScheduledPublication = {
  _id: string;
  _type: typeof scheduledPublicationType;
  _rev: string;
  /** The document that is published, by the id that it has then. */
  document: string;
  documentType: string;
  /** ISO 8601, in UTC, a whole minute. */
  publishAt: string;
  state: "waiting" | "published" | "failed";
  /** When it was published, or could not be. ISO 8601, in UTC. */
  endedAt?: string;
  /** Why it could not be published. */
  failure?: PublicationFailure;
  /** The attempt that is under way: since when, and the transaction by which it publishes. */
  attempt?: { at: string; transaction: string };
};

/** Why a publication did not happen: there was nothing to publish, the content cannot be shown, or the CMS has refused it. */
type PublicationFailure =
  | { reason: "no-draft" }
  | { reason: "content"; problems: Problem[] }
  | { reason: "refused"; says: string };

export const scheduledPublicationType = "scheduledPublication";

/** The id of a document's publication: one document has one at most, and an id with a dot is private. */
export const scheduledPublicationId = (document: string): string => `scheduled-publication.${document}`;
