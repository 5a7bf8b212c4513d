import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressFault, isOwnAddress } from "#cms/content/addresses.ts";
import type { ContentError } from "#cms/content/problem.ts";
import { isPrivate, languages, oldReputationPath, otherLanguages, pages, path } from "#cms/content/site.ts";
import { readSeed, type SeedDocument } from "#cms/seed/documents.ts";
import { contactFields } from "#functions/contract/contact.ts";
import { errorFragment, sentFragment } from "#functions/contract/form-fragments.ts";
import { headersOf } from "#local/dev/pages-rules.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { firstScript } from "#web/app/first-script.ts";
import { speculationRules } from "#web/app/speculation-rules.ts";
import { build } from "#web/build/build.ts";
import { redirectsFile } from "#web/build/site-files.ts";

import en from "#web/language/messages/en/site.json" with { type: "json" };
import es from "#web/language/messages/es/site.json" with { type: "json" };
import { all, buildSite, documents, fileOf, siteOrigin } from "../../../support/built-site.ts";
import { button, link, picture, section } from "../../../support/copy.ts";
import { markupFaults } from "../../../support/markup.ts";

let built: Awaited<ReturnType<typeof buildSite>>;
let folder = "";
let site = "";

const page = (file: string) => built.page(file);
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

const startsAtOnce = (shown: string) => shown === "not-found" || isPrivate(shown);

const heavyPages: string[] = [];

beforeAll(async () => {
  const onHeavy = (sentence: string) => heavyPages.push(sentence);
  built = await buildSite("build", undefined, { onHeavy, offlineCopy: true });
  ({ folder, site } = built);
});
afterAll(() => built.close());

