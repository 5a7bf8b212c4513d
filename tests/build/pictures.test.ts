import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Picture } from "#cms/content/types.ts";
import { readPicture } from "#web/build/build-cache.ts";
import type { SiteContent } from "#web/build/content.ts";
import { putShareCard, toShareCardFile } from "#web/build/draw-share-card.ts";
import { listPictureFiles, writePictures } from "#web/build/pictures.ts";

const files = new Map<string, Buffer>();
let server: Server;
let folder: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    response.writeHead(file ? 200 : 404).end(file);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  folder = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const text = { es: "Una foto", en: "A photo" };

/** Returns a picture as the content has it: Sanity stores the size of the upright picture. */
function toPicture(bytes: Buffer, width: number, height: number): Picture {
  const path = `/${createHash("sha1").update(bytes).digest("hex")}-${width}x${height}.jpg`;
  files.set(path, bytes);
  return { alt: text, url: folder + path, width, height, focus: null, dark: null } as unknown as Picture;
}

/** Creates an upright phone photo: stored as landscape, red on the left, to be rotated clockwise by 90°. */
async function takePhoto(): Promise<Picture> {
  const red = await sharp({ create: { width: 45, height: 60, channels: 3, background: "#d00" } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#00d" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return toPicture(bytes, 60, 90);
}

/** Returns the color of the pixel at a fraction of the width and height. */
async function readColor(bytes: Buffer, x: number, y: number): Promise<"red" | "blue"> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? "red" : "blue";
}

test("rotates a photo that is stored sideways, in its own proportions", async () => {
  for (const { address, make } of listPictureFiles(await takePhoto())) {
    const bytes = await make();
    const { width, height } = await sharp(bytes).metadata();
    expect([address, width, height]).toEqual([address, 60, 90]);
    expect([await readColor(bytes, 0.5, 0.2), await readColor(bytes, 0.5, 0.8)]).toEqual(["red", "blue"]);
  }
});

test("draws a share card with that photo upright", async () => {
  const { make } = toShareCardFile({
    card: { address: "/pictures/card.jpg", alt: "", width: 1200, height: 630 },
    texts: { title: "Sitios web", brandName: "Guaria Digital", place: "Costa Rica" },
    picture: await takePhoto(),
  });
  const bytes = await make();
  expect([await readColor(bytes, 0.85, 0.1), await readColor(bytes, 0.85, 0.9)]).toEqual(["red", "blue"]);
});

test.each([
  ["the general card", true],
  ["the company's mark alone", false],
])("replaces a share card that cannot be drawn by %s, and names the reason", async (_, hasGeneralCard) => {
  const outDirectory = await mkdtemp(join(tmpdir(), "vitrina-card-"));
  await mkdir(join(outDirectory, "pictures"));
  onTestFinished(() => rm(outDirectory, { recursive: true }));
  const missingPicture = { ...(await takePhoto()), url: `${folder}/${randomUUID()}-60x90.jpg` };
  const address = `/pictures/${randomUUID()}.jpg`;
  const reason = await putShareCard(
    outDirectory,
    {
      card: { address, alt: "", width: 1200, height: 630 },
      texts: { title: "Sitios web", brandName: "Guaria Digital", place: "Costa Rica" },
      picture: missingPicture,
    },
    hasGeneralCard ? await takePhoto() : missingPicture,
  );
  expect(reason).toContain(missingPicture.url);
  const bytes = await readFile(join(outDirectory, address));
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  const corner = await sharp(bytes).extract({ left: 900, top: 20, width: 250, height: 100 }).toBuffer();
  const { dominant } = await sharp(corner).stats();
  expect(dominant.r > 200 && dominant.g < 50).toBe(hasGeneralCard);
});

test("draws a letter on a share card with a font that has it", async () => {
  const picture = await takePhoto();
  const draw = (title: string) =>
    toShareCardFile({
      card: { address: "/pictures/card.jpg", alt: "", width: 1200, height: 630 },
      texts: { title, brandName: "Guaria Digital", place: "Costa Rica" },
      picture,
    }).make();
  const box = await draw("中");
  for (const letter of "Łệ№≥") expect([letter, (await draw(letter)).equals(box)]).toEqual([letter, false]);
});

/** Returns whether any pixel of an encoded picture is clearly red, as what an editor cut off is here. */
async function hasRed(bytes: Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) > 90 && (data[at + 2] ?? 0) < 120) return true;
  }
  return false;
}

