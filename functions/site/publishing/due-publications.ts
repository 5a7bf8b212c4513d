import { ClientError, type SanityClient } from "@sanity/client";
import { type ScheduledPublication, scheduledPublicationType } from "#cms/content/scheduled-publication.ts";

/**
 * Time after which another run repeats an unfinished attempt, in milliseconds. It is far longer than an attempt takes.
 */
const maxAttemptMs = 120_000;

/** A due publication, with the current state of its documents. */
export type DuePublication = ScheduledPublication & {
  _updatedAt: string;
  draft: { _rev: string; name: string | null; from: string | null } | null;
  published: { _rev: string; _updatedAt: string } | null;
};

const dueQuery = `*[
  _type == $type && state == "waiting" && publishAt <= $now && (!defined(attempt) || attempt.at <= $abandoned)
] | order(publishAt asc, _id asc)[0...50]{
  ...,
  "draft": *[_id == "drafts." + ^.document][0]{_rev, name, from},
  "published": *[_id == ^.document][0]{_rev, _updatedAt}
}`;

/** Lists the due publications without a running attempt, in the order of their times. */
export const listDuePublications = (client: SanityClient, now: number): Promise<DuePublication[]> =>
  client.fetch<DuePublication[]>(dueQuery, {
    type: scheduledPublicationType,
    now: new Date(now).toISOString(),
    abandoned: new Date(now - maxAttemptMs).toISOString(),
  });

/** Returns the CMS's code for a rejected call; undefined for an error that may be temporary. */
const toRejectionCode = (error: unknown): string | undefined => {
  if (!(error instanceof ClientError) || [401, 408, 429].includes(error.statusCode)) return undefined;
  const details = error.details as { type?: string; items?: { error?: { type?: string } }[] } | undefined;
  return details?.items?.[0]?.error?.type ?? details?.type ?? "unknown";
};

/** Begins an attempt, so that no other run makes one. Returns its transaction; null if another run was first. */
export async function beginAttempt(
  client: SanityClient,
  { _id, _rev }: DuePublication,
): Promise<string | null> {
  const attempt = { at: new Date().toISOString(), transaction: crypto.randomUUID() };
  try {
    await client.patch(_id).ifRevisionId(_rev).set({ attempt }).commit({ returnDocuments: false });
    return attempt.transaction;
  } catch (error) {
    // Another run has taken it, or an editor has moved or cancelled it.
    if (error instanceof ClientError && [404, 409].includes(error.statusCode)) return null;
    throw error;
  }
}

/** The result of publishing: done, another draft than the checked one, or rejected with the CMS's message. */
export type PublishResult = "published" | "changed" | { refused: string };

/** Publishes the checked revision of a draft and no other. @throws Error if the CMS does not answer */
export async function publishDraft(
  client: SanityClient,
  document: string,
  { revision, transaction }: { revision: string; transaction: string },
): Promise<PublishResult> {
  try {
    await client.action(
      {
        actionType: "sanity.action.document.publish",
        draftId: `drafts.${document}`,
        publishedId: document,
        ifDraftRevisionId: revision,
      },
      { transactionId: transaction },
    );
    return "published";
  } catch (error) {
    const refusal = toRejectionCode(error);
    if (refusal === undefined) throw error;
    if (/RevisionID|documentNotFound/i.test(refusal)) return "changed";
    return { refused: (error as Error).message };
  }
}

/** Stores the outcome in a publication. A publication that was cancelled in the meantime is ignored. */
export async function settlePublication(
  client: SanityClient,
  { _id }: DuePublication,
  outcome: Pick<ScheduledPublication, "state" | "failure">,
): Promise<void> {
  const endedPublication = { ...outcome, endedAt: new Date().toISOString() };
  try {
    await client.patch(_id).set(endedPublication).unset(["attempt"]).commit({ returnDocuments: false });
  } catch (error) {
    if (!(error instanceof ClientError && [404, 409].includes(error.statusCode))) throw error;
  }
}

/** Retention of ended publications, in milliseconds. */
const retentionMs = 30 * 86_400_000;

/** Deletes publications that ended more than 30 days ago. */
export async function removeEndedPublications(client: SanityClient, now: number): Promise<void> {
  const query = `*[_type == $type && state != "waiting" && endedAt < $before][0...100]._id`;
  const params = { type: scheduledPublicationType, before: new Date(now - retentionMs).toISOString() };
  const endedIds = await client.fetch<string[]>(query, params);
  for (const id of endedIds) await client.delete(id);
}
