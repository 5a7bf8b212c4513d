import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findAddressFault, isOwnAddress } from "#cms/content/addresses.ts";
import { isPrivate, languages, oldReputationPath, otherLanguages, pages, path } from "#cms/content/site.ts";
import { samplePicture as picture } from "#cms/schema/fields/sample.ts";
import { readSeed, type SeedDocument } from "#cms/seed/documents.ts";
import { contactFields } from "#functions/contract/contact.ts";
import { errorFragment, sentFragment } from "#functions/contract/form-fragments.ts";
import { findHeaders } from "#local/dev/pages-rules.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { firstScript } from "#web/app/first-script.ts";
import { speculationRules } from "#web/app/speculation-rules.ts";
import { build } from "#web/build/build.ts";
import en from "#web/language/messages/en/site.json" with { type: "json" };
import es from "#web/language/messages/es/site.json" with { type: "json" };
import { createRedirectsFile } from "#web/render/site-files.ts";
import { launchBrowser } from "../support/browser.ts";
import {
  buildSite,
  documents,
  listMatches,
  serveFiles,
  siteOrigin,
  toFileName,
} from "../support/built-site.ts";
import { bundleOnce } from "../support/bundles.ts";
import { button, createEditorPage, link, section } from "../support/copy.ts";
import { listMarkupFaults } from "../support/markup.ts";
import { nightlyTest } from "../support/suite.ts";

let built: Awaited<ReturnType<typeof buildSite>>;
let folder = "";
let site = "";

const readPage = (file: string) => built.page(file);
// A failed expectation on the text itself would print the whole document.
const hasPart = (file: string, part: string | RegExp) =>
  typeof part === "string" ? readPage(file).includes(part) : part.test(readPage(file));
const toCspHash = (text: string | Buffer) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

