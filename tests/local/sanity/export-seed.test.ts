import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { digest } from "#cms/schema/fields/follower.ts";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import { exportSeed } from "#local/sanity/export.ts";
import { startSanityWith } from "./clients.ts";

let directory: string;
let content: Awaited<ReturnType<typeof startSanityWith>>;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "vitrina-seed-"));
  await cp(seedDirectory, directory, { recursive: true });
  content = await startSanityWith();
});
afterEach(async () => {
  await content.sanity.close();
  await rm(directory, { recursive: true, force: true });
});

/** Reads every file of a folder as text; equal texts have equal bytes. */
async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files
        .toSorted()
        .map(async (file) => [file.slice(folder.length + 1), await readFile(file, "latin1")] as const),
    ),
  );
}

/** Lists the lines of files that an export changed, like a diff. */
async function listChanges(before: Map<string, string>): Promise<string[]> {
  const filesAfter = await readFiles(directory);
  const names = [...new Set([...before.keys(), ...filesAfter.keys()])].toSorted();
  return names.flatMap((name) => {
    const [oldText, newText] = [before.get(name), filesAfter.get(name)];
    if (oldText === newText) return [];
    if (oldText === undefined || newText === undefined) return `${oldText === undefined ? "+" : "-"} ${name}`;
    const lines = newText.split("\n");
    const oldLines = new Set(oldText.split("\n"));
    return lines.filter((line) => !oldLines.has(line)).map((line) => `${name}: ${line.trim()}`);
  });
}

test("an export without edits changes no byte of the launch copy", async () => {
  const filesBefore = await readFiles(directory);
  await content.editor.createOrReplace({ _id: "drafts.home", _type: "page", name: "not yet" });
  await content.editor.create({ _id: "scheduled-publication.home", _type: "scheduledPublication" });
  await exportSeed(content.editor, directory);
  expect(await listChanges(filesBefore)).toEqual([]);
});

test("the language that follows the other one is exported only while it is outdated", async () => {
  const filesBefore = await readFiles(directory);
  const home = (await content.editor.getDocument("home")) as unknown as { title: { es: string } };
  const follower = { language: "en", of: digest(home.title.es) };
  await content.editor.patch("home").set({ "title.follower": follower }).commit();
  await exportSeed(content.editor, directory);
  expect(await listChanges(filesBefore)).toEqual([]);
  await content.editor.patch("home").set({ "title.es": "Otra portada" }).commit();
  await exportSeed(content.editor, directory);
  expect((await listChanges(filesBefore)).join()).toContain(follower.of);
});

test("an edited headline changes one line", async () => {
  const filesBefore = await readFiles(directory);
  await content.editor.patch("home").set({ "sections[0].title.en": "Your business, in order" }).commit();
  await exportSeed(content.editor, directory);
  expect(await listChanges(filesBefore)).toEqual(['pages/home.json: "en": "Your business, in order"']);
});

test("an export adds a new picture and a new redirect, and removes unused ones", async () => {
  const filesBefore = await readFiles(directory);
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#804" } })
    .png()
    .toBuffer();
  // The name belongs to an existing picture with other bytes.
  const asset = await content.editor.assets.upload("image", bytes, { filename: "seo.webp" });
  const newReference = { _type: "reference", _ref: asset._id };
  const home = readSeed(directory).find(({ _id }) => _id === "home");
  const sections = home?.sections as { picture?: { _sanityAsset: string } }[];
  const index = sections.findIndex(({ picture }) => picture);
  const oldPicture = sections[index]?.picture?._sanityAsset.split("/").at(-1);
  await content.editor
    .patch("home")
    .set({ [`sections[${index}].picture.asset`]: newReference })
    .commit();
  await content.editor.create({ _id: "old", _type: "redirect", from: "/old" });
  await exportSeed(content.editor, directory);
  const name = `${asset._id.slice("image-".length, "image-".length + 8)}-seo.webp`;
  expect(await listChanges(filesBefore)).toEqual([
    `pages/home.json: "_sanityAsset": "image@file://./pictures/${name}",`,
    `+ pictures/${name}`,
    `- pictures/${oldPicture}`,
    "+ redirects/old.json",
  ]);
  expect(readSeed(directory)).toContainEqual({ _id: "old", _type: "redirect", from: "/old" });

  await content.editor.delete("old");
  await exportSeed(content.editor, directory);
  expect(await listChanges(filesBefore)).not.toContain("+ redirects/old.json");
});

test("an export of a dataset without published documents leaves the launch copy unchanged", async () => {
  const filesBefore = await readFiles(directory);
  const emptyContent = await startSanityWith([]);
  await expect(exportSeed(emptyContent.editor, directory)).rejects.toThrow("Nothing is published there");
  await emptyContent.sanity.close();
  expect(await listChanges(filesBefore)).toEqual([]);
});
