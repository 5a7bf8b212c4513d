import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeImage } from "#local/sanity/assets.ts";
import { startSanity } from "#local/sanity/server.ts";
import { createTestClient, testDataset } from "./clients.ts";

const original = new URL("../../../cms/seed/pictures/og-default.webp", import.meta.url);
const documents = [
  {
    _id: "shown",
    _type: "gallery",
    picture: { _type: "image", _sanityAsset: "image@file://./pictures/og-default.webp" },
  },
];

let sanity: Awaited<ReturnType<typeof startSanity>>;
let address: string;
beforeAll(async () => {
  sanity = await startSanity({ ...testDataset, port: 0, documents });
  const client = createTestClient(sanity.origin);
  address = await client.fetch('*[_id == "shown"][0].picture.asset->url');
});
afterAll(() => sanity.close());

async function fetchPicture(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${address}${query}`, { headers });
  expect(response.status).toBe(200);
  const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
  expect(response.headers.get("content-type")).toBe(`image/${format}`);
  return [width, height, format];
}

describe("a picture", () => {
  test("has Sanity's address, which serves the original file", async () => {
    expect(address).toMatch(/\/images\/vitrina0\/production\/[0-9a-f]{40}-1200x630\.webp$/);
    const response = await fetch(address);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(original));
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000");
  });

  test("is scaled in proportion to the requested size", async () => {
    expect(await fetchPicture("?w=600")).toEqual([600, 315, "webp"]);
    expect(await fetchPicture("?h=63")).toEqual([120, 63, "webp"]);
    expect(await fetchPicture("?w=600&h=63")).toEqual([120, 63, "webp"]);
  });

  test("is cropped to the size with fit=crop, and never enlarged with fit=max", async () => {
    expect(await fetchPicture("?w=300&h=300&fit=crop")).toEqual([300, 300, "webp"]);
    expect(await fetchPicture("?w=2400&fit=max")).toEqual([1200, 630, "webp"]);
    expect(await fetchPicture("?w=2400")).toEqual([2400, 1260, "webp"]);
  });

  test("is converted to another format with fm, or to an accepted format with auto=format", async () => {
    expect(await fetchPicture("?w=60&fm=jpg")).toEqual([60, 32, "jpeg"]);
    expect(await fetchPicture("?w=60&fm=png")).toEqual([60, 32, "png"]);
    expect(await fetchPicture("?w=60&auto=format", { accept: "image/webp,*/*" })).toEqual([60, 32, "webp"]);
  });

  test("is converted to AVIF for browsers that accept it, which get the next best format meanwhile", async () => {
    const accept = "image/avif,image/webp";
    const fetchType = async () =>
      (await fetch(`${address}?w=61&auto=format`, { headers: { accept } })).headers.get("Content-Type");
    expect([await fetchType(), await fetchType()]).toEqual(["image/webp", "image/avif"]);
  });

  test("is cropped with rect, and scaled for a denser screen with dpr", async () => {
    expect(await fetchPicture("?rect=100,0,400,300")).toEqual([400, 300, "webp"]);
    expect(await fetchPicture("?rect=100,0,400,300&w=200&dpr=2")).toEqual([400, 300, "webp"]);
  });

  test("is smaller with a lower quality", async () => {
    const fetchSize = async (quality: number) =>
      (await (await fetch(`${address}?w=600&fm=jpg&q=${quality}`)).arrayBuffer()).byteLength;
    expect(await fetchSize(20)).toBeLessThan((await fetchSize(90)) / 2);
  });

  test.each([
    "?w=0",
    "?w=9000",
    "?w=1.5",
    "?q=101",
    "?fm=bmp",
    "?fit=stretch",
    "?auto=x",
    "?rect=0,0,1",
    "?rect=0,0,9000,1",
    "?blur=9",
  ])("is rejected with %s", async (query) => {
    expect((await fetch(`${address}${query}`)).status).toBe(400);
  });

  test("is missing under another name, dataset or project: 404", async () => {
    for (const otherAddress of [
      address.replace(/[0-9a-f]{40}/, "0".repeat(40)),
      address.replace("production", "staging"),
      address.replace("vitrina0", "other0"),
    ]) {
      expect((await fetch(otherAddress)).status).toBe(404);
    }
  });
});

test("a photo that a camera stored sideways has the size of the upright picture", async () => {
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#00d" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { document } = await describeImage(bytes, "photo.jpg", {
    ...testDataset,
    origin: "http://localhost",
  });
  expect(document._id).toMatch(/-60x90-jpg$/);
  expect(document.metadata.dimensions).toMatchObject({ width: 60, height: 90 });
});
