import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import { takeLock } from "#local/processes/lock.ts";
import { freePorts } from "#local/processes/ports.ts";
import { startSanity } from "#local/sanity/server.ts";
import { clientOf, place } from "./clients.ts";

let folder: string;
let sanity: Awaited<ReturnType<typeof startSanity>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-content-"));
  sanity = await startSanity({ ...place, port: 0, directory: join(folder, "content") });
});
afterAll(async () => {
  await sanity.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `npm run content -- …`; returns its output and exit code. */
const content = (...words: string[]) => contentOf(folder, sanity.port, ...words);
const contentOf = (state: string, port: number, ...words: string[]) =>
  new Promise<[output: string, code: number]>((resolve) => {
    const env = { ...process.env, LOCAL_STATE: state, LAKE_PORT: String(port), SANITY_PROJECT_ID: "" };
    execFile(process.execPath, ["local/commands/content.ts", ...words], { env }, (error, stdout, stderr) =>
      resolve([(stdout + stderr).trim(), Number(error?.code ?? 0)]),
    );
  });

const archive = async (name: string, ...lines: string[]) => {
  await writeFile(join(folder, name), `${lines.join("\n")}\n`);
  return join(folder, name);
};

test("an archive is exported and imported, and an import without a file restores the launch copy", async () => {
  const file = join(folder, "new", "content.ndjson");
  const documents = readSeed().length;
  const pictures = (await readdir(join(seedDirectory, "pictures"))).length;
  const wrote = `Wrote ${documents} documents to ${file}, and ${pictures} pictures beside it.`;
  expect(await content("export", file)).toEqual([wrote, 0]);
  const headline = () => clientOf(sanity.origin).fetch<string>('*[_id == "home"][0].sections[0].title.es');
  const launched = await headline();
  const edited = (await readFile(file, "utf8"))
    .split("\n")
    .map((line) => (line.includes('"_id":"home"') ? line.replace(JSON.stringify(launched), '"Hola"') : line))
    .join("\n");
  await writeFile(file, edited);
  expect(await content("import", file)).toEqual([`Imported ${documents} documents from ${file}.`, 0]);
  expect(await headline()).toBe("Hola");
  expect(await content("import")).toEqual([`Imported ${documents} documents from cms/seed.`, 0]);
  expect(await headline()).toBe(launched);
});

describe("while npm start does not run", () => {
  test("an import works, too, and the next start has its content", async () => {
    const state = join(folder, "stopped");
    const [port = 0] = await freePorts(1);
    const words = '{"_id":"added","_type":"redirect","from":"/old"}';
    const file = await archive("added.ndjson", words);
    expect(await contentOf(state, port, "import", file)).toEqual([`Imported 1 documents from ${file}.`, 0]);
    expect(await readdir(state)).not.toContain("lock");
    const next = await startSanity({ ...place, port: 0, directory: join(state, "content") });
    const ids = await clientOf(next.origin).fetch<string[]>('*[_type in ["page", "redirect"]]._id');
    await next.close();
    expect(ids).toContain("added");
    expect(ids).toContain("home");
  });

  test("a state folder that the command creates is private to its owner, and can be reset", async () => {
    const state = join(folder, "fresh");
    const [port = 0, databasePort = 0] = await freePorts(2);
    const [, code] = await contentOf(state, port, "export", join(folder, "fresh.ndjson"));
    expect(code).toBe(0);
    expect(((await stat(state)).mode & 0o777).toString(8)).toBe("700");
    const env = { ...process.env, LOCAL_STATE: state, DATABASE_PORT: String(databasePort) };
    const { stdout } = await promisify(execFile)(process.execPath, ["local/commands/reset.ts"], { env });
    expect(stdout.trim()).toBe(`${state} is empty again.`);
    expect(await readdir(folder)).not.toContain("fresh");
  });

  test("a state folder in use stays unchanged, and one sentence reports that", async () => {
    const state = join(folder, "taken");
    const [port = 0] = await freePorts(1);
    await mkdir(state);
    const release = await takeLock(join(state, "lock"), String);
    expect(await contentOf(state, port, "import")).toEqual([
      `${state} is in use by process ${process.pid}, and its content does not answer at http://localhost:${port}: wait until npm start is ready, or end it.`,
      1,
    ]);
    expect(await readdir(state)).toEqual(["lock"]);
    await release();
  });
});

describe("one sentence reports the fault and its position", () => {
  test.each([
    [["publish"], "unknown command 'publish'"],
    [["export", ""], "It is empty"],
    [["import", "a", "b"], "too many arguments"],
  ])("arguments %j", async (words, fault) => {
    expect(await content(...words)).toEqual([expect.stringMatching(`^.*${fault}.*$`), 2]);
  });

  const page = (id: string, more = "") => `{"_id":"${id}","_type":"page"${more}}`;
  const picture = ',"sections":[{"_sanityAsset":"image@file://./images/gone.webp"}]';
  test.each([
    ["no JSON", [page("a"), "{oops"], /, line 2 is not JSON: .+\.$/],
    ["no id", ['{"_type":"page"}'], /, line 1 is no document: it has no _id\.$/],
    ["no document", ["null"], /, line 1 is no document: it has no _id\.$/],
    ["no type", [page("a"), '{"_id":"b"}'], /, line 2: the document "b" has no _type\.$/],
    ["a document twice", [page("a"), page("a")], /, line 2: the document "a" stands in line 1 too\.$/],
    [
      "a missing picture",
      [page("a", picture)],
      /, line 1: the document "a" shows \.\/images\/gone\.webp, which is not there\.$/,
    ],
    ["no line", [""], /\.ndjson holds no document\.$/],
  ])("a file with %s", async (_, lines, sentence) => {
    const [output, code] = await content("import", await archive("broken.ndjson", ...lines));
    expect(output.split("\n")).toEqual([expect.stringMatching(sentence)]);
    expect(code).toBe(1);
  });

  test("no file, or a folder", async () => {
    const gone = join(folder, "gone.ndjson");
    expect(await content("import", gone)).toEqual([`There is no file ${gone} that can be read.`, 1]);
    expect(await content("import", folder)).toEqual([`${folder} is a folder: name the file in it.`, 1]);
  });

  test("a reference to a missing document", async () => {
    const lost = page("lost", ',"link":{"_type":"reference","_ref":"nowhere"}');
    const [output, code] = await content("import", await archive("lost.ndjson", lost));
    expect(output.split("\n")).toEqual([expect.stringMatching(/"?lost"?.+"?nowhere"?/)]);
    expect(code).toBe(1);
  });
});

describe("a fault in the launch copy is reported with its file", () => {
  const seed = async (file: string, text: string) => {
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
    const directory = await seed(file, text);
    expect(() => readSeed(directory)).toThrow(sentence);
  });
});
