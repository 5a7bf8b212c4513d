import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContentClient } from "#cms/content/client.ts";
import { loadSettings } from "#cms/content/load.ts";
import { isPrivate, languages, path } from "#cms/content/site.ts";
import { securityExpiry } from "#web/render/site-files.ts";
import { buildSite, documents, listMatches, siteOrigin, toFileName } from "../support/built-site.ts";

let built: Awaited<ReturnType<typeof buildSite>>;
beforeAll(async () => {
  built = await buildSite("found");
});
afterAll(() => built.close());

type ShownPage = (typeof documents)[number]["shown"];
const isHidden = (pageName: ShownPage) => pageName === "not-found" || isPrivate(pageName);
const shared = documents.filter(({ shown: pageName }) => !isHidden(pageName));
const services: readonly ShownPage[] = [
  ...(["web-development", "technical-support", "reputation"] as const),
  ...(["digital-marketing", "seo-consulting", "cctv"] as const),
];
const unescapeHtml = (text: string) => text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

function readMeta(file: string, name: string): string[] {
  return listMatches(
    built.page(file),
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, "g"),
  ).map(unescapeHtml);
}
const readSingleMeta = (file: string, name: string): string => {
  const metaValues = readMeta(file, name);
  expect(metaValues, `${name} in ${file}`).toHaveLength(1);
  return metaValues[0] ?? "";
};
const readTitle = (file: string) =>
  unescapeHtml(listMatches(built.page(file), /<title>(.*?)<\/title>/g)[0] ?? "");
const readAlternates = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi)].map((match) => match.slice(1)),
  );
const measurePicture = async (address: string) => {
  const { width, height, format } = await sharp(join(built.site, address)).metadata();
  return { width, height, format };
};

// biome-ignore lint/suspicious/noExplicitAny: structured data has no types here
type GraphNode = any;
function readGraph(file: string): GraphNode[] {
  const texts = listMatches(built.page(file), /<script type="application\/ld\+json">(.*?)<\/script>/gs);
  expect(texts, file).toHaveLength(1);
  const data = JSON.parse(texts[0] ?? "");
  expect(data["@context"]).toBe("https://schema.org");
  return data["@graph"];
}
const findNode = (file: string, type: string): GraphNode =>
  readGraph(file).find((graphNode) => graphNode["@type"] === type);

describe("a security researcher", () => {
  const readSiteFile = (address: string) => readFile(join(built.site, address), "utf8");

  it("gets a contact in security.txt (RFC 9116) that expires within a year", async () => {
    const text = await readSiteFile("/.well-known/security.txt");
    const fields = Object.fromEntries(
      [...text.matchAll(/^([A-Za-z-]+): (\S.*)\n/gm)].map(([, ...pair]) => pair),
    );
    const { Expires: expires, ...otherFields } = fields;
    expect(otherFields).toEqual({
      Contact: "mailto:hola@guaria.example",
      "Preferred-Languages": "es, en",
      Canonical: `${siteOrigin}/.well-known/security.txt`,
      Policy: `${siteOrigin}/.well-known/security-policy.txt`,
    });
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect([days > 300, days < 365]).toEqual([true, true]);
  });

  it("gets the security policy of the repository", async () => {
    expect(await readSiteFile("/.well-known/security-policy.txt")).toBe(
      await readFile("SECURITY.md", "utf8"),
    );
  });

  it.each([
    ["2026-01-01T00:00:00Z", "2026-12-01T00:00:00.000Z"],
    ["2026-11-30T23:59:59Z", "2027-10-01T00:00:00.000Z"],
    ["2028-02-29T12:00:00Z", "2029-01-01T00:00:00.000Z"],
  ])("gets a contact of the build of %s until %s", (builtAt, until) => {
    expect(securityExpiry(new Date(builtAt))).toBe(until);
  });
});