async function hashFiles(directory: string): Promise<Map<string, string>> {
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

const heavyPages: string[] = [];

beforeAll(async () => {
  const onWarning = (sentence: string) => heavyPages.push(sentence);
  built = await buildSite("build", undefined, { onWarning, offlineCopy: true });
  ({ folder, site } = built);
});
afterAll(() => built.close());

describe("every document", () => {
  it.each(documents)("$file has one h1, its language and its title", ({ file, language }) => {
    expect(listMatches(readPage(file), /<h1[ >]/g)).toHaveLength(1);
    expect(
      hasPart(
        file,
        new RegExp(
          `^<!doctype html><html lang="${language}" data-copy="assets/[\\w.-]+" data-styles="assets/[\\w.-]+"`,
        ),
      ),
    ).toBe(true);
    expect(hasPart(file, /<title>[^<]+ · [^<]+<\/title>/)).toBe(true);
  });

  it.each(documents)(
    "$file has one script file with its hash, and requests it after the first paint if it is public",
    async ({ file, shown: pageName }) => {
      const isHydratedAtOnce = pageName === "not-found" || isPrivate(pageName);
      const [script = ""] = listMatches(readPage(file), / src="\/(assets\/loader-[\w-]+\.js)"/g);
      const integrity = toCspHash(await readFile(join(site, script))).replaceAll("'", "");
      const scripts = listMatches(
        readPage(file),
        /<script(?! type="application\/ld\+json"| type="spec)([^>]*)>/g,
      );
      expect(scripts).toEqual([
        "",
        ` type="${isHydratedAtOnce ? "module" : "text/plain"}" async fetchpriority="low" src="/${script}" integrity="${integrity}"`,
      ]);
      expect(hasPart(file, `<script>${firstScript}</script>`)).toBe(true);
      expect(hasPart(file, /<link rel="(preload|modulepreload|prefetch|stylesheet)"/)).toBe(false);
      expect(hasPart(file, / (style|on\w+)="/)).toBe(false);
      expect(hasPart(file, "<template")).toBe(false);
      expect(hasPart(file, /<script [^>]*loader-[^>]*><\/script><\/body><\/html>$/)).toBe(true);
    },
  );

  it.each(documents)("$file announces each link that opens another tab", ({ file, language }) => {
    const note = { es, en }[language]["footer.newTab"];
    const links = listMatches(readPage(file), /(<a [^>]*target="_blank".*?<\/a>)/gs);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((newTabLink) => !newTabLink.includes(note))).toEqual([]);
  });

  it.each(documents)(
    "$file has one inline style, which its policy allows, and links no stylesheet",
    async ({ file, shown: pageName }) => {
      const address =
        pageName === "not-found" ? "/nowhere" : `/${file.replace(/(^|\/)index\.html$|\.html$/, "")}`;
      const policy = findHeaders(await readFile(join(site, "_headers"), "utf8"), address)[
        "Content-Security-Policy"
      ];
      const [style = "", ...otherStyles] = listMatches(readPage(file), /<style>(.*?)<\/style>/gs);
      expect(otherStyles).toEqual([]);
      expect(/style-src ([^;]*)/.exec(policy ?? "")?.[1]?.split(" ")).toContain(toCspHash(style));
      expect(hasPart(file, /<link rel="stylesheet"/)).toBe(false);
      const [stylesheet = ""] = listMatches(readPage(file), / data-styles="([^"]*)"/g);
      expect(await readFile(join(site, stylesheet), "utf8")).toContain(style.slice(0, 200));
    },
  );

  it.each(documents)(
    "$file has the header and links to its translation",
    ({ file, shown: pageName, language }) => {
      for (const otherLanguage of otherLanguages(language)) {
        const twin = path(pageName === "not-found" ? "home" : pageName, otherLanguage);
        expect(
          hasPart(
            file,
            new RegExp(`<a [^>]*href="${twin}" hrefLang="${otherLanguage}" lang="${otherLanguage}"`, "i"),
          ),
        ).toBe(true);
      }
      expect(hasPart(file, /<button [^>]*popoverTarget="menu-services"/i)).toBe(true);
    },
  );

  it.each(documents)("$file is written as the HTML standard has it", async ({ file }) => {
    expect(await listMarkupFaults(readPage(file))).toEqual([]);
  });

  it.each(documents)("$file references the file of its copy and does not include it", async ({ file }) => {
    const [copy = ""] = listMatches(readPage(file), / data-copy="([^"]*)"/g);
    expect(JSON.parse(await readFile(join(site, copy), "utf8"))).toHaveProperty("settings.brandName");
    expect(hasPart(file, 'id="copy"')).toBe(false);
  });
});

it("the English text of the Spanish not-found page is marked as English", () => {
  for (const englishText of ["Oops! Page not found", "Return to Home"]) {
    expect(hasPart("404.html", new RegExp(`<[^>]* lang="en"[^>]*>${englishText}<`)), englishText).toBe(true);
  }
});

/** The forms of addresses outside the site. */
const externalForms = [
  /^mailto:[^@\s]+@[^@\s]+\.[a-z]+$/,
  /^tel:\+\d{8,15}$/,
  /^https:\/\/wa\.me\/\d{8,15}\?text=(Hola|Hi)%2C[\w.%-]+$/,
  /^https:\/\/www\.instagram\.com\/[\w.]+\/$/,
];

it("every link of the site leads to a page, and every fragment to an element of it", async () => {
  const files = await hashFiles(site);
  const byAddress = new Map(
    pages.flatMap((pageName) => languages.map((l) => [path(pageName, l), toFileName(path(pageName, l))])),
  );
  for (const { file } of documents) {
    for (const href of new Set(listMatches(readPage(file), /(?:href|src)="([^"]+)"/g))) {
      if (/^(mailto:|tel:|https:)/.test(href)) {
        const isKnown = href.startsWith(siteOrigin) || externalForms.some((form) => form.test(href));
        expect(isKnown, `${href} in ${file}`).toBe(true);
        continue;
      }
      const [address = "", fragment] = href.replace(/\?[^#]*/, "").split("#");
      const target = address === "" ? file : (byAddress.get(address) ?? address.slice(1));
      expect(files.has(target), `${href} in ${file}`).toBe(true);
      if (fragment) expect(hasPart(target, new RegExp(` id="${fragment}"`)), `${href} in ${file}`).toBe(true);
    }
    for (const address of listMatches(readPage(file), /(\/pictures\/[\w.-]+)/g))
      expect(files.has(address.slice(1))).toBe(true);
  }
});

it("every document has its own policy, which allows two inline scripts, one inline style and nothing else", async () => {
  const headers = await readFile(join(site, "_headers"), "utf8");
  const [, ...otherPolicies] = listMatches(headers, /^ {2}Content-Security-Policy: .*/gm);
  expect(otherPolicies).toContain("  Content-Security-Policy: default-src 'none'; sandbox");
  for (const policy of otherPolicies) expect(policy.match(/'sha256-/g)?.length ?? 0).toBeLessThanOrEqual(3);
  expect(headers).toMatch(
    /^\/\*\n {2}Content-Security-Policy: default-src 'none'; script-src [^;]+; require-trusted-types-for 'script'; trusted-types 'none';/,
  );
  expect(headers).toContain(`script-src 'self' ${toCspHash(firstScript)} ${toCspHash(speculationRules)};`);
  expect(headers).not.toContain("unsafe");
  // Pages cuts a line of its file at 2,000 characters.
  for (const line of headers.split("\n")) expect(line.length).toBeLessThan(2000);
});

it("an old address redirects to its page permanently, and so does the old address of the reputation page", () => {
  const lines = createRedirectsFile([{ from: "/cameras", to: "/en/cctv-systems" }]).split("\n");
  expect(lines).toContain("/cameras /en/cctv-systems 301");
  expect(lines).toContain("/plataforma-de-gestion-de-reputacion /gestion-de-reputacion 301");
});

it("no redirect and no editors' page can have an address that the site serves", async () => {
  const addresses = pages.flatMap((pageName) => languages.map((language) => path(pageName, language)));
  const files = await readdir(site, { withFileTypes: true });
  const served = files.filter((file) => !/^_|\.html$/.test(file.name)).map(({ name }) => `/${name}`);
  expect(served).toContain("/sitemap.xml");
  const inFolders = ["/api/contact", "/assets/a.js", "/pictures/a.webp"];
  const otherAddresses = [oldReputationPath, "/404", "/en/404.html"];
  for (const from of [...addresses, ...served, ...inFolders, ...otherAddresses]) {
    expect([from, isOwnAddress(from)]).toEqual([from, true]);
    for (const language of languages) expect(findAddressFault(from, language)).toBe("taken");
  }
});

describe("every service page has its own drawing", () => {
  const services = pages.filter((pageName) =>
    readSeed().some(({ _id, isService }) => _id === pageName && isService === true),
  );
  const drawing = /<svg role="img"[^>]*>.*?<\/svg>/g;
  const messages = { es, en };

  it.each(services.flatMap((pageName) => languages.map((language) => ({ each: pageName, language }))))(
    "$each in $language: one drawing with a translated title, at most 6 kB",
    ({ each: pageName, language }) => {
      const drawings = listMatches(readPage(toFileName(path(pageName, language))), drawing);
      expect(drawings).toHaveLength(1);
      const [title = ""] = listMatches(drawings[0] ?? "", /<title>([^<]+)<\/title>/g);
      const [key] = Object.entries(messages[language]).find(([, message]) => message === title) ?? [];
      expect(key).toMatch(/^drawing\./);
      expect(Buffer.byteLength(drawings[0] ?? "")).toBeLessThanOrEqual(6 * 1024);
      // Text in a drawing would need a translation.
      expect(drawings[0]).not.toContain("<text");
    },
  );

  it("all drawings differ", () => {
    const drawings = services.flatMap((pageName) =>
      listMatches(readPage(toFileName(path(pageName, "es"))), drawing),
    );
    expect(services.length).toBe(6);
    expect(new Set(drawings).size).toBe(services.length);
  });
});

describe("a picture with a variant for the dark theme", () => {
  it("has sources by theme, and the build has all files", async () => {
    const [opening = ""] = listMatches(readPage("index.html"), /<picture.*?<\/picture>/g);
    const media = listMatches(opening, /<source [^>]*media="([^"]+)"/g);
    expect(media).toEqual(["(prefers-color-scheme: dark)", "(prefers-color-scheme: dark)"]);
    const files = listMatches(opening, /(\/pictures\/[\w.-]+) \d+w/g);
    expect(new Set(files.map((file) => file.slice(0, 22))).size).toBe(2);
    for (const file of files) expect(await readFile(join(site, file))).not.toHaveLength(0);
  });

  it("is on no share card", () => {
    const [dark] = listMatches(
      readPage("index.html"),
      /media="[^"]*dark\)" [^>]*srcSet="\/pictures\/(\w{12})/g,
    );
    expect(dark).toHaveLength(12);
    expect(hasPart("index.html", `/pictures/${dark}-share-`)).toBe(false);
  });
});

it("the contact form works as HTML and has a message for every outcome", () => {
  for (const language of languages) {
    const form = readPage(toFileName(path("contact", language)));
    expect(form).toMatch(/<form [^>]*method="post"[^>]*>|<form [^>]*action="\/api\/contact"[^>]*>/);
    expect(form).toContain(`name="language" value="${language}"`);
    // The form sends its language without input of the visitor.
    const visibleFields = contactFields.filter((field) => field !== "language");
    const causes = [...visibleFields, "files", "form", "unavailable"] as const;
    const outcomes = causes.map((cause) => errorFragment(cause));
    const missing = [...outcomes, sentFragment(language)].filter(
      (outcome) => !form.includes(`id="${outcome}"`),
    );
    expect(missing).toEqual([]);
    expect(listMatches(form, /<(?:input|textarea|select)[^>]* required=""/g)).toHaveLength(2);
  }
});

/** Opens a browser page on the built site. A request for a file of `heldFiles` waits until `release` is called. */
async function openPage(heldFiles?: RegExp) {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await serveFiles(page, site);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const posts: string[] = [];
  if (heldFiles) await page.route(heldFiles, (route) => released.then(() => route.fallback()));
  await page.route(/\/api\//, (route) => {
    // No message is answered, so it is being sent until the end of the test.
    if (route.request().method() === "POST") posts.push(new URL(route.request().url()).pathname);
    else route.fulfill({ status: 404 });
  });
  return { page, release, posts };
}

/** Waits for the loader of the contact page, which adds the script of the draft. It runs after the load event. */
const waitForLoader = (page: Page) =>
  page.locator("link[href*='/assets/draft-']").waitFor({ state: "attached" });

describe("a contact form that is submitted before its scripts came", () => {
  /** Presses the button of the form twice in a row. Returns its label after the first press. */
  const pressTwice = (page: Page) =>
    page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>("form [type=submit]");
      button?.click();
      const label = button?.innerText;
      // The page may finish loading between them.
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
      button?.click();
      return label;
    });
  const fillIn = async (page: Page) => {
    await page.locator("[name=name]").fill("Ana");
    await page.locator("[name=email]").fill("ana@example.com");
  };

  it("shows at once that it is being sent, and is posted once, before the loader came", async () => {
    const { page, posts } = await openPage(/\/assets\/loader-/);
    await page.goto(`${siteOrigin}${path("contact", "es")}`, { waitUntil: "commit" });
    await fillIn(page);
    expect(await pressTwice(page)).toBe(es["contact.pending"]);
    await expect.poll(() => posts).toEqual(["/api/contact"]);
  });

  it("shows at once that it is being sent, and is sent once, before React came", async () => {
    const { page, release, posts } = await openPage(/\/assets\/browser-/);
    await page.goto(`${siteOrigin}${path("contact", "en")}`);
    await waitForLoader(page);
    await fillIn(page);
    expect(await pressTwice(page)).toBe(en["contact.pending"]);
    expect(posts).toEqual([]);
    release();
    await expect.poll(() => posts).toEqual(["/api/contact"]);
    expect(await pressTwice(page)).toBe(en["contact.pending"]);
    expect(posts).toEqual(["/api/contact"]);
  });
});

