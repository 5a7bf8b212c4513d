import type { ContentClient } from "#cms/content/client.ts";
import { ContentError } from "#cms/content/problem.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { startSanityWith } from "../local/sanity/clients.ts";
import { startForTest } from "./suite.ts";

/** Publishes documents for the running test. Returns a client that reads them. */
export const createContent = async (documents: readonly SeedDocument[]): Promise<ContentClient> =>
  (await startForTest(() => startSanityWith(documents))).visitor;

/** Returns the problems, one a line, for which content is rejected; none if it is accepted. */
export async function readProblems(loading: Promise<unknown>): Promise<string[]> {
  const error = await loading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null && !(error instanceof ContentError)) throw error;
  return error?.message.split("\n") ?? [];
}
