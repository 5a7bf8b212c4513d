import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { expect, test } from "vitest";
import { path } from "#cms/content/site.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const picturePolicy = "default-src 'none'; sandbox";
const scriptedSvg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>`;

const site = startForSuite(startSite);

let pictureCount = 0;
/** Publishes a new picture, 900 pixels wide, as that of share cards. Returns the first 12 digits of its hash. */
async function publishPicture(): Promise<string> {
  pictureCount += 1;
  const background = { r: pictureCount, g: 120, b: 200 };
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  const asset = await site.editor.assets.upload("image", bytes, { filename: "new.png" });
  await site.editor.patch("siteSettings").set({ "sharePicture.asset._ref": asset._id }).commit();
  return asset._id.slice("image-".length, "image-".length + 12);
}

test("relays nothing from another host that an asset document names", async () => {
  let requestCount = 0;
  const attacker = createServer((_, response) => {
    requestCount += 1;
    response.writeHead(200, { "Content-Type": "image/svg+xml" }).end(scriptedSvg);
  });
  await once(attacker.listen(0, "127.0.0.1"), "listening");
  const { port } = attacker.address() as AddressInfo;
  const extensions = ["png", "svg"];
  for (const [index, extension] of extensions.entries()) {
    const hash = `${index}`.repeat(40).replace(/^./, "e");
    await site.editor.createOrReplace({
      _id: `image-${hash}-1000x700-${extension}`,
      _type: "sanity.imageAsset",
      url: `http://127.0.0.1:${port}/images/x/y/${hash}-1000x700.${extension}`,
      metadata: { dimensions: { width: 1000, height: 700 } },
    });
    for (const name of [
      `${hash.slice(0, 12)}-1-480.webp`,
      `${hash.slice(0, 12)}-share-0123456789abcdef.jpg`,
    ]) {
      const response = await site.get(`/pictures/${name}`);
      expect([extension, name, response.status]).toEqual([extension, name, 404]);
      expect(await response.text()).not.toContain("alert");
    }
  }
  expect(requestCount).toBe(0);
  attacker.close();
});

test.each(["page", "moved", "failing"] as const)(
  "relays no answer of the image pipeline that is not a picture (%s)",
  async (weather) => {
    const hash = await publishPicture();
    expect((await site.get(`/pictures/${hash}-1-480.webp`)).status).toBe(200);
    site.cms.set(weather);
    const response = await site.get(`/pictures/${hash}-1-800.webp`);
    site.cms.set("fine");
    expect(response.status).toBe(404);
    expect((await site.get(`/pictures/${hash}-1-800.webp`)).status).toBe(200);
  },
);

test("gives every picture a policy that lets it run and load nothing", async () => {
  const home = await (await site.get(path("home", "es"))).text();
  const builtPicture = /\/pictures\/[\w-]+\.webp/.exec(home)?.[0] ?? "";
  const hash = await publishPicture();
  for (const address of [builtPicture, `/pictures/${hash}-1-480.webp`]) {
    const response = await site.get(address);
    expect([address, response.status]).toEqual([address, 200]);
    expect(response.headers.get("Content-Security-Policy")).toBe(picturePolicy);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  }
});

test("asks the CMS once for an unknown picture, and for all invented share cards of a picture", async () => {
  const hash = await publishPicture();
  const toCardPath = (name: string) => `/pictures/${hash}-share-${name.padStart(16, "0")}.jpg`;
  expect((await site.get(toCardPath("1"))).status).toBe(200);
  expect((await site.get("/pictures/abcdefabcdef-1-480.webp")).status).toBe(404);
  const requestCount = site.cms.asked();
  expect((await site.get("/pictures/abcdefabcdef-1-480.webp")).status).toBe(404);
  expect((await site.get("/pictures/abcdefabcdef-1-800.avif")).status).toBe(404);
  expect((await site.get("/pictures/abcdefabcdef-share-0000000000000001.jpg")).status).toBe(404);
  for (const name of ["2", "3", "4"]) expect((await site.get(toCardPath(name))).status).toBe(200);
  expect(site.cms.asked()).toBe(requestCount);
});

test("asks the CMS nothing for invented pictures once their network is over its limit", async () => {
  const address = { "CF-Connecting-IP": "203.0.113.9" };
  const requestCount = site.cms.asked();
  const answers: Response[] = [];
  while (!answers.some(({ status }) => status === 429)) {
    const names = Array.from({ length: 50 }, (_, index) =>
      (answers.length + index).toString(16).padStart(12, "f"),
    );
    answers.push(
      ...(await Promise.all(names.map((name) => site.get(`/pictures/${name}-1-480.webp`, address)))),
    );
  }
  const rejected = answers.filter(({ status }) => status === 429);
  const unknown = answers.filter(({ status }) => status === 404);
  const otherAnswers = answers.filter(({ status }) => ![404, 429].includes(status));
  expect(await Promise.all(otherAnswers.map(async (answer) => [answer.status, await answer.text()]))).toEqual(
    [],
  );
  expect(new Set(rejected.map(({ headers }) => headers.get("Retry-After")))).toEqual(new Set(["1"]));
  // Besides the unknown pictures, the edge asks for the state of the content from time to time.
  expect(site.cms.asked() - requestCount).toBeLessThan(unknown.length + 10);
  const hash = await publishPicture();
  const otherAddress = { "CF-Connecting-IP": "198.51.100.9" };
  // The edge may know the state of the content from a moment before the publication.
  await expect
    .poll(async () => (await site.get(`/pictures/${hash}-1-480.webp`, otherAddress)).status)
    .toBe(200);
});