describe("a form whose scripts do not come", () => {
  const openWithoutReact = async () => {
    const { page, posts } = await openPage();
    await page.route(/\/assets\/browser-/, (route) => route.abort());
    return { page, posts };
  };

  it("is posted as HTML if it waited for the network", async () => {
    const { page, posts } = await openWithoutReact();
    await page.goto(`${siteOrigin}${path("contact", "es")}`);
    await waitForLoader(page);
    await page.context().setOffline(true);
    await page.locator("[name=name]").fill("Ana");
    await page.locator("[name=email]").fill("ana@example.com");
    await page.locator("form [type=submit]").press("Enter");
    await page.locator("form[data-waiting=offline]").waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => posts).toEqual(["/api/contact"]);
  });

  it("loads its page again if only scripts can send it", async () => {
    const { page } = await openWithoutReact();
    await page.goto(`${siteOrigin}${path("sign-in", "es")}`);
    const isLoadedAgain = page.waitForEvent("load");
    await page.locator("[name=email]").fill("ana@example.com");
    await page.locator("[name=password]").fill("a long password");
    await page.locator("form [type=submit]").press("Enter");
    await isLoadedAgain;
    expect(await page.locator("form[data-waiting]").count()).toBe(0);
  });
});

it("a sign-in that is submitted before its scripts came shows that at once, and is sent when they come", async () => {
  const { page, release, posts } = await openPage(/\/assets\/loader-/);
  await page.goto(`${siteOrigin}${path("sign-in", "es")}`, { waitUntil: "commit" });
  await page.locator("[name=email]").fill("ana@example.com");
  await page.locator("[name=password]").fill("a long password");
  const readLabel = () => page.locator("form [type=submit]").innerText();
  const label = await readLabel();
  await page.locator("form [type=submit]").press("Enter");
  expect(await readLabel()).not.toBe(label);
  expect(posts).toEqual([]);
  release();
  await expect.poll(() => posts.filter((call) => call === "/api/auth/token")).toHaveLength(1);
});

