import type { SanityClient } from "@sanity/client";
import { validateDocument } from "@sanity/validation";
import { isKeySegment, type SanityDocument } from "sanity";
import { compiledSchema } from "../schema/index.ts";

const schema = compiledSchema("en");

/** Returns the check whether a referenced document exists. Sanity's own is slower: it batches ids for 250 ms. */
function createExistenceCheck(client: SanityClient) {
  const answers = new Map<string, Promise<boolean>>();
  const ask = async (id: string) => {
    const { omitted } = await client.request<{ omitted: { reason: string }[] }>({
      url: client.getDataUrl("doc", id),
      query: { excludeContent: "true" },
    });
    return !omitted.some(({ reason }) => reason === "existence");
  };
  return async ({ id }: { id: string }) => {
    const answer = answers.get(id) ?? ask(id);
    answers.set(id, answer);
    return answer;
  };
}

/**
 * Returns the validation messages for which the Studio would not publish a document, as "path: reason".
 * @param client reads the documents to which the document refers
 */
export async function listValidationProblems(
  document: SanityDocument,
  client: SanityClient,
): Promise<string[]> {
  const { markers } = await validateDocument({
    document,
    schema,
    client,
    getDocumentExists: createExistenceCheck(client),
  });
  return markers.map(({ path, message }) => {
    const names = path.map((segment) => (isKeySegment(segment) ? segment._key : String(segment)));
    return `${names.join(".")}: ${message}`;
  });
}
