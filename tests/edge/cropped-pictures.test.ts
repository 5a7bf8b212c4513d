import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createPreviewSecret } from "@sanity/preview-url-secret/create-secret";
import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { path } from "#cms/content/site.ts";
import { previewPaths } from "#functions/contract/preview.ts";
import { listMatches } from "../support/built-site.ts";
import { readLatest } from "../support/live-pages.ts";
import { startSite } from "../support/running-site.ts";
import { nightlyTest, startForSuite } from "../support/suite.ts";

const page = path("seo-consulting", "es");
const site = startForSuite(startSite);

/** Uploads a picture of 1000 × 700 pixels. Its left half is red, the other half has another shade of blue each time. */
async function uploadMarked(blue: number): Promise<{ id: string; hash: string }> {
  const red = await sharp({ create: { width: 500, height: 700, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  const bytes = await sharp({
    create: { width: 1000, height: 700, channels: 3, background: { r: 0, g: 0, b: blue } },
  })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const { _id: id } = await site.editor.assets.upload("image", bytes, { filename: "marked.png" });
  return { id, hash: id.slice("image-".length, "image-".length + 12) };
}

const sides = (left: number, right = 0) => ({ _type: "sanity.imageCrop", left, right, top: 0, bottom: 0 });
const hotspot = { _type: "sanity.imageHotspot", x: 0.83, y: 0.37, width: 0.2, height: 0.2 };

/** Changes the first picture of the page, of its draft or of what is published. */
async function setPicture(documentId: string, fields: Record<string, unknown>) {
  const [hero] = await site.editor.fetch<{ _key: string }[]>(
    `*[_id == "seo-consulting"][0].sections[_type == "hero"]`,
  );
  const field = `sections[_key == "${hero?._key}"].picture`;
  const changes = Object.entries(fields).map(([name, value]) => [`${field}.${name}`, value]);
  await site.editor.patch(documentId).set(Object.fromEntries(changes)).commit();
}

/** Returns whether a pixel is as red as what the editor cut off. Shades of blue have no red. */
async function hasRed(bytes: ArrayBuffer | Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) > 128 && (data[at + 1] ?? 0) < 100 && (data[at + 2] ?? 0) < 100) return true;
  }
  return false;
}

const listPictures = (html: string, hash: string) => [
  ...new Set(listMatches(html, new RegExp(`/pictures/${hash}[\\w-]*\\.\\w+`, "g"))),
];

const sizeOf = async (response: Response) => {
  const { width = 0, height = 0 } = await sharp(await response.arrayBuffer()).metadata();
  return { width, height };
};

let marked: { id: string; hash: string };
let html: string;
let builtHome: string;
beforeAll(async () => {
  builtHome = await (await site.get("/")).text();
  marked = await uploadMarked(200);
  await setPicture("seo-consulting", { "asset._ref": marked.id, crop: sides(0.5), hotspot });
  // A busy machine may need more than one request to render the page.
  html = await vi.waitFor(async () => {
    const text = await readLatest(site, page);
    expect(text).toContain(marked.hash);
    return text;
  }, 60_000);
});

describe("what an editor cut off from a picture", () => {
  test("is in no size, format, share card or structured data of the page before a build", async () => {
    const addresses = listPictures(html, marked.hash);
    expect(addresses.filter((address) => !address.includes("share"))).toHaveLength(4);
    expect(addresses.filter((address) => address.includes("share"))).toHaveLength(1);
    for (const address of addresses) {
      const response = await site.get(address);
      expect([address, response.status]).toEqual([address, 200]);
      expect([address, await hasRed(await response.arrayBuffer())]).toEqual([address, false]);
    }
    const largest = addresses.find((address) => address.endsWith("-500.webp")) ?? "";
    expect(await sizeOf(await site.get(largest))).toEqual({ width: 500, height: 700 });
    expect(html).toMatch(new RegExp(`<img[^>]*${marked.hash}[^>]* width="500" height="700"`));
  });

  test("is at no other address of the site", async () => {
    const [address = ""] = listPictures(html, marked.hash);
    const part = /-\d+_\d+_\d+_\d+/.exec(address)?.[0] ?? "";
    for (const other of ["", "-0_0_1000_700", "-0_0_500_700", "-499_0_501_700"]) {
      for (const name of ["1-480.webp", "1-500.webp", "1-1000.avif", "share-0123456789abcdef.jpg"]) {
        const guess = `/pictures/${marked.hash}${other}-${name}`;
        expect([guess, (await site.get(guess)).status]).toEqual([guess, 404]);
      }
    }
    expect(part).toBe("-500_0_500_700");
    const { page: content } = await (await site.get("/api/content/seo-consulting")).json();
    expect(JSON.stringify(content)).toContain(`${marked.hash}-1000x700.png?rect=500,0,500,700`);
    expect(JSON.stringify(content) + html).not.toMatch(/[0-9a-f]{40}-\d+x/);
  });

  nightlyTest("is in no file of the next build", async () => {
    await site.buildAgain();
    const folder = join(site.state, "again", "pictures");
    const files = (await readdir(folder)).filter((file) => file.startsWith(marked.hash));
    // Two widths in two formats, and a card in each language.
    expect(files).toHaveLength(6);
    for (const file of files.filter((name) => !name.includes("share")))
      expect([file, await hasRed(await readFile(join(folder, file)))]).toEqual([file, false]);
    for (const file of files.filter((name) => name.includes("share"))) {
      const picture = await sharp(join(folder, file))
        .extract({ left: 890, top: 0, width: 310, height: 630 })
        .png()
        .toBuffer();
      expect([file, await hasRed(picture)]).toEqual([file, false]);
    }
  });

  test("is in a draft for its readers only", async () => {
    const draft = await uploadMarked(90);
    const published = await site.editor.getDocument("seo-consulting");
    await site.editor.createOrReplace({ ...published, _id: "drafts.seo-consulting", _type: "page" });
    await setPicture("drafts.seo-consulting", { "asset._ref": draft.id, crop: sides(0, 0.25) });
    const { secret } = await createPreviewSecret(site.editor, "test", "https://studio.example", "user");
    const query = new URLSearchParams({ "sanity-preview-secret": secret, "sanity-preview-pathname": page });
    const entry = await site.get(`${previewPaths.enable}?${query}`);
    const Cookie = entry.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const draftHtml = await (await site.get(page, { Cookie })).text();
    const [address = ""] = listPictures(draftHtml, draft.hash);
    expect(address).toContain("-0_0_750_700-");
    expect((await site.get(address)).status).toBe(404);
    const response = await site.get(address, { Cookie });
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect((await site.get(address.replace("-0_0_750_700", ""), { Cookie })).status).toBe(404);
    expect((await site.get(address)).status).toBe(404);
  });

  test("is not found in the files of the last build, of which the others stay", async () => {
    const [hero, ...otherPictures] = listMatches(builtHome, /(\/pictures\/[0-9a-f]{12}-1-800\.webp)/g);
    // The last one belongs to no picture of the hero, whose dark variant is cropped too.
    const otherAddress = otherPictures.at(-1) ?? "";
    const crop = { 'sections[_type == "hero"].picture.crop': sides(0.5) };
    expect((await site.get(hero ?? "")).status).toBe(200);
    await site.editor.patch("home").set(crop).commit();
    await readLatest(site, "/");
    expect((await site.get(hero ?? "")).status).toBe(404);
    expect((await site.get(otherAddress)).status).toBe(200);
    site.cms.set("away");
    expect((await site.get(otherAddress)).status).toBe(200);
    site.cms.set("fine");
  });
});
