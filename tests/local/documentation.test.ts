import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const place = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (file: string) => readFile(place(file), "utf8");
const sorted = (names: Iterable<string | undefined>) => [...new Set(names)].sort();
const firsts = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = ""]) => first);

/** The paths of all sources below some folders. */
async function sourcesIn(...folders: string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(place(folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  return found.flat().filter((name) => /(?<!\.generated)\.tsx?$/.test(name));
}

const [readme, example, manifest] = await Promise.all([
  read("README.md"),
  read(".env.example"),
  read("package.json").then((text) => JSON.parse(text)),
]);

test("the README names every command, and none that is not there", () => {
  const named = firsts(readme, /(?:`|^)npm (?:run )?(?!(?:exec|ci)\b)([a-z:0-9-]+)/gm);
  expect(sorted(named)).toEqual(sorted(Object.keys(manifest.scripts)));
});

test("the README counts the production dependencies", () => {
  const [count] = firsts(readme, /production dependencies.*\| (\d+) \|/g);
  expect(Number(count)).toBe(Object.keys(manifest.dependencies).length);
});

test("whatever a README leads to is there", async () => {
  for (const folder of [
    ".",
    "cms",
    "functions",
    "functions/contract",
    "local",
    "migrations",
    "tests",
    "web",
  ]) {
    const text = await read(join(folder, "README.md"));
    for (const target of firsts(text, /\]\((?!https?:)([^)#]+)/g)) {
      await expect(readFile(place(join(folder, target))), `${folder}: ${target}`).resolves.toBeDefined();
    }
  }
});

test(".env.example marks as coming what nothing uses yet, and only that", async () => {
  const files = (await sourcesIn("functions", "local", "web")).filter(
    (file) => !["functions/env.ts", "functions/variables.ts"].includes(file),
  );
  const code = (await Promise.all([...files, "cms/project.ts"].map(read))).join("\n");
  const [, ...coming] = example.split("# Coming, used by nothing yet");
  const marked = coming.flatMap((rest) => firsts(rest.split(/\n(?:\n|#)/)[0] ?? "", /^(\w+)=/gm));
  // The check of the environment hands the keys on under another name.
  const all = firsts(example, /^(\w+)=/gm).filter((name) => name !== "AUTH_KEYS");
  expect(sorted(marked)).toEqual(sorted(all.filter((name) => !code.includes(name))));
});