it("the contact page requests at most twelve files for its form, and uses none of them before the form does", async () => {
  const { page } = await openPage();
  const files = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/assets/")) files.add(pathname);
  });
  await page.goto(`${siteOrigin}${path("contact", "es")}`);
  const ahead = listMatches(readPage("contacto.html"), / data-ahead="([^"]*)"/g).flatMap((list) =>
    list.split(" "),
  );
  await expect.poll(() => ahead.filter((file) => !files.has(`/${file}`))).toEqual([]);
  const linkedFiles = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll("link[rel=modulepreload], link[rel=stylesheet]"), (link) =>
        link.getAttribute("href"),
      ),
    );
  // The script of the draft runs at once.
  const listLinkedAhead = async () =>
    (await linkedFiles()).filter(
      (href) => href && ahead.includes(href.slice(1)) && !href.includes("/draft-"),
    );
  expect(await listLinkedAhead()).toEqual([]);
  await page.locator("[name=name]").focus();
  await page.locator("form[novalidate]").waitFor();
  expect(await listLinkedAhead()).not.toEqual([]);
  expect(files.size).toBeLessThanOrEqual(12);
});

it("a sentence about the star above the contact form names every field with a star", () => {
  for (const language of languages) {
    const html = readPage(toFileName(path("contact", language)));
    const section = html.split("<section").find((part) => part.includes('action="/api/contact"')) ?? "";
    const [sentence = ""] = listMatches(section, /<\/h2><p[^>]*>(.*?)<\/p>/gs);
    const starred = listMatches(section, /<label[^>]*><span>([^<\s]+)[^<]*<\/span><span[^>]*> \*<\/span>/g);
    expect(starred).toHaveLength(3);
    if (!sentence.includes("*")) continue;
    for (const field of starred) expect(sentence.toLowerCase()).toContain(field.toLowerCase());
    expect(sentence).not.toMatch(/^(Solo|Only) /);
  }
});

