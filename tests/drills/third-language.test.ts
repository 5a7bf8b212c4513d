import { spawnSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createInstalledClone } from "../support/clone.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = ["web", "functions", "cms"];
const siteFile = "cms/content/site.ts";

/** Lists the files of a copy of the sources that do not compile with an invented third language. */
async function listFailingFiles(): Promise<string[]> {
  const copy = await createInstalledClone();
  try {
    const facts = await readFile(join(copy, siteFile), "utf8");
    await writeFile(join(copy, siteFile), facts.replace('["es", "en"]', '["es", "en", "xx"]'));

    const tsc = join(root, "node_modules", ".bin", "tsc");
    const outputs = sources.map((source) => {
      const options = ["--outDir", join(copy, "types", source), "--pretty", "false"];
      return spawnSync(process.execPath, [tsc, "-p", source, ...options], { cwd: copy, encoding: "utf8" })
        .stdout;
    });
    const failingFiles = [...outputs.join("\n").matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(
      ([, file = ""]) => file,
    );
    return [...new Set(failingFiles)].sort();
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Tables and files of texts by language, and the fields of queries. */
const languageFiles = [
  "cms/content/measured-figures.ts",
  "cms/content/site.ts",
  "cms/content/types.ts",
  "cms/schema/fields/choices.ts",
  "cms/schema/fields/page-address.ts",
  "functions/contract/account.ts",
  "functions/contract/field-names.ts",
  "functions/contract/form-fragments.ts",
  "functions/contract/submission.ts",
  "functions/inbox/csv.ts",
  "functions/mail/expiry.ts",
  "functions/mail/letter.ts",
  "functions/mail/templates/account.ts",
  "functions/mail/templates/contact.ts",
  "functions/mail/templates/passkeys-changed.ts",
  "functions/mail/templates/tokens.ts",
  "web/language/load-messages.ts",
  "web/pages/inbox/message/addresses.ts",
  "web/pages/not-found/not-found.tsx",
  "web/preview/messages.ts",
];

test("the compiler asks for every text of a new language, in the files that the recipe lists", async () => {
  const failingFiles = await listFailingFiles();
  expect(failingFiles).toEqual(languageFiles);
  const recipe = await readFile(join(root, "docs/recipes/language.md"), "utf8");
  const folders = failingFiles.map((file) => file.replace(/[^/]+$/, ""));
  const named = (file: string, index: number) =>
    recipe.includes(file) || recipe.includes(`\`${folders[index]}\``);
  expect(failingFiles.filter((file, index) => !named(file, index))).toEqual([]);
});
