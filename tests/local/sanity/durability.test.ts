import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePorts } from "#local/processes/ports.ts";
import { startSanity } from "#local/sanity/server.ts";
import { clientOf, place } from "./clients.ts";

const documents = [{ _id: "home", _type: "page", title: "Home" }];
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "vitrina-sanity-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const editorOf = async (origin: string) => clientOf(origin, await readFile(join(directory, "token"), "utf8"));

test("nothing that was acknowledged is lost when the process is killed", async () => {
  const [port = 0] = await freePorts(1);
  const start = async () => {
    const child = spawn(process.execPath, ["local/sanity/main.ts"], {
      env: { ...process.env, LAKE_PORT: String(port), SANITY_DIRECTORY: directory },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    return child;
  };
  const first = await start();
  const client = await editorOf(`http://localhost:${port}`);
  const red = { width: 8, height: 8, channels: 3 as const, background: "red" };
  const picture = await client.assets.upload("image", await sharp({ create: red }).png().toBuffer());
  const acknowledged = new Set<number>();
  const ended = once(first, "exit");
  const writing = Array.from({ length: 400 }, async (_, number) => {
    await client.create({ _id: `note-${number}`, _type: "note", number });
    acknowledged.add(number);
    if (acknowledged.size === 100) first.kill("SIGKILL");
  });
  await Promise.allSettled(writing);
  await ended;

  const second = await start();
  const kept = new Set(await client.fetch<number[]>('*[_type == "note"].number'));
  expect([...acknowledged].filter((number) => !kept.has(number))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(100);
  expect((await fetch(picture.url)).status).toBe(200);
  const gone = once(second, "exit");
  second.kill("SIGTERM");
  await gone;
});

test("a dataset from before the menu gets one, and keeps the changes of editors", async () => {
  const options = { ...place, port: 0, directory };
  const first = await startSanity({ ...options, documents });
  await (await editorOf(first.origin)).patch("home").set({ title: "Second" }).commit();
  await first.close();
  const later = [...documents, { _id: "navigation", _type: "navigation", menu: [] }];
  for (const round of ["Begun", "Changed"]) {
    const sanity = await startSanity({ ...options, documents: later });
    const editor = await editorOf(sanity.origin);
    expect(await editor.fetch('*[_id == "home"][0].title')).toBe("Second");
    expect(await editor.fetch('*[_id == "navigation"][0]{menu, note}')).toEqual({
      menu: [],
      note: round === "Begun" ? null : "Changed",
    });
    await editor.patch("navigation").set({ note: "Changed" }).commit();
    await sanity.close();
  }
});

test("a truncated last line is dropped, and later lines are kept", async () => {
  const options = { ...place, port: 0, directory, documents };
  const first = await startSanity(options);
  await (await editorOf(first.origin)).patch("home").set({ title: "Second" }).commit();
  await first.close();
  await appendFile(join(directory, "journal.ndjson"), '{"id":"torn","timestamp":"2026');
  const second = await startSanity(options);
  const client = await editorOf(second.origin);
  expect(await client.getDocument("home")).toMatchObject({ title: "Second" });
  await client.patch("home").set({ title: "Third" }).commit();
  await second.close();
  const third = await startSanity(options);
  expect(await (await editorOf(third.origin)).getDocument("home")).toMatchObject({ title: "Third" });
  await third.close();
});

test("the launch copy is imported once, and the history survives a restart", async () => {
  const options = { ...place, port: 0, directory, documents };
  const first = await startSanity(options);
  await (await editorOf(first.origin)).delete("home");
  await first.close();
  const second = await startSanity(options);
  const client = await editorOf(second.origin);
  expect(await client.getDocument("home")).toBeUndefined();
  const last = await client.request({ url: "/data/history/production/documents/home?lastRevision=true" });
  expect(last.documents).toMatchObject([{ title: "Home" }]);
  await second.close();
});

test("the address of a picture follows the port of the stand-in", async () => {
  const picture = { _type: "image", _sanityAsset: "image@file://./pictures/og-default.webp" };
  const shown = { _id: "shown", _type: "gallery", picture };
  const options = { ...place, port: 0, directory, documents: [shown] };
  await (await startSanity(options)).close();
  const again = await startSanity(options);
  const client = await editorOf(again.origin);
  const url = await client.fetch<string>('*[_id == "shown"][0].picture.asset->url');
  expect(url.startsWith(again.origin)).toBe(true);
  expect((await fetch(url)).status).toBe(200);
  await again.close();
});