it("no page of the launch copy is over its budget", () => {
  expect(heavyPages).toEqual([]);
});

it("a build leaves out broken parts of the content, names each, and shows everything else", async () => {
  expect(built.olderCopy).toBeNull();
  const broken = readSeed().map((document) => {
    const changedDocument = structuredClone(document) as SeedDocument & { sections: object[] };
    if (changedDocument._id === "contact") Object.assign(changedDocument, { title: { es: "Contacto" } });
    if (changedDocument._id === "home") {
      const { alt: _, ...undescribed } = picture();
      changedDocument.sections.unshift(section("first", "hero", { picture: undescribed }));
    }
    const actionWithBrokenLink = { ...button("main", "Ver", "See", "cctv", "ofertas") };
    if (changedDocument._id === "cctv")
      changedDocument.sections.unshift(section("first", "hero", { actions: [actionWithBrokenLink] }));
    const { kind: _, ...unkind } = link("home");
    const leading = [{ ...button("main", "Ver", "See", "home"), link: unkind }];
    if (changedDocument._id === "privacy")
      changedDocument.sections.unshift(section("first", "callToAction", { actions: leading }));
    return changedDocument;
  });
  // A text that no address can contain: the component that makes the link of a chat throws.
  const brokenLabel = { label: { _type: "localeString", es: "\ud800", en: "\ud800" } };
  const copy = [
    ...broken,
    { ...createEditorPage("broken", "/a-medias", "/en/half"), ...brokenLabel },
    createEditorPage("whole", "/entera", "/en/whole"),
  ];
  // A build stores its copy by the dataset.
  const dataset = "broken";
  const sanity = await startSanity({ ...localContent, dataset, port: 0, documents: copy });
  const content = { ...built.content, dataset, apiHost: sanity.origin };
  const outDirectory = join(folder, "broken");
  const problems = [
    'page "cctv": sections[0] (hero).actions[0].link leads to "#ofertas", a section that its page does not have.',
    'page "contact": title has no text in "en".',
    'page "home": sections[0] (hero).picture.alt is missing.',
    'page "privacy": sections[0] (callToAction).actions[0].link.kind is missing.',
  ];
  const warnings: string[] = [];
  const onWarning = (sentence: string) => warnings.push(sentence);
  await build({ outDirectory, content, siteOrigin, onWarning, bundle: bundleOnce, quickPictures: true });
  await sanity.close();
  const leftOut = warnings.filter((sentence) => sentence.startsWith("Left out: "));
  const failedPage = 'page "broken" cannot be rendered: URI malformed.';
  expect(leftOut).toEqual([...problems, failedPage].map((problem) => `Left out: ${problem}`));
  const files = await readdir(outDirectory, { recursive: true });
  const editorFiles = ["a-medias.html", "en/half.html", "entera.html", "en/whole.html"];
  expect(editorFiles.filter((file) => files.includes(file))).toEqual(["entera.html", "en/whole.html"]);
  const sitemap = await readFile(join(outDirectory, "sitemap.xml"), "utf8");
  expect([sitemap.includes("/en/whole<"), sitemap.includes("/en/half<")]).toEqual([true, false]);
  const home = await readFile(join(outDirectory, "index.html"), "utf8");
  expect(home).toContain("Titular de first");
  expect(await readFile(join(outDirectory, "en/contact.html"), "utf8")).toContain("<title>Contacto");
});

