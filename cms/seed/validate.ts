import type { SanityClient } from "@sanity/client";
import { validateDocument } from "@sanity/validation";
import { createSchema, type SanityDocument } from "sanity";
import { schemaTypes } from "../schema/index.ts";

const schema = createSchema({ name: "default", types: schemaTypes });

/**
 * What the Studio would hold against publishing a document, each as "path: reason"; empty when nothing is.
 * `client` is where the documents that it refers to are looked up.
 */
export async function problemsOf(document: SanityDocument, client: SanityClient): Promise<string[]> {
  const { markers } = await validateDocument({ document, schema, client });
  return markers.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
}
