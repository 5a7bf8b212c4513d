import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePorts } from "#local/processes/ports.ts";
import { startSanity } from "#local/sanity/server.ts";
import { createTestClient, testDataset } from "./clients.ts";

const documents = [{ _id: "home", _type: "page", title: "Home" }];
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "vitrina-sanity-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const openEditor = async (origin: string) =>
  createTestClient(origin, await readFile(join(directory, "token"), "utf8"));

test("nothing that was acknowledged is lost when the process is killed", async () => {
  const [port = 0] = await findFreePorts(1);
  const start = async () => {
    const child = spawn(
      process.execPath,
      ["local/processes/serve.ts", "local/sanity/server.ts", "startSanity"],
      {
        env: { ...process.env, SERVICE_OPTIONS: JSON.stringify({ ...testDataset, port, directory }) },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await once(child.stdout, "data");
    return child;
  };
  const first = await start();
  const client = await openEditor(`http://localhost:${port}`);
  const red = { width: 8, height: 8, channels: 3 as const, background: "red" };
  const picture = await client.assets.upload("image", await sharp({ create: red }).png().toBuffer());
  const acknowledged = new Set<number>();
  const exitEvent = once(first, "exit");
  const writes = Array.from({ length: 400 }, async (_, number) => {
    await client.create({ _id: `note-${number}`, _type: "note", number });
    acknowledged.add(number);
    if (acknowledged.size === 100) first.kill("SIGKILL");
  });
  await Promise.allSettled(writes);
  await exitEvent;

  const second = await start();
  const storedNumbers = new Set(await client.fetch<number[]>('*[_type == "note"].number'));
  expect([...acknowledged].filter((number) => !storedNumbers.has(number))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(100);
  expect((await fetch(picture.url)).status).toBe(200);
  const secondExit = once(second, "exit");
  second.kill("SIGTERM");
  await secondExit;
});

test("a dataset from before the menu gets one, and keeps the changes of editors", async () => {
  const options = { ...testDataset, port: 0, directory };
  const first = await startSanity({ ...options, documents });
  await (await openEditor(first.origin)).patch("home").set({ title: "Second" }).commit();
  await first.close();
  const laterDocuments = [...documents, { _id: "navigation", _type: "navigation", menu: [] }];
  for (const round of ["Begun", "Changed"]) {
    const sanity = await startSanity({ ...options, documents: laterDocuments });
    const editor = await openEditor(sanity.origin);
    expect(await editor.fetch('*[_id == "home"][0].title')).toBe("Second");
    expect(await editor.fetch('*[_id == "navigation"][0]{menu, note}')).toEqual({
      menu: [],
      note: round === "Begun" ? null : "Changed",
    });
    await editor.patch("navigation").set({ note: "Changed" }).commit();
    await sanity.close();
  }
});

test("a text with line and paragraph separators survives a restart", async () => {
  const options = { ...testDataset, port: 0, directory, documents };
  const first = await startSanity(options);
  const title = "Línea uno\u2028línea dos\u2029fin";
  await (await openEditor(first.origin)).patch("home").set({ title }).commit();
  await first.close();
  const second = await startSanity(options);
  expect(await (await openEditor(second.origin)).getDocument("home")).toMatchObject({ title });
  await second.close();
});

test("a truncated last line is put aside, and later lines are kept", async () => {
  const options = { ...testDataset, port: 0, directory, documents };
  const first = await startSanity(options);
  await (await openEditor(first.origin)).patch("home").set({ title: "Second" }).commit();
  await first.close();
  await appendFile(join(directory, "journal.ndjson"), '{"id":"torn","timestamp":"2026');
  const second = await startSanity(options);
  const client = await openEditor(second.origin);
  expect(await client.getDocument("home")).toMatchObject({ title: "Second" });
  await client.patch("home").set({ title: "Third" }).commit();
  await second.close();
  const third = await startSanity(options);
  expect(await (await openEditor(third.origin)).getDocument("home")).toMatchObject({ title: "Third" });
  await third.close();
});

test("the launch copy is imported once, and the history survives a restart", async () => {
  const options = { ...testDataset, port: 0, directory, documents };
  const first = await startSanity(options);
  await (await openEditor(first.origin)).delete("home");
  await first.close();
  const second = await startSanity(options);
  const client = await openEditor(second.origin);
  expect(await client.getDocument("home")).toBeUndefined();
  const last = await client.request({ url: "/data/history/production/documents/home?lastRevision=true" });
  expect(last.documents).toMatchObject([{ title: "Home" }]);
  await second.close();
});

test("the address of a picture follows the port of the stand-in", async () => {
  const picture = { _type: "image", _sanityAsset: "image@file://./pictures/og-default.webp" };
  const gallery = { _id: "shown", _type: "gallery", picture };
  const options = { ...testDataset, port: 0, directory, documents: [gallery] };
  await (await startSanity(options)).close();
  const secondStart = await startSanity(options);
  const client = await openEditor(secondStart.origin);
  const url = await client.fetch<string>('*[_id == "shown"][0].picture.asset->url');
  expect(url.startsWith(secondStart.origin)).toBe(true);
  expect((await fetch(url)).status).toBe(200);
  await secondStart.close();
});
