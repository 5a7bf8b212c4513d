// `npm run typegen`: what follows from the schema and the queries, as *.generated.ts. With `-- --check` nothing is written:
// it fails when a file in the repository is another one.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { SchemaType } from "groq-js";
import type { Schema } from "sanity";
import { optionalFields, sectionFields } from "./typegen/section-fields.ts";

const check = process.argv.includes("--check");
const place = (file: string) => new URL(file, import.meta.url);
const path = (file: string) => fileURLToPath(place(file));
const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

// The command line builds a Studio around these, which takes 20 s; what makes the types is the same.
const studio = createRequire(createRequire(import.meta.url).resolve("sanity/package.json"));
const commandLine = createRequire(studio.resolve("@sanity/cli/package.json"));
const load = (name: string) => import(pathToFileURL(commandLine.resolve(name)).href);

// Inputs of the Studio are drawn in a browser only. Here it is enough that they have a name.
registerHooks({
  load: (url, context, next) =>
    url.endsWith(".tsx") ? { format: "module", shortCircuit: true, source: named(url) } : next(url, context),
});

// Each file is made of the ones before it.
emit("schema/sections.generated.ts", sectionList(place("schema/sections")));
const { compiledSchema } = await import("./schema/index.ts");
const schema = await extractSchema(compiledSchema("es"));
emit("content/sections.generated.ts", sectionFields(schema));
emit("content/types.generated.ts", await typesOf(path("content/queries.ts"), schema, path(".")));
const { navigationQuery, pageQuery, redirectsQuery, settingsQuery } = await import("./content/queries.ts");
const queries = {
  page: pageQuery,
  settings: settingsQuery,
  navigation: navigationQuery,
  redirects: redirectsQuery,
};
emit("content/optional.generated.ts", optionalFields(queries, schema));

function named(url: string): string {
  const exported = readFileSync(fileURLToPath(url), "utf8").matchAll(/^export function (\w+)/gm);
  return [...exported].map(([, name]) => `export const ${name} = () => null;`).join("\n");
}

function emit(file: string, text: string): void {
  const made = `// Made by \`npm run typegen\`; not to be edited.\n${text}`;
  if (existsSync(place(file)) && readFileSync(place(file), "utf8") === made) return;
  if (!check) {
    writeFileSync(place(file), made);
    return;
  }
  process.stderr.write(`cms/${file} is not what the schema and the queries give: run npm run typegen.\n`);
  process.exit(1);
}

/** Every kind of section there is a file for, as a module that lists them. */
function sectionList(directory: URL): string {
  const files = readdirSync(directory)
    .map((file) => basename(file, ".ts"))
    .toSorted();
  const imports = files.map((file) => `import { ${camelCase(file)} } from "./sections/${file}.ts";`);
  return `${imports.join("\n")}

/** Every kind of section, each made from a file of its own name. */
export const sections = [
${files.map((file) => `  ${camelCase(file)},`).join("\n")}
];
`;
}

/** Returns the schema as GROQ types. A field that validation requires is required. */
async function extractSchema(schema: Schema): Promise<SchemaType> {
  const { extractSchema: extract } = await load("@sanity/schema/_internal");
  return extract(schema, { enforceRequiredFields: true });
}

/** Returns the output of `sanity typegen generate` for the queries in a file: the types of the schema and of the answers. */
async function typesOf(queries: string, schema: SchemaType, root: string): Promise<string> {
  const { findQueriesInPath, getResolver, registerBabel, TypeGenerator } = await load("@sanity/codegen");
  registerBabel();
  const found = findQueriesInPath({ path: queries, resolver: getResolver(root) });
  const options = { root, schema, queries: found.queries, overloadClientMethods: false };
  return (await new TypeGenerator().generateTypes(options)).code;
}
