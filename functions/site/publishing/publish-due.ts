import type { SanityClient } from "@sanity/client";
import { createContentClient } from "#cms/content/client.ts";
import { loadPage, loadSettings } from "#cms/content/load.ts";
import { loadNavigation } from "#cms/content/load-navigation.ts";
import { loadRedirects } from "#cms/content/load-redirects.ts";
import { ContentError, type Problem } from "#cms/content/problem.ts";
import type { ScheduledPublication } from "#cms/content/scheduled-publication.ts";
import type { Environment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import {
  beginAttempt,
  type DuePublication,
  listDuePublications,
  publishDraft,
  removeEndedPublications,
  settlePublication,
} from "./due-publications.ts";

/** Returns a client that reads drafts and may publish; null without SANITY_WRITE_TOKEN. */
function createEditorClient(environment: Environment): SanityClient | null {
  const { SANITY_WRITE_TOKEN: token } = environment;
  if (!token) return null;
  const client = createContentClient({
    projectId: environment.SANITY_PROJECT_ID,
    dataset: environment.SANITY_DATASET,
    apiHost: environment.SANITY_API_HOST,
    token,
  });
  return client.withConfig({ perspective: "raw" });
}

type PublicationOutcome = Pick<ScheduledPublication, "state" | "failure">;

/**
 * Publishes the due publications, each once, or stores in them why that failed. A later run retries if the CMS does not
 * answer. Never throws, and logs failures.
 */
export async function publishDue(environment: Environment): Promise<void> {
  const client = createEditorClient(environment);
  if (!client) return;
  try {
    await removeEndedPublications(client, Date.now());
    for (const due of await listDuePublications(client, Date.now())) {
      await publishDocument(client, due).catch((error) =>
        logLine({ event: "not_published", document: due.document, ...describeFault(error) }),
      );
    }
  } catch (error) {
    logLine({ event: "publications_not_listed", ...describeFault(error) });
  }
}

async function publishDocument(client: SanityClient, due: DuePublication): Promise<void> {
  const transaction = await beginAttempt(client, due);
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

/** Returns the outcome of a publication; null if the draft has changed during the check. */
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
 * Returns the reasons why the site cannot show the draft. Only the site's loader decides: the Studio's other checks,
 * such as lengths, belong to the schema, which does not run at the edge. The loader reads all drafts, so problems of
 * other documents are ignored here. For those the edge keeps showing the last good page.
 */
async function findOwnProblems(
  client: SanityClient,
  { document, documentType, draft }: DuePublication,
): Promise<Problem[]> {
  const drafts = client.withConfig({ perspective: "drafts" });
  const pageName = draft?.name ?? document;
  const name = documentType === "page" ? pageName : (draft?.from ?? undefined);
  const load = () => {
    if (documentType === "page") return loadPage(drafts, pageName);
    if (documentType === "navigation") return loadNavigation(drafts);
    return documentType === "redirect" ? loadRedirects(drafts) : loadSettings(drafts);
  };
  try {
    await load();
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const isOwn = ({ document: problemDocument }: Problem) =>
      problemDocument.type === documentType && problemDocument.name === name;
    return error.details.filter((problem) => isOwn(problem) && !foreignReasons.has(problem.reason));
  }
}

const foreignReasons = new Set<Problem["reason"]>(["page-gone", "section-gone", "no-figure", "no-fact"]);
