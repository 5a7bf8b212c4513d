import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { buildArtifact } from "#local/product/artifact.ts";
import { budgets } from "#web/build/budgets.ts";
import { createTestFolder } from "../support/test-folder.ts";

const originalBudgets = { ...budgets };
const folder = createTestFolder();
afterEach(() => void Object.assign(budgets, originalBudgets));

test("a build of the launch copy fails with every page over its budget, and its heaviest sections", async () => {
  budgets.html = 8 * 1024;
  const failure = await buildArtifact({
    ...{ outDirectory: join(folder, "dist"), siteOrigin: "https://guaria.example", content: null },
    ...{ quickPictures: true, onWarning: () => {}, onStep: () => {} },
  }).then(String, String);
  const sentences = failure.replace(/^Error: /, "").split("\n");
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^The document \/\S* weighs \d{1,2}\.\d kB, and its budget is 8\.0 kB[;.]/);
  }
  const home = sentences.find((sentence) => sentence.startsWith("The document / "));
  expect(home).toMatch(/; the largest in it, in characters: section \d+ ".+" \d+, section/);
});
