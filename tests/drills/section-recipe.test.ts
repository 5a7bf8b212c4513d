import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { samplePicture as picture, sampleText as text } from "#cms/schema/fields/sample.ts";
import { startSanity } from "#local/sanity/server.ts";
import { testDataset } from "../local/sanity/clients.ts";
import { button, changeDocument, copy, feature, section } from "../support/copy.ts";
import { createTestFolder } from "../support/test-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const generated = [
  "cms/schema/sections",
  "cms/content/sections",
  "cms/content/types",
  "cms/content/optional",
];

const folder = createTestFolder();
beforeAll(async () => {
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
});

/** Returns the code of the recipe, by the file that it belongs to. */
async function readRecipe(): Promise<[file: string, code: string][]> {
  const recipe = await readFile(join(root, "docs/recipes/section.md"), "utf8");
  return recipe.split(/^\d\. /m).flatMap((step) => {
    const [, file = ""] = /`([\w/.-]+\.tsx?)`/.exec(step) ?? [];
    const [, code] = /```tsx?\n([\s\S]*?) *```/.exec(step) ?? [];
    return code ? [[file, code.replaceAll(/^ {3}/gm, "")]] : [];
  });
}

/** Copies the sources of sections, without installed and built files. */
async function copySources(from: string, to: string): Promise<string> {
  for (const source of ["cms", "web", "functions/contract", "package.json"]) {
    await cp(join(from, source), join(to, source), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|\.sanity|seed)$/.test(path),
    });
  }
  // Omits the project references, because they name runtimes that the copy lacks.
  const { compilerOptions } = JSON.parse(await readFile(join(root, "tsconfig.json"), "utf8"));
  await writeFile(join(to, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [] }));
  return to;
}

/** Writes one step of the recipe: a new file, or a line of the registry. */
async function writeStep(tree: string, file: string, code: string): Promise<void> {
  const originalText = await readFile(join(tree, file), "utf8").catch(() => null);
  const registryText = originalText?.replace(/^\};$/m, () => `${code}};`);
  await writeFile(join(tree, file), registryText ?? code);
}

const restoreFile = (tree: string, file: string) => cp(join(root, file), join(tree, file));
const undoTypegen = async (tree: string) => {
  for (const file of generated) await restoreFile(tree, `${file}.generated.ts`);
};

async function run(cwd: string, program: string, ...args: string[]) {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errorOutput, [code]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, "close"),
  ]);
  return { code, said: `${output}${errorOutput}` };
}
const typegen = (tree: string, ...args: string[]) => run(tree, process.execPath, "cms/typegen.ts", ...args);

/** Compiles the files with all their imports; returns the exit code and output of tsc. */
async function checkTypes(tree: string, files: string[]) {
  const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true };
  const tsconfig = { extends: "./web/tsconfig.json", compilerOptions, files, include: [] };
  await writeFile(join(tree, "tsconfig.recipe.json"), JSON.stringify(tsconfig));
  return run(tree, join(root, "node_modules/.bin/tsc"), "-p", "tsconfig.recipe.json");
}

// Omitted steps of the recipe, and the compiler message that names each of them.
const omissions: [name: string, leave: (tree: string) => Promise<void>, message: RegExp][] = [
  [
    "the schema",
    async (tree) => {
      await rm(join(tree, "cms/schema/sections/quote.ts"));
      await undoTypegen(tree);
    },
    /web\/sections\/quote\.tsx.*Type '"quote"' does not satisfy/,
  ],
  ["typegen", undoTypegen, /web\/sections\/registry\.ts.*'quote' does not exist in type/],
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
    (tree) => restoreFile(tree, "web/sections/registry.ts"),
    /web\/sections\/registry\.ts.*Property 'quote' is missing in type/,
  ],
];

describe("the recipe for a section type, followed to the letter", () => {
  let wholeTree = "";
  let recipe: [file: string, code: string][] = [];
  beforeAll(async () => {
    recipe = await readRecipe();
    wholeTree = await copySources(root, join(folder, "whole"));
    for (const [file, code] of recipe) await writeStep(wholeTree, file, code);
    expect(await typegen(wholeTree)).toEqual({ code: 0, said: "" });
    for (const [name, applyOmission] of omissions)
      await applyOmission(await copySources(wholeTree, join(folder, name)));
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
    const entryFiles = ["cms/schema/index.ts", "cms/content/load.ts", "web/sections/sections.tsx"];
    expect(await checkTypes(wholeTree, entryFiles)).toEqual({ code: 0, said: "" });
  });

  test.each(omissions)("does not compile without %s, and the message names it", async (name, _, message) => {
    const { code, said: output } = await checkTypes(join(folder, name), ["web/sections/registry.ts"]);
    expect(code).not.toBe(0);
    expect(output).toMatch(message);
  });

  test("fails typegen --check if typegen was forgotten", async () => {
    const { code, said: output } = await typegen(join(folder, "typegen"), "--check");
    expect(code).toBe(1);
    expect(output).toBe(
      "cms/schema/sections.generated.ts is not what the schema and the queries give: run npm run typegen.\n",
    );
  });

  test("adds a section that a page shows in both languages, on the surface of its position", async () => {
    const items = [feature("a", "Una cosa", "One thing"), feature("b", "Otra", "Another")];
    const end = section("end", "callToAction", { actions: [button("main", "Ir", "Go", "contact")] });
    const documents = changeDocument(copy, "home", (page) => {
      page.sections = [
        section("opening", "hero"),
        section("short", "highlights", { items }),
        section("said", "quote", {
          quotation: text("Son puntuales.", "They are on time."),
          author: "Ana Mora",
        }),
        section("list", "featureGrid", { items }),
        section("shown", "pictureText", { picture: picture() }),
        section("again", "pictureText", { picture: picture() }),
        end,
      ];
    });
    const sanity = await startSanity({ ...testDataset, port: 0, documents });
    await cp(join(root, "tests/support/render-page.ts"), join(wholeTree, "render-page.ts"));
    const { code, said: output } = await run(
      wholeTree,
      process.execPath,
      "render-page.ts",
      sanity.origin,
      "home",
    );
    await sanity.close();
    expect(code, output).toBe(0);
    const [spanish = "", english = ""] = output.split("\n");
    expect(spanish).toMatch(/<blockquote[^>]*>Son puntuales\.<\/blockquote><p[^>]*>Ana Mora<\/p>/);
    expect(english).toMatch(/<blockquote[^>]*>They are on time\.<\/blockquote>/);
    const surfaces = [...english.matchAll(/data-surface="(\w+)"/g)].map(([, surface]) => surface);
    expect(surfaces).toEqual(["plain", "ink", "plain", "tinted", "ink", "plain", "ink"]);
  });
});