test("encodes no pixel of what an editor cut off, in the size of the rest", async () => {
  const photo = await takePhoto();
  const cropped = { ...photo, url: `${photo.url}?rect=0,45,60,45`, height: 45 };
  expect(await hasRed((await listPictureFiles(photo)[0]?.make()) ?? Buffer.alloc(0))).toBe(true);
  for (const { address, make } of listPictureFiles(cropped)) {
    const bytes = await make();
    const { width, height } = await sharp(bytes).metadata();
    expect([address, width, height, await hasRed(bytes)]).toEqual([address, 60, 45, false]);
    expect(address).toMatch(/^\/pictures\/[0-9a-f]{12}-0_45_60_45-1-60\.(avif|webp)$/);
  }
  const { make } = toShareCardFile({
    card: { address: "/pictures/card.jpg", alt: "", width: 1200, height: 630 },
    texts: { title: "Sitios web", brandName: "Guaria Digital", place: "Costa Rica" },
    picture: cropped,
  });
  const picture = await sharp(await make())
    .extract({ left: 920, top: 0, width: 280, height: 630 })
    .png()
    .toBuffer();
  expect(await hasRed(picture)).toBe(false);
});

test("a deployed build never uses a quick picture, and a quick build uses pictures of deployed builds", async () => {
  const createMake = (text: string) => vi.fn(async () => Buffer.from(text));
  const [address, otherAddress] = [`/pictures/${randomUUID()}.avif`, `/pictures/${randomUUID()}.avif`];
  const [quick, careful] = [createMake("quick"), createMake("careful")];
  expect(String(await readPicture({ address, make: quick, isQuick: true }))).toBe("quick");
  expect(String(await readPicture({ address, make: careful }))).toBe("careful");
  expect(String(await readPicture({ address, make: quick, isQuick: true }))).toBe("careful");
  for (const isQuick of [true, true]) await readPicture({ address: otherAddress, make: quick, isQuick });
  expect(quick).toHaveBeenCalledTimes(2);
  const cache = new URL("../../node_modules/.cache/vitrina/", import.meta.url);
  const cachedFiles = ["pictures", "quick-pictures"].flatMap((shelf) => [
    shelf + address,
    shelf + otherAddress,
  ]);
  await Promise.all(
    cachedFiles.map((file) => rm(new URL(file.replace("/pictures/", "/"), cache), { force: true })),
  );
});

test("leaves out a picture that cannot be made, with what shows nothing else, and names its field", async () => {
  const unreadable = toPicture(Buffer.from("no picture"), 60, 90);
  const photo = await takePhoto();
  const sections = [
    { _type: "hero", picture: unreadable },
    { _type: "gallery", items: [{ picture: photo }, { picture: unreadable }] },
    { _type: "pictureText", picture: unreadable },
  ];
  const site = {
    pages: [{ name: "about", sections }],
    settings: { sharePicture: photo },
    published: { pages: [{ name: "about" }] },
    leftOut: [],
  } as unknown as SiteContent;
  const outDirectory = await mkdtemp(join(tmpdir(), "vitrina-pictures-"));
  const { pages, leftOut } = await writePictures(outDirectory, site, () => {});
  await rm(outDirectory, { recursive: true });
  expect(pages[0]?.sections).toEqual([
    { _type: "hero", picture: null },
    { _type: "gallery", items: [{ picture: photo }] },
  ]);
  expect(leftOut).toEqual(
    ["sections[0].picture", "sections[1].items[1].picture", "sections[2].picture"].map(
      (field) => `page "about": ${field} shows a picture whose file cannot be read.`,
    ),
  );
});
