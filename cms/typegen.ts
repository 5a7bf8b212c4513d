// `npm run typegen`: what follows from the schema and the queries, as *.generated.ts. With `-- --check` nothing is written:
// it fails when a file in the repository is another one.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { optionalFields } from "./typegen/optional-fields.ts";
import { extractSchema, typesOf } from "./typegen/sanity-tools.ts";
import { sectionFields } from "./typegen/section-fields.ts";
import { sectionList } from "./typegen/section-list.ts";

const check = process.argv.includes("--check");
const place = (file: string) => new URL(file, import.meta.url);
const path = (file: string) => fileURLToPath(place(file));

// Inputs of the Studio are drawn in a browser only. Here it is enough that they have a name.
registerHooks({
  load: (url, context, next) =>
    url.endsWith(".tsx") ? { format: "module", shortCircuit: true, source: named(url) } : next(url, context),
});

// Each file is made of the ones before it.
emit("schema/sections.generated.ts", sectionList(place("schema/sections")));
const { compiledSchema } = await import("./schema/compiled.ts");
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
