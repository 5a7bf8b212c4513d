import { ClientError, type SanityClient } from "@sanity/client";
import { createContentClient } from "#cms/content/client.ts";
import { findProblems } from "#cms/content/find-problems.ts";
import type { Problem } from "#cms/content/problem.ts";
import { type ScheduledPublication, scheduledPublicationType } from "#cms/content/scheduled-publication.ts";
import type { Environment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { contentOptions } from "#functions/site/content/source.ts";

/**
 * Time after which another run repeats an unfinished attempt, in milliseconds. It is far longer than an attempt takes.
 */
const maxAttemptMs = 120_000;

/** A due publication, with the current state of its documents. */
type DuePublication = ScheduledPublication & {
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

/** Lists up to 50 due publications, earliest first, without those that another run has begun in the last 2 minutes. */
const listDuePublications = (client: SanityClient, now: number): Promise<DuePublication[]> =>
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

/**
 * Begins an attempt, so that no concurrent run makes one. Returns the id of its transaction, by which a later run
 * recognizes that an interrupted attempt has published; null if another run or an editor was first.
 */
async function beginAttempt(client: SanityClient, { _id, _rev }: DuePublication): Promise<string | null> {
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
type PublishResult = "published" | "changed" | { refused: string };

/** Publishes the checked revision of a draft and no other. @throws Error for a failure that may be temporary */
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

type PublicationOutcome = Pick<ScheduledPublication, "state" | "failure">;

/** Stores the outcome in a publication. A publication that was cancelled in the meantime is ignored. */
async function settlePublication(
  client: SanityClient,
  { _id }: DuePublication,
  outcome: PublicationOutcome,
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

/** Deletes up to 100 scheduled publications that ended more than 30 days ago. */
async function removeEndedPublications(client: SanityClient, now: number): Promise<void> {
  const query = `*[_type == $type && state != "waiting" && endedAt < $before][0...100]._id`;
  const params = { type: scheduledPublicationType, before: new Date(now - retentionMs).toISOString() };
  const endedIds = await client.fetch<string[]>(query, params);
  for (const id of endedIds) await client.delete(id);
}

/** Returns a client that reads drafts and may publish; null without SANITY_WRITE_TOKEN. */
function createEditorClient(environment: Environment): SanityClient | null {
  const { SANITY_WRITE_TOKEN: token } = environment;
  if (!token) return null;
  return createContentClient({ ...contentOptions(environment), token }).withConfig({ perspective: "raw" });
}

/**
 * Publishes the due publications, each once, or stores in them why that failed. A later run retries if the CMS does not
 * answer or an editor changes the draft meanwhile. Does nothing without SANITY_WRITE_TOKEN. Never throws, and logs
 * failures.
 */
export async function publishDue(environment: Environment): Promise<void> {
  const client = createEditorClient(environment);
  if (!client) return;
  try {
    await removeEndedPublications(client, Date.now());
    for (const due of await listDuePublications(client, Date.now())) {
      await processPublication(client, due).catch((error) =>
        logLine({ event: "not_published", document: due.document, ...describeFault(error) }),
      );
    }
  } catch (error) {
    logLine({ event: "publications_not_listed", ...describeFault(error) });
  }
}

/**
 * Begins an attempt at one due publication, makes it, and stores and logs its outcome. After an error, a later run
 * repeats the attempt, at the earliest two minutes after it began.
 * @throws Error if the CMS does not answer
 */
async function processPublication(client: SanityClient, due: DuePublication): Promise<void> {
  const transaction = await beginAttempt(client, due);
  // Another run attempts it, or an editor has moved or cancelled it.
  if (!transaction) return;
  const outcome = await attemptPublication(client, due, transaction);
  // An editor is writing. The next run reads the draft again.
  if (!outcome) return void (await releaseAttempt(client, due));
  await settlePublication(client, due, outcome);
  logLine({
    event: outcome.state,
    document: due.document,
    ...(outcome.failure && { reason: outcome.failure.reason }),
  });
}

const releaseAttempt = (client: SanityClient, { _id }: DuePublication) =>
  client.patch(_id).unset(["attempt"]).commit({ returnDocuments: false });

/**
 * Checks and publishes the draft of a due publication, unless it is already published. Returns the outcome; null if the
 * draft has changed during the check.
 */
async function attemptPublication(
  client: SanityClient,
  due: DuePublication,
  transaction: string,
): Promise<PublicationOutcome | null> {
  // A draft that exists now was begun later and was not due.
  if (wasPublished(due)) return { state: "published" };
  if (!due.draft) {
    return wasPublishedByHand(due)
      ? { state: "published" }
      : { state: "failed", failure: { reason: "no-draft" } };
  }
  const problems = await findOwnProblems(client, due);
  if (problems.length > 0) return { state: "failed", failure: { reason: "content", problems } };
  const result = await publishDraft(client, due.document, { revision: due.draft._rev, transaction });
  if (result === "changed") return null;
  if (result === "published") return { state: "published" };
  return { state: "failed", failure: { reason: "refused", says: result.refused } };
}

/**
 * Returns whether the document was already published by an interrupted attempt (its transaction) or after it (its
 * time).
 */
const wasPublished = ({ attempt, published }: DuePublication): boolean =>
  attempt !== undefined &&
  published !== null &&
  (published._rev === attempt.transaction || published._updatedAt >= attempt.at);

/**
 * Returns whether an editor has published early: no draft is left, and the document was published after the last change
 * of the publication.
 */
const wasPublishedByHand = ({ _updatedAt, published }: DuePublication): boolean =>
  published !== null && published._updatedAt > _updatedAt;

/**
 * Returns the reasons why the site cannot show the draft. Only the checks of the build and the edge decide; the other
 * checks of the Studio, such as lengths, belong to the schema, which does not run at the edge. All drafts are read, so
 * problems of other documents are ignored here. For those the edge keeps showing the last good page.
 */
async function findOwnProblems(
  client: SanityClient,
  { document, documentType, draft }: DuePublication,
): Promise<Problem[]> {
  const pageName = draft?.name ?? document;
  const name = documentType === "page" ? pageName : (draft?.from ?? undefined);
  const problems = await findProblems(client.withConfig({ perspective: "drafts" }), documentType, pageName);
  return problems.filter(
    (problem) =>
      problem.document.type === documentType &&
      problem.document.name === name &&
      !foreignReasons.has(problem.reason),
  );
}

// Reasons that depend on the drafts of other documents, whose published versions may be correct.
const foreignReasons = new Set<Problem["reason"]>(["page-gone", "section-gone", "no-figure", "no-fact"]);
