import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorFragment, sentFragment } from "#functions/contract/form-fragments.ts";
import { languages } from "#functions/contract/languages.ts";
import { startLake } from "#local/content/server.ts";
import { localContent } from "#local/settings.ts";
import { isPrivate, otherLanguage, pages, path, type Screen } from "#web/app/paths.ts";
import { build } from "#web/build.ts";

const siteOrigin = "https://guaria.example";
let folder = "";
let site = "";
let lake: Awaited<ReturnType<typeof startLake>>;
let html = new Map<string, string>();

const fileOf = (address: string) => (address === "/" ? "index.html" : `${address.slice(1)}.html`);
const documents = [...pages, "not-found" as Screen].flatMap((screen) =>
  languages.map((language) => ({
    screen,
    language,
    file:
      screen === "not-found"
        ? { es: "404.html", en: "en/404.html" }[language]
        : fileOf(path(screen, language)),
  })),
);
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
const page = (file: string) => html.get(file) ?? "";
// A failed expectation on the text itself would print the whole document.
const has = (file: string, part: string | RegExp) =>
  typeof part === "string" ? page(file).includes(part) : part.test(page(file));
const sha = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

async function contents(directory: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = files.sort().map(async (file) => {
    const hash = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
    return [file.slice(directory.length + 1), hash] as const;
  });
  return new Map(await Promise.all(hashes));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-"));
  site = join(folder, "first");
  lake = await startLake({ ...localContent, port: 0 });
  await build({ outDirectory: site, content: { ...localContent, apiHost: lake.origin }, siteOrigin });
  html = new Map(
    await Promise.all(
      documents.map(async ({ file }) => [file, await readFile(join(site, file), "utf8")] as const),
    ),
  );
});
afterAll(async () => {
  await lake.close();
  await rm(folder, { recursive: true, force: true });
});