describe("search engines", () => {
  it("are excluded from the private pages and the not-found page only", () => {
    for (const { file, shown: pageName } of documents) {
      expect(readMeta(file, "robots"), file).toEqual(isHidden(pageName) ? ["noindex"] : []);
    }
  });

  it.each(shared)(
    "find $file at one address, linked with its translations in both directions",
    ({ file, shown: pageName, language }) => {
      const address = siteOrigin + path(pageName as never, language);
      expect(listMatches(built.page(file), /<link rel="canonical" href="([^"]+)"/g)).toEqual([address]);
      const translations = readAlternates(built.page(file));
      expect(Object.keys(translations).sort()).toEqual(["en", "es", "x-default"]);
      expect(translations[language]).toBe(address);
      for (const translation of Object.values(translations)) {
        const twin = toFileName(translation.slice(siteOrigin.length) || "/");
        expect(readAlternates(built.page(twin)), `${twin} names ${file}`).toEqual(translations);
      }
    },
  );

  it("find a unique title and description on every page", () => {
    for (const read of [readTitle, (file: string) => readSingleMeta(file, "description")]) {
      expect(new Set(shared.map(({ file }) => read(file))).size).toBe(shared.length);
    }
  });

  it.each(shared)("have room for the title and the description of $file", ({ file }) => {
    expect(readTitle(file).length).toBeGreaterThanOrEqual(15);
    expect(readTitle(file).length).toBeLessThanOrEqual(70);
    const { length } = readSingleMeta(file, "description");
    expect(length).toBeGreaterThanOrEqual(60);
    expect(length).toBeLessThanOrEqual(160);
  });

  it("find every public page with its translations in the sitemap, and nothing else", async () => {
    const sitemap = await readFile(join(built.site, "sitemap.xml"), "utf8");
    const entries = listMatches(sitemap, /<url>(.*?)<\/url>/gs);
    expect(entries).toHaveLength(shared.length);
    for (const { file, shown: pageName, language } of shared) {
      const address = siteOrigin + path(pageName as never, language);
      const entry = entries.find((candidate) => candidate.includes(`<loc>${address}</loc>`)) ?? "";
      expect(readAlternates(entry), address).toEqual(readAlternates(built.page(file)));
      expect(Date.parse(listMatches(entry, /<lastmod>(.*?)<\/lastmod>/g)[0] ?? ""), address).not.toBeNaN();
    }
  });

  it("find the sitemap in robots.txt, which disallows the API", async () => {
    const robots = await readFile(join(built.site, "robots.txt"), "utf8");
    expect(robots.split("\n")).toContain(`Sitemap: ${siteOrigin}/sitemap.xml`);
    expect(listMatches(robots, /^Disallow: (.*)$/gm)).toEqual(["/api/"]);
  });
});

describe("a shared link", () => {
  it.each(shared)(
    "to $file shows its title, its description and its own picture",
    async ({ file, shown: pageName, language }) => {
      expect(readTitle(file).startsWith(readSingleMeta(file, "og:title"))).toBe(true);
      expect(readSingleMeta(file, "og:description")).toBe(readSingleMeta(file, "description"));
      expect(readSingleMeta(file, "og:url")).toBe(siteOrigin + path(pageName as never, language));
      expect(readSingleMeta(file, "og:locale")).toMatch(
        language === "es" ? /^es_[A-Z]{2}$/ : /^en_[A-Z]{2}$/,
      );
      expect(readSingleMeta(file, "twitter:card")).toBe("summary_large_image");
      const image = readSingleMeta(file, "og:image");
      expect(readSingleMeta(file, "twitter:image")).toBe(image);
      expect(readSingleMeta(file, "og:image:alt").length).toBeGreaterThan(20);
      expect(image.startsWith(`${siteOrigin}/pictures/`)).toBe(true);
      const address = image.slice(siteOrigin.length);
      expect(await measurePicture(address)).toEqual({ width: 1200, height: 630, format: "jpeg" });
      expect([readSingleMeta(file, "og:image:width"), readSingleMeta(file, "og:image:height")]).toEqual([
        "1200",
        "630",
      ]);
      expect((await readFile(join(built.site, address))).length).toBeLessThan(150_000);
    },
  );

  it("shows another picture for each page and language", () => {
    expect(new Set(shared.map(({ file }) => readSingleMeta(file, "og:image"))).size).toBe(shared.length);
  });
});

