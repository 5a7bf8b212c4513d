import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { languages, path } from "#cms/content/site.ts";
import { listMatches } from "../support/built-site.ts";
import { publishTitle, readLatest, removeCopy, waitForTitle } from "../support/live-pages.ts";
import { type RunningSite, startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const page = path("seo-consulting", "es");
const site = startForSuite(startSite);

// All tests compare with one build of everything that is published here.
let pictureHash: string;
let liveResponse: Response;
let readBuilt: Awaited<ReturnType<RunningSite["buildAgain"]>>;
beforeAll(async () => {
  const bytes = await sharp({ create: { width: 1000, height: 700, channels: 3, background: "#7a5" } })
    .png()
    .toBuffer();
  const asset = await site.editor.assets.upload("image", bytes, { filename: "new.png" });
  pictureHash = asset._id.slice("image-".length, "image-".length + 12);
  const [hero] = await site.editor.fetch<{ _key: string }[]>(
    `*[_id == "seo-consulting"][0].sections[_type == "hero"]`,
  );
  const fieldPath = `sections[_key == "${hero?._key}"].picture.asset._ref`;
  await site.editor
    .patch("seo-consulting")
    .set({ [fieldPath]: asset._id })
    .commit();
  liveResponse = await waitForTitle(site, page, await publishTitle(site));
  readBuilt = await site.buildAgain();
});

describe("content that was published since the build", () => {
  test.each(languages)(
    "is live without a build, byte for byte as a build would write it (%s)",
    async (language) => {
      expect(liveResponse.status).toBe(200);
      const address = path("seo-consulting", language);
      const getServed = async () => removeCopy(await readLatest(site, address));
      await expect.poll(getServed).toBe(removeCopy(await readBuilt(`${address}.html`)));
    },
  );

  test("is in the sitemap with its new date", async () => {
    await expect.poll(() => readLatest(site, "/sitemap.xml")).toBe(await readBuilt("sitemap.xml"));
  });

  test("has its pictures from the site's own origin in every width and format of a build, cached for good", async () => {
    const html = await readLatest(site, page);
    expect(html).toContain(pictureHash);

    const addresses = [
      ...new Set(listMatches(html, new RegExp(`/pictures/${pictureHash}-[\\w-]+\\.\\w+`, "g"))),
    ];
    const pictureAddresses = addresses.filter((address) => !address.includes("share"));
    expect(pictureAddresses.map((address) => /(\d+\.\w+)$/.exec(address)?.[1]).sort()).toEqual(
      ["avif", "webp"].flatMap((format) => [480, 800, 1000].map((width) => `${width}.${format}`)).sort(),
    );
    for (const address of pictureAddresses) {
      let response = await site.get(address);
      // The first request for AVIF gets the next best format, cached for a minute.
      if (address.endsWith(".avif")) {
        expect(response.headers.get("Content-Type")).toBe("image/webp");
        expect(response.headers.get("Cache-Control")).toBe("public, max-age=60");
        response = await site.get(address);
      }
      const [, width, format] = /(\d+)\.(\w+)$/.exec(address) ?? [];
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, `image/${format}`]);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(metadata.width).toBe(Number(width));
    }
    // A build draws the text of the share card; until then, networks show only the picture.
    const card = await site.get(addresses.find((address) => address.includes("share")) ?? "");
    expect([card.status, card.headers.get("Cache-Control")]).toEqual([200, "public, max-age=3600"]);
    const { width, height, format } = await sharp(Buffer.from(await card.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "jpeg" });

    for (const invalidAddress of [
      `/pictures/${pictureHash}-1-481.webp`,
      `/pictures/${pictureHash}-1-800.gif`,
      `/pictures/${pictureHash}-2-800.webp`,
      "/pictures/000000000000-1-800.webp",
      "/pictures/",
      "/pictures/..%2f..%2fsecret",
    ]) {
      expect([invalidAddress, (await site.get(invalidAddress)).status]).toEqual([invalidAddress, 404]);
    }
    site.cms.set("away");
    expect((await site.get(pictureAddresses[0] ?? "")).status).toBe(200);
  });
});
