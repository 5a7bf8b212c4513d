import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { SchemaType } from "groq-js";
import type { Schema } from "sanity";

// The command line builds a Studio around these, which takes 20 s; what makes the types is the same.
const studio = createRequire(createRequire(import.meta.url).resolve("sanity/package.json"));
const commandLine = createRequire(studio.resolve("@sanity/cli/package.json"));
const load = (name: string) => import(pathToFileURL(commandLine.resolve(name)).href);

/** What queries find: the schema in the form of GROQ's own types, with what validation requires as required. */
export async function extractSchema(schema: Schema): Promise<SchemaType> {
  const { extractSchema: extract } = await load("@sanity/schema/_internal");
  return extract(schema, { enforceRequiredFields: true });
}

/** What `sanity typegen generate` writes for the queries in a file: the types of the schema and of their answers. */
export async function typesOf(queries: string, schema: SchemaType, root: string): Promise<string> {
  const { findQueriesInPath, getResolver, registerBabel, TypeGenerator } = await load("@sanity/codegen");
  registerBabel();
  const found = findQueriesInPath({ path: queries, resolver: getResolver(root) });
  const options = { root, schema, queries: found.queries, overloadClientMethods: false };
  return (await new TypeGenerator().generateTypes(options)).code;
}
