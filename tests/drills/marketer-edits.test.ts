import { execFile } from "node:child_process";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { readSeed, toFileName } from "#cms/seed/documents.ts";
import { formatDocument } from "#cms/seed/format.ts";
import { buildSite, documents } from "../support/built-site.ts";
import { applyEditorEdits } from "../support/marketer-edits.ts";
import { listMarkupFaults } from "../support/markup.ts";
import { createTestFolder } from "../support/test-folder.ts";

// These tests read the launch copy itself; most other tests have their own copies.
const testFiles = ["tests/unit/cms/seed/seed.test", "tests/unit/cms/content/load", "tests/database/privacy"];
const sources = [
  "cms",
  "functions",
  "local",
  "migrations",
  "web",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "wrangler.toml",
];
const testSources = ["tests", "vitest.config.ts"];

const editedDocuments = applyEditorEdits(readSeed());
const tree = createTestFolder();
beforeAll(async () => {
  const filter = (path: string) => !/\/(node_modules|dist|\.sanity)$/.test(path);
  for (const source of [...sources, ...testSources]) {
    await cp(source, join(tree, source), { recursive: true, filter });
  }
  await symlink(join(process.cwd(), "node_modules"), join(tree, "node_modules"));
  for (const document of editedDocuments) {
    const file = join(tree, "cms/seed", toFileName(document));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, formatDocument(document));
  }
});

test("tests that read the launch copy pass after editors have changed it", async () => {
  const { LOCAL_POSTGRES_URL: _, ...env } = process.env;
  const variables = Object.entries(env).filter(([name]) => !name.startsWith("VITEST"));
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, "run", ...testFiles], {
    cwd: tree,
    env: Object.fromEntries(variables),
  }).catch((failure) => failure);
  expect(stdout).toMatch(new RegExp(`Test Files .*${testFiles.length} passed`));
  expect(stdout).not.toContain("failed");
});

test("an edited launch copy builds documents that conform to the HTML standard", async () => {
  const builtSite = await buildSite("edited", editedDocuments);
  expect(builtSite.page("index.html")).toContain("Otro titular 1");
  for (const { file } of documents) expect(await listMarkupFaults(builtSite.page(file)), file).toEqual([]);
  await builtSite.close();
});