describe("the structured data", () => {
  it("is on every public page, and on no other", () => {
    for (const { file, shown: pageName } of documents) {
      if (isHidden(pageName)) expect(built.page(file)).not.toContain("ld+json");
      else readGraph(file);
    }
  });

  // https://developers.google.com/search/docs/appearance/structured-data/local-business
  it("names the company as the settings do, and where it works", async () => {
    const client = createContentClient(built.content);
    const settings = await loadSettings(client);
    for (const { file, language } of shared) {
      expect(findNode(file, "ProfessionalService"), file).toMatchObject({
        name: settings.brandName,
        email: settings.email,
        telephone: settings.phone,
        url: `${siteOrigin}/`,
        address: { "@type": "PostalAddress", addressCountry: settings.place[language] },
        areaServed: { "@type": "Country", name: settings.place[language] },
        sameAs: [`https://www.instagram.com/${settings.instagram}/`],
      });
    }
  });

  it("names the site once, published by the company", () => {
    for (const { file } of shared) {
      const site = findNode(file, "WebSite");
      expect(site).toMatchObject({ url: `${siteOrigin}/`, inLanguage: [...languages] });
      expect(site.publisher["@id"]).toBe(findNode(file, "ProfessionalService")["@id"]);
    }
  });

  it("names the service and its provider on the pages of services only", () => {
    for (const { file, shown: pageName, language } of shared) {
      const service = findNode(file, "Service");
      if (!services.includes(pageName)) {
        expect(service, file).toBeUndefined();
        continue;
      }
      expect(service).toMatchObject({
        name: expect.stringMatching(/\S/),
        description: readSingleMeta(file, "description"),
        url: siteOrigin + path(pageName as never, language),
        areaServed: { "@type": "Country" },
      });
      expect(service.provider["@id"]).toBe(findNode(file, "ProfessionalService")["@id"]);
    }
  });

  // https://developers.google.com/search/docs/appearance/structured-data/breadcrumb
  it("leads from the home page to every other page", () => {
    for (const { file, shown: pageName, language } of shared) {
      const trail = findNode(file, "BreadcrumbList");
      if (pageName === "home") {
        expect(trail).toBeUndefined();
        continue;
      }
      expect(trail.itemListElement.map(({ position }: GraphNode) => position)).toEqual([1, 2]);
      expect(trail.itemListElement.map(({ item }: GraphNode) => item)).toEqual([
        siteOrigin + path("home", language),
        siteOrigin + path(pageName as never, language),
      ]);
      for (const { name } of trail.itemListElement) expect(name, file).toMatch(/\S/);
    }
  });

  it("references only its own nodes and pictures of the site", async () => {
    for (const { file } of shared) {
      const nodes = readGraph(file);
      const ids = new Set(nodes.map((graphNode) => graphNode["@id"]).filter(Boolean));
      const text = JSON.stringify(nodes);
      for (const reference of listMatches(text, /\{"@id":"([^"]+)"\}/g))
        expect(ids, file).toContain(reference);
      for (const address of listMatches(text, /"(?:image|logo)":"([^"]+)"/g)) {
        expect(
          (await measurePicture(address.slice(siteOrigin.length))).width,
          address,
        ).toBeGreaterThanOrEqual(512);
      }
    }
  });
});

it("the icons of documents and the manifest have the declared sizes", async () => {
  const manifest = JSON.parse(await readFile(join(built.site, "site.webmanifest"), "utf8"));
  expect(manifest).toMatchObject({ lang: "es", start_url: "/", name: expect.stringMatching(/\S/) });
  expect(manifest.icons.map(({ sizes }: GraphNode) => sizes)).toEqual(["192x192", "512x512"]);
  for (const { src, sizes, type } of manifest.icons) {
    const { width, height, format } = await measurePicture(src);
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
  }
  expect(await measurePicture("apple-touch-icon.png")).toEqual({ width: 180, height: 180, format: "png" });
  expect((await readFile(join(built.site, "favicon.ico"))).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  for (const { file } of documents) {
    for (const icon of ["/icon.svg", "/apple-touch-icon.png", "/site.webmanifest"]) {
      expect(built.page(file).includes(`href="${icon}"`), `${icon} in ${file}`).toBe(true);
    }
  }
});
