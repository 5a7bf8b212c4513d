import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSanity } from "#local/sanity/server.ts";
import { place } from "../support/content-client.ts";
import { button, changed, copy, feature, picture, section, text } from "../support/copy.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const generated = [
  "cms/schema/sections",
  "cms/content/sections",
  "cms/content/types",
  "cms/content/optional",
];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recipe-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the recipe says to write, by the file that it is written to. */
async function readRecipe(): Promise<[file: string, code: string][]> {
  const recipe = await readFile(join(root, "docs/recipes/section.md"), "utf8");
  return recipe.split(/^\d\. /m).flatMap((step) => {
    const [, file = ""] = /`([\w/.-]+\.tsx?)`/.exec(step) ?? [];
    const [, code] = /```tsx?\n([\s\S]*?) *```/.exec(step) ?? [];
    return code ? [[file, code.replaceAll(/^ {3}/gm, "")]] : [];
  });
}

/** Copies the sources that a section stands in, without what is installed or made. */
async function copySources(from: string, to: string): Promise<string> {
  for (const source of ["cms", "web", "functions/contract", "package.json"]) {
    await cp(join(from, source), join(to, source), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|\.sanity|seed)$/.test(path),
    });
  }
  // Without the references: they name runtimes that the copy leaves out.
  const { compilerOptions } = JSON.parse(await readFile(join(root, "tsconfig.json"), "utf8"));
  await writeFile(join(to, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [] }));
  return to;
}

/** Writes what the recipe says: a new file, or a line of the registry and the import above it. */
async function write(tree: string, file: string, code: string): Promise<void> {
  const before = await readFile(join(tree, file), "utf8").catch(() => null);
  const listed = before?.replace(/^\};$/m, () => `${code}};`);
  const after = listed ? `import { Quote } from "./quote.tsx";\n${listed}` : code;
  await writeFile(join(tree, file), after);
}

const putBack = (tree: string, file: string) => cp(join(root, file), join(tree, file));
const withoutTypegen = async (tree: string) => {
  for (const file of generated) await putBack(tree, `${file}.generated.ts`);
};

async function run(cwd: string, program: string, ...args: string[]) {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [said, complained, [code]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, "close"),
  ]);
  return { code, said: `${said}${complained}` };
}
const typegen = (tree: string, ...args: string[]) => run(tree, process.execPath, "cms/typegen.ts", ...args);

/** Whether the files compile, with all that they import. */
async function typesOf(tree: string, files: string[]) {
  const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true };
  const tsconfig = { extends: "./web/tsconfig.json", compilerOptions, files, include: [] };
  await writeFile(join(tree, "tsconfig.recipe.json"), JSON.stringify(tsconfig));
  return run(tree, join(root, "node_modules/.bin/tsc"), "-p", "tsconfig.recipe.json");
}

// What is left out, and the message that names it.
const leftOut: [name: string, leave: (tree: string) => Promise<void>, message: RegExp][] = [
  [
    "the schema",
    async (tree) => {
      await rm(join(tree, "cms/schema/sections/quote.ts"));
      await withoutTypegen(tree);
    },
    /web\/sections\/quote\.tsx.*Type '"quote"' does not satisfy/,
  ],
  ["typegen", withoutTypegen, /web\/sections\/registry\.ts.*'quote' does not exist in type/],
  [
    "the styles",
    (tree) => rm(join(tree, "web/sections/quote.css.ts")),
    /web\/sections\/quote\.tsx.*Cannot find module '\.\/quote\.css\.ts'/,
  ],
  [
    "the renderer",
    (tree) => rm(join(tree, "web/sections/quote.tsx")),
    /web\/sections\/registry\.ts.*Cannot find module '\.\/quote\.tsx'/,
  ],
  [
    "the registry",
    (tree) => putBack(tree, "web/sections/registry.ts"),
    /web\/sections\/registry\.ts.*Property 'quote' is missing in type/,
  ],
];

describe("the recipe for a kind of section, followed to the letter", () => {
  let whole = "";
  let recipe: [file: string, code: string][] = [];
  beforeAll(async () => {
    recipe = await readRecipe();
    whole = await copySources(root, join(folder, "whole"));
    for (const [file, code] of recipe) await write(whole, file, code);
    expect(await typegen(whole)).toEqual({ code: 0, said: "" });
    for (const [name, leave] of leftOut) await leave(await copySources(whole, join(folder, name)));
  });

  test("touches four files", () => {
    expect(recipe.map(([file]) => file)).toEqual([
      "cms/schema/sections/quote.ts",
      "web/sections/quote.css.ts",
      "web/sections/quote.tsx",
      "web/sections/registry.ts",
    ]);
  });

  test("compiles", async () => {
    const all = ["cms/schema/index.ts", "cms/content/load.ts", "web/sections/sections.tsx"];
    expect(await typesOf(whole, all)).toEqual({ code: 0, said: "" });
  });

  test.each(leftOut)("does not compile without %s, and the message names it", async (name, _, message) => {
    const { code, said } = await typesOf(join(folder, name), ["web/sections/registry.ts"]);
    expect(code).not.toBe(0);
    expect(said).toMatch(message);
  });

  test("is noticed where typegen was forgotten", async () => {
    const { code, said } = await typegen(join(folder, "typegen"), "--check");
    expect(code).toBe(1);
    expect(said).toBe(
      "cms/schema/sections.generated.ts is not what the schema and the queries give: run npm run typegen.\n",
    );
  });

  test("gives a section that a page shows in both languages, on the surface that its place has", async () => {
    const items = [feature("a", "Una cosa", "One thing"), feature("b", "Otra", "Another")];
    const end = section("end", "callToAction", { actions: [button("main", "Ir", "Go", "contact")] });
    const documents = changed(copy, "home", (page) => {
      page.sections = [
        section("opening", "hero"),
        section("short", "highlights", { items }),
        section("said", "quote", { quotation: text("Son puntuales.", "They are on time."), author: "Ana Mora" }),
        section("list", "featureGrid", { items }),
        section("shown", "pictureText", { picture: picture() }),
        section("again", "pictureText", { picture: picture() }),
        end,
      ];
    });
    const sanity = await startSanity({ ...place, port: 0, documents });
    await cp(join(root, "tests/support/render-page.ts"), join(whole, "render-page.ts"));
    const { code, said } = await run(whole, process.execPath, "render-page.ts", sanity.origin, "home");
    await sanity.close();
    expect(code, said).toBe(0);
    const [spanish = "", english = ""] = said.split("\n");
    expect(spanish).toMatch(/<blockquote[^>]*>Son puntuales\.<\/blockquote><p[^>]*>Ana Mora<\/p>/);
    expect(english).toMatch(/<blockquote[^>]*>They are on time\.<\/blockquote>/);
    const surfaces = [...english.matchAll(/data-surface="(\w+)"/g)].map(([, surface]) => surface);
    expect(surfaces).toEqual(["plain", "ink", "plain", "tinted", "ink", "plain", "ink"]);
  });
});