describe("every document", () => {
  it.each(documents)("$file has one h1, its language and its title", ({ file, screen, language }) => {
    // The inbox has its own once it is known who is there.
    if (screen !== "inbox") expect(all(page(file), /<h1[ >]/g)).toHaveLength(1);
    expect(has(file, new RegExp(`^<!doctype html><html lang="${language}"`))).toBe(true);
    expect(has(file, /<title>[^<]+ · [^<]+<\/title>/)).toBe(true);
  });

  it.each(documents)("$file runs nothing of its own and has no style attribute", ({ file }) => {
    const scripts = all(page(file), /<script([^>]*)>/g);
    expect(scripts).toHaveLength(2);
    expect(scripts[0]).toContain('type="application/json"');
    expect(scripts[1]).toMatch(/ src="\/assets\/loader-[\w-]+\.js"/);
    expect(has(file, / (style|on\w+)="/)).toBe(false);
    expect(has(file, "<template")).toBe(false);
    expect(has(file, /<script [^>]*loader-[^>]*><\/script><\/body><\/html>$/)).toBe(true);
  });

  it.each(documents)(
    "$file carries only styles that the policy knows, and no external one",
    async ({ file }) => {
      const policy = await readFile(join(site, "_headers"), "utf8");
      const styles = all(page(file), /<style[^>]*>(.*?)<\/style>/gs);
      expect(styles.length).toBeGreaterThan(0);
      for (const style of styles) expect(policy).toContain(sha(style));
      for (const link of all(page(file), /<link rel="stylesheet"[^>]*>/g)) expect(link).toContain("disabled");
    },
  );

  it.each(documents)("$file has the header and leads to its twin", ({ file, screen, language }) => {
    const other = otherLanguage(language);
    const twin = path(screen === "not-found" ? "home" : screen, other);
    expect(has(file, new RegExp(`<a [^>]*href="${twin}" hrefLang="${other}" lang="${other}"`, "i"))).toBe(
      true,
    );
    expect(has(file, /<button [^>]*popoverTarget="services-menu"/i)).toBe(true);
  });

  it.each(documents)("$file has copy that can be read back", ({ file }) => {
    const copy = all(page(file), /<script type="application\/json" id="copy">(.*?)<\/script>/gs)[0];
    expect(JSON.parse(copy ?? "")).toHaveProperty("settings.brandName");
  });
});

it("every link of the site leads to a page, and every fragment to an element of it", async () => {
  const files = await contents(site);
  const byAddress = new Map(
    pages.flatMap((each) => languages.map((l) => [path(each, l), fileOf(path(each, l))])),
  );
  for (const { file } of documents) {
    for (const href of new Set(all(page(file), /(?:href|src)="([^"]+)"/g))) {
      if (/^(mailto:|tel:|https:)/.test(href)) continue;
      const [address = "", fragment] = href.split("#");
      const target = address === "" ? file : (byAddress.get(address) ?? address.slice(1));
      expect(files.has(target), `${href} in ${file}`).toBe(true);
      if (fragment) expect(has(target, new RegExp(` id="${fragment}"`)), `${href} in ${file}`).toBe(true);
    }
    for (const address of all(page(file), /(\/assets\/pictures\/[\w.-]+)/g))
      expect(files.has(address.slice(1))).toBe(true);
  }
});

it("public pages name each other as translations, and search engines are kept from the others", () => {
  for (const { file, screen, language } of documents) {
    const robots = page(file).includes('<meta name="robots" content="noindex"/>');
    const hidden = screen === "not-found" || isPrivate(screen);
    expect(robots, file).toBe(hidden);
    if (hidden) continue;
    expect(has(file, `<link rel="canonical" href="${siteOrigin}${path(screen, language)}"/>`)).toBe(true);
    for (const each of languages) {
      expect(
        has(file, `<link rel="alternate" hrefLang="${each}" href="${siteOrigin}${path(screen, each)}"/>`),
      ).toBe(true);
    }
  }
});

it("the sitemap lists the public pages in both languages and nothing else", async () => {
  const sitemap = await readFile(join(site, "sitemap.xml"), "utf8");
  const expected = pages
    .filter((each) => !isPrivate(each))
    .flatMap((each) => languages.map((l) => path(each, l)));
  expect(all(sitemap, /<loc>(.*?)<\/loc>/g).sort()).toEqual(expected.map((each) => siteOrigin + each).sort());
});

it("the policy is one rule for all addresses and allows nothing inline", async () => {
  const headers = await readFile(join(site, "_headers"), "utf8");
  expect(all(headers, /Content-Security-Policy/g)).toHaveLength(1);
  expect(headers).toMatch(/^\/\*\n {2}Content-Security-Policy: default-src 'none'; script-src 'self';/);
  expect(headers).not.toContain("unsafe");
  // Pages cuts a line of its file at 2,000 characters.
  for (const line of headers.split("\n")) expect(line.length).toBeLessThan(2000);
});

it("the old reputation address leads to the new one for good", async () => {
  const redirects = (await readFile(join(site, "_redirects"), "utf8")).split("\n");
  expect(redirects).toContain("/plataforma-de-gestion-de-reputacion /gestion-de-reputacion 301");
});

it("the only script before an interaction is at most 2 kB", async () => {
  const loader = all(page("index.html"), /src="(\/assets\/loader-[^"]+)"/g)[0] ?? "";
  const bytes = brotliCompressSync(await readFile(join(site, loader))).length;
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(2048);
});

it("the contact form works as HTML, and has an answer for each way it can end", () => {
  for (const language of languages) {
    const form = page(fileOf(path("contact", language)));
    expect(form).toMatch(/<form [^>]*method="post"[^>]*>|<form [^>]*action="\/api\/contact"[^>]*>/);
    expect(form).toContain(`name="language" value="${language}"`);
    for (const cause of ["name", "email", "message", "unavailable"] as const) {
      expect(form).toContain(`id="${errorFragment(cause)}"`);
    }
    expect(form).toContain(`id="${sentFragment(language)}"`);
    expect(all(form, /<(?:input|textarea|select)[^>]* required=""/g)).toHaveLength(2);
  }
});

it("the same content gives the same files", async () => {
  const second = join(folder, "second");
  await build({ outDirectory: second, content: { ...localContent, apiHost: lake.origin }, siteOrigin });
  expect(await contents(second)).toEqual(await contents(site));
});

it("a CMS that is away is one clear sentence that names it", async () => {
  const gone = await startLake({ ...localContent, port: 0 });
  await gone.close();
  const attempt = build({
    outDirectory: join(folder, "third"),
    content: { ...localContent, apiHost: gone.origin },
    siteOrigin,
  });
  await expect(attempt).rejects.toThrow(
    `The CMS at ${gone.origin} (dataset production) did not give the content`,
  );
});
