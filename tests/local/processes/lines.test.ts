import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { expect, test } from "vitest";
import { followLines, readJsonLines, readLines } from "#local/processes/lines.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const folder = createTestFolder();
const entries = [{ text: "a\u2028b\u2029c\u0085d\re" }, { text: "ñ" }];
const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

/** Returns a stream that splits text between any two bytes. */
const toByteStream = (content: string) =>
  Readable.from([...Buffer.from(content)].map((byte) => Buffer.of(byte)));

test("a stream has lines at line feeds only, wherever its chunks end", async () => {
  const readEntries: unknown[] = [];
  for await (const line of readLines(toByteStream(text))) readEntries.push(JSON.parse(line));
  expect(readEntries).toEqual(entries);
  const followedLines: string[] = [];
  const output = toByteStream(`${text}last`);
  followLines(output, (line) => followedLines.push(line));
  await finished(output);
  expect(followedLines).toEqual([...text.trimEnd().split("\n"), "last"]);
});

test("a file is read with every character of its texts", async () => {
  const file = join(folder, "whole.ndjson");
  await writeFile(file, text);
  expect(await readJsonLines(file)).toEqual(entries);
  expect(await readFile(file, "utf8")).toBe(text);
  expect(await readJsonLines(join(folder, "missing.ndjson"))).toEqual([]);
});

test.each([
  ["half a line", '{"text":"hal'],
  ["half a character", Buffer.from('{"text":"ñ').subarray(0, -1)],
  ["the zeros of a power cut", "\0\0\0"],
])("%s at the end is moved into a named file, and the rest is read", async (title, rest) => {
  const name = `${title.replaceAll(" ", "-")}.ndjson`;
  const file = join(folder, name);
  await writeFile(file, Buffer.concat([Buffer.from(text), Buffer.from(rest)]));
  const sentences: string[] = [];
  expect(await readJsonLines(file, 1, (sentence) => void sentences.push(sentence))).toEqual(entries);
  expect(await readFile(file, "utf8")).toBe(text);
  const [damagedName = ""] = (await readdir(folder)).filter((other) => other.startsWith(`${name}.damaged-`));
  expect(await readFile(join(folder, damagedName))).toEqual(Buffer.from(rest));
  expect(sentences).toEqual([
    `The last line of ${file} was cut short, and is now in ${join(folder, damagedName)}; all lines before it are kept.`,
  ]);
});

test("a whole last line without its line feed is kept, and the next line starts after it", async () => {
  const file = join(folder, "no-line-feed.ndjson");
  await writeFile(file, text.trimEnd());
  expect(await readJsonLines(file)).toEqual(entries);
  expect(await readFile(file, "utf8")).toBe(text);
});

test("a damaged line before the last, or one that is never cut short, is an error, and nothing changes", async () => {
  const file = join(folder, "damaged.ndjson");
  await writeFile(file, `{"text":\n${text}`);
  await expect(readJsonLines(file)).rejects.toThrow(`Line 1 of ${file} is damaged.`);
  await writeFile(file, '{"text":');
  await expect(readJsonLines(file, 1)).rejects.toThrow(`Line 1 of ${file} is damaged.`);
  expect(await readFile(file, "utf8")).toBe('{"text":');
});
