import { ClientError, type SanityClient } from "@sanity/client";
import { type ScheduledPublication, scheduledPublicationType } from "#cms/content/scheduled-publication.ts";

/** How long an attempt may take before another run takes it up, in milliseconds: much longer than it does. */
const longestAttempt = 120_000;

/** A publication whose minute has come, with the documents that it is about as they are now. */
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

/** The publications that are due and that no run is at, in the order of their minutes. */
export const listDuePublications = (client: SanityClient, now: number): Promise<DuePublication[]> =>
  client.fetch<DuePublication[]>(dueQuery, {
    type: scheduledPublicationType,
    now: new Date(now).toISOString(),
    abandoned: new Date(now - longestAttempt).toISOString(),
  });

/** What the CMS refused a call for, in the word that its API has for it; undefined for anything that may pass. */
const refusalOf = (error: unknown): string | undefined => {
  if (!(error instanceof ClientError) || [401, 408, 429].includes(error.statusCode)) return undefined;
  const details = error.details as { type?: string; items?: { error?: { type?: string } }[] } | undefined;
  return details?.items?.[0]?.error?.type ?? details?.type ?? "unknown";
};

/** Begins an attempt, so that no other run makes one. Answers with its transaction; null when another run was first. */
export async function beginAttempt(
  client: SanityClient,
  { _id, _rev }: DuePublication,
): Promise<string | null> {
  const attempt = { at: new Date().toISOString(), transaction: crypto.randomUUID() };
  try {
    await client.patch(_id).ifRevisionId(_rev).set({ attempt }).commit({ returnDocuments: false });
    return attempt.transaction;
  } catch (error) {
    // It was taken by another run, moved or called off.
    if (error instanceof ClientError && [404, 409].includes(error.statusCode)) return null;
    throw error;
  }
}

/** What came of publishing: done, another draft than the one that was looked at, or refused with the CMS's words. */
export type Published = "published" | "changed" | { refused: string };

/** Publishes a draft as it was looked at, and no other. @throws whatever kept the CMS from answering */
export async function publishDraft(
  client: SanityClient,
  document: string,
  { revision, transaction }: { revision: string; transaction: string },
): Promise<Published> {
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
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    if (/RevisionID|documentNotFound/i.test(refusal)) return "changed";
    return { refused: (error as Error).message };
  }
}

/** Says in a publication what came of it; one that was called off meanwhile is left alone. */
export async function settlePublication(
  client: SanityClient,
  { _id }: DuePublication,
  outcome: Pick<ScheduledPublication, "state" | "failure">,
): Promise<void> {
  const ended = { ...outcome, endedAt: new Date().toISOString() };
  try {
    await client.patch(_id).set(ended).unset(["attempt"]).commit({ returnDocuments: false });
  } catch (error) {
    if (!(error instanceof ClientError && [404, 409].includes(error.statusCode))) throw error;
  }
}

/** How long what has come to an end is told of, in milliseconds. */
const keptFor = 30 * 86_400_000;

/** Forgets publications that came to an end a month ago. */
export async function removeEndedPublications(client: SanityClient, now: number): Promise<void> {
  const query = `*[_type == $type && state != "waiting" && endedAt < $before][0...100]._id`;
  const params = { type: scheduledPublicationType, before: new Date(now - keptFor).toISOString() };
  const ended = await client.fetch<string[]>(query, params);
  for (const id of ended) await client.delete(id);
}
