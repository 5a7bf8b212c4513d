import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import { takeLock } from "#local/processes/lock.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { startSanity } from "#local/sanity/server.ts";
import { runNode } from "../../support/run-node.ts";
import { createTestFolder } from "../../support/test-folder.ts";
import { createTestClient, testDataset } from "./clients.ts";

const folder = createTestFolder();
let sanity: Awaited<ReturnType<typeof startSanity>>;
beforeAll(async () => {
  sanity = await startSanity({ ...testDataset, port: 0, directory: join(folder, "content") });
});
afterAll(() => sanity.close());

/** Runs `npm run content -- …`; returns its output and exit code. */
const runContent = (...args: string[]) => runContentIn(folder, sanity.port, ...args);
async function runContentIn(state: string, port: number, ...args: string[]) {
  const variables = { LOCAL_STATE: state, LAKE_PORT: String(port), SANITY_PROJECT_ID: "" };
  const { code, output } = await runNode(["local/commands/content.ts", ...args], variables);
  return [output, code] as const;
}

const writeArchive = async (name: string, ...lines: string[]) => {
  await writeFile(join(folder, name), `${lines.join("\n")}\n`);
  return join(folder, name);
};

test("an archive is exported and imported, and an import without a file restores the launch copy", async () => {
  const file = join(folder, "new", "content.ndjson");
  const documents = readSeed().length;
  const pictures = (await readdir(join(seedDirectory, "pictures"))).length;
  const exportMessage = `Wrote ${documents} documents to ${file}, and ${pictures} pictures beside it.`;
  expect(await runContent("export", file)).toEqual([exportMessage, 0]);
  const readHeadline = () =>
    createTestClient(sanity.origin).fetch<string>('*[_id == "home"][0].sections[0].title.es');
  const launchHeadline = await readHeadline();
  const editedText = (await readFile(file, "utf8"))
    .split("\n")
    .map((line) =>
      line.includes('"_id":"home"') ? line.replace(JSON.stringify(launchHeadline), '"Hola"') : line,
    )
    .join("\n");
  await writeFile(file, editedText);
  expect(await runContent("import", file)).toEqual([`Imported ${documents} documents from ${file}.`, 0]);
  expect(await readHeadline()).toBe("Hola");
  expect(await runContent("import")).toEqual([`Imported ${documents} documents from cms/seed.`, 0]);
  expect(await readHeadline()).toBe(launchHeadline);
});

describe("while npm start does not run", () => {
  test("an import works, too, and the next start has its content", async () => {
    const state = join(folder, "stopped");
    const [port = 0] = await findFreePorts(1);
    const documentLine = '{"_id":"added","_type":"redirect","from":"/old"}';
    const file = await writeArchive("added.ndjson", documentLine);
    expect(await runContentIn(state, port, "import", file)).toEqual([
      `Imported 1 documents from ${file}.`,
      0,
    ]);
    expect(await readdir(state)).not.toContain("lock");
    const nextSanity = await startSanity({ ...testDataset, port: 0, directory: join(state, "content") });
    const ids = await createTestClient(nextSanity.origin).fetch<string[]>(
      '*[_type in ["page", "redirect"]]._id',
    );
    await nextSanity.close();
    expect(ids).toContain("added");
    expect(ids).toContain("home");
  });

  test("a state folder that the command creates is private to its owner, and can be reset", async () => {
    const state = join(folder, "fresh");
    const [port = 0, databasePort = 0] = await findFreePorts(2);
    const [, code] = await runContentIn(state, port, "export", join(folder, "fresh.ndjson"));
    expect(code).toBe(0);
    expect(((await stat(state)).mode & 0o777).toString(8)).toBe("700");
    const variables = { LOCAL_STATE: state, DATABASE_PORT: String(databasePort) };
    const { output } = await runNode(["local/commands/reset.ts"], variables);
    expect(output).toBe(`${state} is empty again.`);
    expect(await readdir(folder)).not.toContain("fresh");
  });

  test("a state folder in use stays unchanged, and one sentence reports that", async () => {
    const state = join(folder, "taken");
    const [port = 0] = await findFreePorts(1);
    await mkdir(state);
    const release = await takeLock(join(state, "lock"), String);
    expect(await runContentIn(state, port, "import")).toEqual([
      `${state} is in use by process ${process.pid}, and its content does not answer at http://localhost:${port}: wait until npm start is ready, or end it.`,
      1,
    ]);
    expect(await readdir(state)).toEqual(["lock"]);
    await release();
  });
});

describe("one sentence reports the fault and its position", () => {
  const createPage = (id: string, otherFields = "") => `{"_id":"${id}","_type":"page"${otherFields}}`;
  const picture = ',"sections":[{"_sanityAsset":"image@file://./images/gone.webp"}]';
  test.each([
    ["no JSON", [createPage("a"), "{oops"], /, line 2 is not JSON: .+\.$/],
    ["no id", ['{"_type":"page"}'], /, line 1 is no document: it has no _id\.$/],
    ["no document", ["null"], /, line 1 is no document: it has no _id\.$/],
    ["no type", [createPage("a"), '{"_id":"b"}'], /, line 2: the document "b" has no _type\.$/],
    [
      "a document twice",
      [createPage("a"), createPage("a")],
      /, line 2: line 1 has the document "a" already\.$/,
    ],
    [
      "a missing picture",
      [createPage("a", picture)],
      /, line 1: the document "a" shows \.\/images\/gone\.webp, which is not there\.$/,
    ],
    ["no line", [""], /\.ndjson holds no document\.$/],
  ])("a file with %s", async (_, lines, sentence) => {
    const [output, code] = await runContent("import", await writeArchive("broken.ndjson", ...lines));
    expect(output.split("\n")).toEqual([expect.stringMatching(sentence)]);
    expect(code).toBe(1);
  });

  test("no file, or a folder", async () => {
    const missingFile = join(folder, "gone.ndjson");
    expect(await runContent("import", missingFile)).toEqual([
      `The file ${missingFile} does not exist or cannot be read.`,
      1,
    ]);
    expect(await runContent("import", folder)).toEqual([`${folder} is a folder: name the file in it.`, 1]);
  });

  test("a reference to a missing document", async () => {
    const lostPage = createPage("lost", ',"link":{"_type":"reference","_ref":"nowhere"}');
    const [output, code] = await runContent("import", await writeArchive("lost.ndjson", lostPage));
    expect(output.split("\n")).toEqual([expect.stringMatching(/"?lost"?.+"?nowhere"?/)]);
    expect(code).toBe(1);
  });
});

describe("a fault in the launch copy is reported with its file", () => {
  const writeSeed = async (file: string, text: string) => {
    const directory = await mkdtemp(join(folder, "seed-"));
    await mkdir(join(directory, "pages"));
    await writeFile(join(directory, file), text);
    return directory;
  };
  test.each([
    ["pages/home.json", '{"_id": "home",}', /pages\/home\.json is not JSON: .+\.$/],
    [
      "pages/home.json",
      '{"_id":"cctv","_type":"page"}',
      /home\.json holds the page "cctv", which belongs in pages\/cctv\.json\.$/,
    ],
    [
      "site-settings.json",
      '{"_id":"siteSettings","_type":"siteSettings","p":{"_sanityAsset":"image@file://./pictures/x.png"}}',
      /site-settings\.json: the document "siteSettings" shows \.\/pictures\/x\.png, which is not there\.$/,
    ],
  ])("%s: %s", async (file, text, sentence) => {
    const directory = await writeSeed(file, text);
    expect(() => readSeed(directory)).toThrow(sentence);
  });
});