describe("when the CMS is away", () => {
  // The same content at an origin whose server has stopped.
  const stopCms = async () => {
    const stoppedCms = await startSanity({ ...localContent, port: 0 });
    await stoppedCms.close();
    return { ...built.content, apiHost: stoppedCms.origin };
  };

  it("one sentence names the CMS and the remedy, and nothing is built", async () => {
    const content = await stopCms();
    const outDirectory = join(folder, "refused");
    await expect(build({ outDirectory, content, siteOrigin })).rejects.toThrow(
      new RegExp(
        `^The CMS at ${content.apiHost} \\(dataset build\\) did not give the content: .+; the site was not built, --offline-copy builds it with the copy of 20\\S+Z\\.$`,
      ),
    );
    await expect(readdir(outDirectory)).rejects.toThrow("ENOENT");
  });

  nightlyTest("the copy of the last build produces the same site on request", async () => {
    const content = await stopCms();
    const outDirectory = join(folder, "offline");
    // Bundles anew: the other builds of these tests share one bundle.
    const older = await build({ outDirectory, content, siteOrigin, offlineCopy: true, quickPictures: true });
    expect(Date.now() - Date.parse(older?.keptAt ?? "")).toBeLessThan(10 * 60_000);
    expect(older?.reason).toContain(content.apiHost);
    expect(await hashFiles(outDirectory)).toEqual(await hashFiles(site));
  });

  it("without an earlier build, the error says that no copy exists", async () => {
    const content = { ...(await stopCms()), dataset: "never-built" };
    await expect(
      build({ outDirectory: join(folder, "none"), content, siteOrigin, offlineCopy: true }),
    ).rejects.toThrow(/; the site was not built, no earlier build has kept a copy\.$/);
  });
});