describe("every document", () => {
  it.each(documents)("$file has one h1, its language and its title", ({ file, language }) => {
    expect(all(page(file), /<h1[ >]/g)).toHaveLength(1);
    expect(
      has(
        file,
        new RegExp(
          `^<!doctype html><html lang="${language}" data-copy="assets/[\\w.-]+" data-styles="assets/[\\w.-]+"`,
        ),
      ),
    ).toBe(true);
    expect(has(file, /<title>[^<]+ · [^<]+<\/title>/)).toBe(true);
  });

  it.each(documents)("$file has one script and no style attribute", ({ file, shown }) => {
    const scripts = all(page(file), /<script((?! type="application)[^>]*>[^<]*)/g);
    if (startsAtOnce(shown)) {
      expect(scripts).toEqual([
        `>${firstScript}`,
        expect.stringMatching(/ src="\/assets\/loader-[\w-]+\.js" integrity="sha256-[^"]+">$/),
      ]);
    } else {
      expect(scripts).toEqual([`>${firstScript}`, ` type="speculationrules">${speculationRules}`]);
      const files = /data-scripts="([^"]*)"/.exec(page(file))?.[1]?.split(" ") ?? [];
      const names = has(file, 'action="/api/contact"') ? ["loader", "form-draft"] : ["loader"];
      expect(files.map((name) => name.replace(/^assets\/(.*)-[\w-]{8}\.js$/, "$1"))).toEqual(names);
    }
    expect(has(file, / (style|on\w+)="/)).toBe(false);
    expect(has(file, "<template")).toBe(false);
  });

  it.each(documents)(
    "$file carries one style, which its own policy allows, and links none",
    async ({ file, shown }) => {
      const address =
        shown === "not-found" ? "/nowhere" : `/${file.replace(/(^|\/)index\.html$|\.html$/, "")}`;
      const policy = headersOf(await readFile(join(site, "_headers"), "utf8"), address)[
        "Content-Security-Policy"
      ];
      const [style = "", ...others] = all(page(file), /<style>(.*?)<\/style>/gs);
      expect(others).toEqual([]);
      expect(/style-src ([^;]*)/.exec(policy ?? "")?.[1]?.split(" ")).toContain(sha(style));
      expect(has(file, /<link rel="stylesheet"/)).toBe(false);
      const [stylesheet = ""] = all(page(file), / data-styles="([^"]*)"/g);
      expect(await readFile(join(site, stylesheet), "utf8")).toContain(style.slice(0, 200));
    },
  );

  it.each(documents)("$file has the header and leads to its twin", ({ file, shown, language }) => {
    for (const other of otherLanguages(language)) {
      const twin = path(shown === "not-found" ? "home" : shown, other);
      expect(has(file, new RegExp(`<a [^>]*href="${twin}" hrefLang="${other}" lang="${other}"`, "i"))).toBe(
        true,
      );
    }
    expect(has(file, /<button [^>]*popoverTarget="menu-services"/i)).toBe(true);
  });

  it.each(documents)("$file has no heading and no section inside of an address", ({ file, shown }) => {
    const addresses = all(page(file), /<address[^>]*>(.*?)<\/address>/gs);
    // The inbox is as high as the window, and has no footer below.
    if (shown === "inbox") expect(addresses).toEqual([]);
    else expect(addresses).not.toHaveLength(0);
    for (const address of addresses) {
      expect(address).not.toMatch(/<(h[1-6]|hgroup|article|aside|nav|section|header|footer)[ >]/);
    }
  });

  it.each(documents)("$file is written as the HTML standard has it", async ({ file }) => {
    expect(await markupFaults(page(file))).toEqual([]);
  });

  it.each(documents)("$file names the file of its copy and does not carry it", async ({ file }) => {
    const [copy = ""] = all(page(file), / data-copy="([^"]*)"/g);
    expect(JSON.parse(await readFile(join(site, copy), "utf8"))).toHaveProperty("settings.brandName");
    expect(has(file, 'id="copy"')).toBe(false);
  });
});

it("the English words of the Spanish not-found page are marked as English", () => {
  for (const words of ["Oops! Page not found", "Return to Home"]) {
    expect(has("404.html", new RegExp(`<[^>]* lang="en"[^>]*>${words}<`)), words).toBe(true);
  }
});

it("every link of the site leads to a page, and every fragment to an element of it", async () => {
  const files = await contents(site);
  const byAddress = new Map(
    pages.flatMap((each) => languages.map((l) => [path(each, l), fileOf(path(each, l))])),
  );
  for (const { file } of documents) {
    for (const href of new Set(all(page(file), /(?:href|src)="([^"]+)"/g))) {
      if (/^(mailto:|tel:|https:)/.test(href)) continue;
      const [address = "", fragment] = href.replace(/\?[^#]*/, "").split("#");
      const target = address === "" ? file : (byAddress.get(address) ?? address.slice(1));
      expect(files.has(target), `${href} in ${file}`).toBe(true);
      if (fragment) expect(has(target, new RegExp(` id="${fragment}"`)), `${href} in ${file}`).toBe(true);
    }
    for (const address of all(page(file), /(\/pictures\/[\w.-]+)/g))
      expect(files.has(address.slice(1))).toBe(true);
  }
});

it("a document that starts at once names the hash of its script", async () => {
  for (const { file } of documents.filter(({ shown }) => startsAtOnce(shown))) {
    const named = [...page(file).matchAll(/ src="(\/assets\/[^"]+)" integrity="sha256-([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, script = "", hash] of named) {
      expect(
        createHash("sha256")
          .update(await readFile(join(site, script)))
          .digest("base64"),
      ).toBe(hash);
    }
  }
});

it("each document has its own policy, which allows the first script, the speculation rules, one style and nothing else inline", async () => {
  const headers = await readFile(join(site, "_headers"), "utf8");
  const [, ...others] = all(headers, /^ {2}Content-Security-Policy: .*/gm);
  expect(others).toContain("  Content-Security-Policy: default-src 'none'; sandbox");
  for (const policy of others) expect(policy.match(/'sha256-/g)?.length ?? 0).toBeLessThanOrEqual(3);
  expect(headers).toMatch(
    /^\/\*\n {2}Content-Security-Policy: default-src 'none'; script-src 'self' 'sha256-[^']+' 'sha256-[^']+'; require-trusted-types-for 'script'; trusted-types 'none';/,
  );
  expect(headers).toContain(`script-src 'self' ${sha(firstScript)} ${sha(speculationRules)};`);
  expect(headers).not.toContain("unsafe");
  // Pages cuts a line of its file at 2,000 characters.
  for (const line of headers.split("\n")) expect(line.length).toBeLessThan(2000);
});

it("the old reputation address leads to the new one for good", async () => {
  const redirects = (await readFile(join(site, "_redirects"), "utf8")).split("\n");
  expect(redirects).toContain("/plataforma-de-gestion-de-reputacion /gestion-de-reputacion 301");
});

it("an old address leads to its page for good", () => {
  const file = redirectsFile([{ from: "/cameras", to: "/en/cctv-systems" }]);
  expect(file.split("\n")).toContain("/cameras /en/cctv-systems 301");
});

it("neither a redirect nor a page that editors make can take the address of anything that the site serves", async () => {
  const addresses = pages.flatMap((each) => languages.map((language) => path(each, language)));
  const files = await readdir(site, { withFileTypes: true });
  const served = files.filter((file) => !/^_|\.html$/.test(file.name)).map(({ name }) => `/${name}`);
  expect(served).toContain("/sitemap.xml");
  const inFolders = ["/api/contact", "/assets/a.js", "/pictures/a.webp"];
  const others = [oldReputationPath, "/404", "/en/404.html"];
  for (const from of [...addresses, ...served, ...inFolders, ...others]) {
    expect([from, isOwnAddress(from)]).toEqual([from, true]);
    for (const language of languages) expect(addressFault(from, language)).toBe("taken");
  }
});

describe("each service page has a drawing of its own", () => {
  const services = pages.filter((each) =>
    readSeed().some(({ _id, isService }) => _id === each && isService === true),
  );
  const drawing = /<svg role="img"[^>]*>.*?<\/svg>/g;
  const messages = { es, en };

  it.each(services.flatMap((each) => languages.map((language) => ({ each, language }))))(
    "$each in $language: one, with its title in that language, at most 6 kB",
    ({ each, language }) => {
      const drawings = all(page(fileOf(path(each, language))), drawing);
      expect(drawings).toHaveLength(1);
      const [title = ""] = all(drawings[0] ?? "", /<title>([^<]+)<\/title>/g);
      const [key] = Object.entries(messages[language]).find(([, message]) => message === title) ?? [];
      expect(key).toMatch(/^drawing\./);
      expect(Buffer.byteLength(drawings[0] ?? "")).toBeLessThanOrEqual(6 * 1024);
      // Words in it would need translating.
      expect(drawings[0]).not.toContain("<text");
    },
  );

  it("and no two the same", () => {
    const shown = services.flatMap((each) => all(page(fileOf(path(each, "es"))), drawing));
    expect(services.length).toBe(6);
    expect(new Set(shown).size).toBe(services.length);
  });
});

describe("a picture with a variant for the dark theme", () => {
  it("names its files by theme, and the build has them all", async () => {
    const [opening = ""] = all(page("index.html"), /<picture.*?<\/picture>/g);
    const media = all(opening, /<source [^>]*media="([^"]+)"/g);
    expect(media).toEqual(["(prefers-color-scheme: dark)", "(prefers-color-scheme: dark)"]);
    const files = all(opening, /(\/pictures\/[\w.-]+) \d+w/g);
    expect(new Set(files.map((file) => file.slice(0, 22))).size).toBe(2);
    for (const file of files) expect(await readFile(join(site, file))).not.toHaveLength(0);
  });

  it("is the picture on no share card", () => {
    const [dark] = all(page("index.html"), /media="[^"]*dark\)" [^>]*srcSet="\/pictures\/(\w{12})/g);
    expect(dark).toHaveLength(12);
    expect(has("index.html", `/pictures/${dark}-share-`)).toBe(false);
  });
});

it("the only script before an interaction is at most 2 kB", async () => {
  const loader = all(page("index.html"), /data-scripts="(assets\/loader-[^" ]+)"/g)[0] ?? "";
  const bytes = brotliCompressSync(await readFile(join(site, loader))).length;
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(2048);
});

it("the contact form's own script is small, and nothing that is seen waits for it", async () => {
  for (const language of languages) {
    const form = page(fileOf(path("contact", language)));
    const [script = ""] = all(form, /data-scripts="[^"]* (assets\/form-draft-[^"]+)"/g);
    expect(brotliCompressSync(await readFile(join(site, script))).length).toBeLessThanOrEqual(512);
  }
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

it("a form that was refused for any of its fields finds the words for it, without script", () => {
  for (const language of languages) {
    const html = page(fileOf(path("contact", language)));
    const without = contactFields.filter((field) => !html.includes(`id="${errorFragment(field)}"`));
    // What a form sends by itself is no field of the visitor's.
    expect(without).toEqual(["language"]);
  }
});

it("a sentence above the contact form that explains the star names every field that has one", () => {
  for (const language of languages) {
    const html = page(fileOf(path("contact", language)));
    const section = html.split("<section").find((part) => part.includes('action="/api/contact"')) ?? "";
    const [sentence = ""] = all(section, /<\/h2><p[^>]*>(.*?)<\/p>/gs);
    const starred = all(section, /<label[^>]*><span>([^<\s]+)[^<]*<\/span><span[^>]*> \*<\/span>/g);
    expect(starred).toHaveLength(3);
    if (!sentence.includes("*")) continue;
    for (const field of starred) expect(sentence.toLowerCase()).toContain(field.toLowerCase());
    expect(sentence).not.toMatch(/^(Solo|Only) /);
  }
});

it("no page of the launch copy is over its budget", () => {
  expect(heavyPages).toEqual([]);
});

/** Builds content that cannot be shown. Returns the problems that the build names. */
async function buildBroken(
  outDirectory: string,
  options: { dataset: string; offlineCopy?: boolean },
): Promise<string[]> {
  const broken = readSeed().map((document) => {
    const other = structuredClone(document) as SeedDocument & { sections: object[] };
    if (other._id === "contact") Object.assign(other, { title: { es: "Contacto" } });
    if (other._id === "home") {
      const { alt: _, ...undescribed } = picture();
      other.sections.unshift(section("first", "hero", { picture: undescribed }));
    }
    const lost = { ...button("main", "Ver", "See", "cctv", "ofertas") };
    if (other._id === "cctv") other.sections.unshift(section("first", "hero", { actions: [lost] }));
    const { kind: _, ...unkind } = link("home");
    const leading = [{ ...button("main", "Ver", "See", "home"), link: unkind }];
    if (other._id === "privacy")
      other.sections.unshift(section("first", "callToAction", { actions: leading }));
    return other;
  });
  const { dataset, offlineCopy = false } = options;
  const sanity = await startSanity({ ...localContent, dataset, port: 0, documents: broken });
  const content = { projectId: localContent.projectId, dataset, apiHost: sanity.origin };
  const problems = await build({ outDirectory, content, siteOrigin, offlineCopy }).then(
    () => [],
    (error: ContentError) => error.problems,
  );
  await sanity.close();
  return problems;
}
const brokenProblems = [
  'page "cctv": sections[0] (hero).actions[0].link leads to "#ofertas", a section that its page does not have.',
  'page "contact": title has no text in "en".',
  'page "home": sections[0] (hero).picture.alt is missing.',
  'page "privacy": sections[0] (callToAction).actions[0].link.kind is missing.',
];

it("content that cannot be shown ends the build with every reason, by document, field and language", async () => {
  const outDirectory = join(folder, "broken");
  expect(await buildBroken(outDirectory, { dataset: localContent.dataset })).toEqual(brokenProblems);
  await expect(readdir(outDirectory)).rejects.toThrow("ENOENT");
});

describe("when the CMS is away", () => {
  // The same content, at an address where nobody answers any more.
  const away = async () => {
    const gone = await startSanity({ ...localContent, port: 0 });
    await gone.close();
    return { ...built.content, apiHost: gone.origin };
  };

  it("one clear sentence names it and the way out, and nothing is built", async () => {
    const content = await away();
    const outDirectory = join(folder, "refused");
    await expect(build({ outDirectory, content, siteOrigin })).rejects.toThrow(
      new RegExp(
        `^The CMS at ${content.apiHost} \\(dataset build\\) did not give the content: .+; the site was not built, --offline-copy builds it with the copy of 20\\S+Z\\.$`,
      ),
    );
    await expect(readdir(outDirectory)).rejects.toThrow("ENOENT");
  });

  it("the copy of the last build is used when that is asked for, and gives the same site", async () => {
    const content = await away();
    const outDirectory = join(folder, "offline");
    const older = await build({ outDirectory, content, siteOrigin, offlineCopy: true });
    expect(Date.now() - Date.parse(older?.keptAt ?? "")).toBeLessThan(10 * 60_000);
    expect(older?.reason).toContain(content.apiHost);
    expect(await contents(outDirectory)).toEqual(await contents(site));
  });

  it("without an earlier build there is no copy to use, and that is said", async () => {
    const content = { ...(await away()), dataset: "never-built" };
    await expect(
      build({ outDirectory: join(folder, "none"), content, siteOrigin, offlineCopy: true }),
    ).rejects.toThrow(/; the site was not built, no earlier build has kept a copy\.$/);
  });

  it("a CMS that is there is read, whatever is asked for", async () => {
    expect(built.olderCopy).toBeNull();
    const outDirectory = join(folder, "not-copied");
    const options = { dataset: built.content.dataset, offlineCopy: true };
    expect(await buildBroken(outDirectory, options)).toEqual(brokenProblems);
  });
});
