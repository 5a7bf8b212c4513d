import type { SanityClient } from "@sanity/client";
import { validateDocument } from "@sanity/validation";
import { isKeySegment, type SanityDocument } from "sanity";
import { compiledSchema } from "../schema/compiled.ts";

const schema = compiledSchema("en");

/**
 * What the Studio would hold against publishing a document, each as "path: reason"; empty when nothing is.
 * `client` is where the documents that it refers to are looked up.
 */
export async function problemsOf(document: SanityDocument, client: SanityClient): Promise<string[]> {
  const { markers } = await validateDocument({ document, schema, client });
  return markers.map(({ path, message }) => {
    const names = path.map((segment) => (isKeySegment(segment) ? segment._key : String(segment)));
    return `${names.join(".")}: ${message}`;
  });
}
