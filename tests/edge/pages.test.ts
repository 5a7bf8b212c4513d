import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages, pages, path } from "#cms/content/site.ts";
import { hashStyle } from "#functions/contract/security-headers.ts";
import { privatePaths } from "#web/app/speculation-rules.ts";
import { createRedirect } from "../support/copy.ts";
import { publishTitle, readAnswer, readSource, waitForAnswer, waitForTitle } from "../support/live-pages.ts";
import { sendRaw } from "../support/raw-requests.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const site = startForSuite(startSite);

const page = path("seo-consulting", "es");
const listHeaders = (response: Response) =>
  Object.fromEntries(
    [...response.headers].filter(
      ([name]) =>
        !/^(date|etag|x-server-env|x-content-(revision|published)|server-timing|content-length)$/.test(name),
    ),
  );

describe("a page with the revision of its build", () => {
  test("is served as the static file", async () => {
    const response = await site.get(page);
    expect(await response.text()).toBe(await readFile(join(site.dist, `${page}.html`), "utf8"));
    expect(readSource(response)).toBe("static");
    expect(response.headers.get("X-Content-Revision")).toMatch(/^[0-9a-f]{16}$/);
    const etag = response.headers.get("ETag") ?? "";
    expect((await site.get(page, { "If-None-Match": etag })).status).toBe(304);
  });

  test("stays the static file when another page is published", async () => {
    await waitForTitle(site, path("privacy", "es"), await publishTitle(site, "privacy"));
    const response = await site.get(path("contact", "es"));
    expect(readSource(response)).toBe("static");
  });
});

test.each([
  ["/seo-consulting?a=1", "GET"],
  ["/", "POST"],
  ["/robots.txt", "HEAD"],
])("a request for another host name is redirected to the site: %s", async (address, method) => {
  const host = "Host: abc123.vitrina.pages.dev\r\nContent-Length: 0\r\nConnection: close";
  const answer = await sendRaw(
    Number(new URL(site.origin).port),
    `${method} ${address} HTTP/1.1\r\n${host}\r\n\r\n`,
    20_000,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 308 /);
  expect(answer).toContain(`\r\nLocation: ${site.origin}${address}\r\n`);
  expect(answer).toMatch(/\r\nContent-Security-Policy: /i);
});

test("every file of the build has a 304 with the tag and the age of its 200", async () => {
  const files = (await readdir(site.dist, { recursive: true })).filter((file) => /\.\w+$/.test(file));
  const pictures = files.filter((file) => file.startsWith("pictures/")).slice(0, 3);
  // Pages serves the assets without the edge. The other files have no address of their own.
  const otherFiles = files.filter((file) => !/^(?:_|pictures\/|assets\/)|404\.html$/.test(file));
  const addresses = [...otherFiles, ...pictures].map(
    (file) => `/${file.replace(/(?:^|(?<=\/))index\.html$|\.html$/, "").replace(/\/$/, "")}`,
  );
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) {
    const read = ({ status, headers }: Response) => [
      address,
      status,
      headers.get("ETag"),
      headers.get("Cache-Control"),
    ];
    const [, status, etag, age] = read(await site.get(address));
    expect([address, status, typeof etag, typeof age]).toEqual([address, 200, "string", "string"]);
    expect(read(await site.get(address, { "If-None-Match": String(etag) }))).toEqual([
      address,
      304,
      etag,
      age,
    ]);
  }
});

describe("a page, built or rendered at the edge,", () => {
  test("follows the preconditions of a request, and a 304 has the tag and the age of its 200", async () => {
    const renderedPage = await waitForTitle(site, page, await publishTitle(site));
    const builtPage = await site.get(path("contact", "es"));
    expect([builtPage, renderedPage].map((response) => readSource(response) === "static")).toEqual([
      true,
      false,
    ]);
    for (const firstResponse of [builtPage, renderedPage]) {
      const address = new URL(firstResponse.url).pathname;
      const [etag = "", age] = ["ETag", "Cache-Control"].map((name) => firstResponse.headers.get(name) ?? "");
      const getStatus = async (headers: Record<string, string>) => (await site.get(address, headers)).status;
      expect([address, await getStatus({ "If-Match": '"other"' })]).toEqual([address, 412]);
      expect([address, await getStatus({ "If-Match": "*" })]).toEqual([address, 200]);
      expect([address, await getStatus({ "If-None-Match": "*" })]).toEqual([address, 304]);
      const cachedResponse = await site.get(address, { "If-None-Match": `"other", ${etag}` });
      expect([
        cachedResponse.status,
        cachedResponse.headers.get("ETag"),
        cachedResponse.headers.get("Cache-Control"),
      ]).toEqual([304, etag, age]);
    }
  });

  test("is read-only: another method is answered 405, with the security headers", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const response = await fetch(site.origin + page, { method });
      expect([method, response.status, response.headers.get("Allow")]).toEqual([method, 405, "GET, HEAD"]);
      expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    }
  });

  test("varies its answer by the requesting origin", async () => {
    expect((await site.get(page)).headers.get("Vary")).toContain("Origin");
  });
});

test.each([
  ["/404", 404, null],
  ["/en/404", 404, null],
  ["/contacto/", 308, "/contacto"],
  ["/en/", 308, "/en"],
  ["/en/contact/", 308, "/en/contact"],
  ["/plataforma-de-gestion-de-reputacion", 301, "/gestion-de-reputacion"],
])("%s answers %i and leads to %s", async (address, status, location) => {
  const response = await site.get(address);
  expect([response.status, response.headers.get("Location")]).toEqual([status, location]);
});

/** The headers of every answer. Mozilla's Observatory gives them all points. */
const securityHeaders = {
  "content-security-policy": expect.stringMatching(
    /^default-src 'none'; script-src 'self'( 'sha256-[^']+'){2}; require-trusted-types-for 'script'; trusted-types 'none'; style-src 'self'( 'sha256-[^']+')*; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  ),
  "strict-transport-security": "max-age=31536000",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

test("pages, files, redirects and missing pages have the same security headers", async () => {
  await waitForTitle(site, page, await publishTitle(site));
  const addresses = [
    ...languages.flatMap((language) => pages.map((pageName) => path(pageName, language))),
    ...["/no-existe", "/en/does-not-exist", "/contacto/", "/plataforma-de-gestion-de-reputacion"],
    ...["/robots.txt", "/sitemap.xml", "/icon.svg", "/build.json", "/assets/none.js"],
  ];
  for (const address of addresses) {
    const headers = Object.fromEntries((await site.get(address)).headers);
    expect(headers, address).toMatchObject({
      ...securityHeaders,
      ...(privatePaths.includes(address) && { "referrer-policy": "no-referrer" }),
    });
    expect(Object.keys(headers), address).not.toContain("set-cookie");
    expect(Object.keys(headers), address).not.toContain("access-control-allow-origin");
  }
});

describe("a page that was published since the build", () => {
  test("has the headers of the static file, and an entity tag that is answered with 304", async () => {
    const builtPage = await site.get(path("contact", "es"));
    expect(readSource(builtPage)).toBe("static");
    const headersBefore = listHeaders(builtPage);
    const response = await waitForTitle(site, page, await publishTitle(site));
    const removeStyleHash = (headers: object) =>
      JSON.stringify(headers).replace(/(style-src 'self' )'sha256-[^']*'/, "$1");
    expect(removeStyleHash(listHeaders(response))).toBe(removeStyleHash(headersBefore));
    const style = await hashStyle(await (await site.get(page)).text());
    expect(response.headers.get("Content-Security-Policy")).toContain(style);
    const etag = response.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const cachedResponse = await site.get(page, { "If-None-Match": `W/${etag}` });
    expect([cachedResponse.status, await cachedResponse.text()]).toEqual([304, ""]);
    const head = await fetch(site.origin + page, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag")]).toEqual([200, etag]);
  });

  test("is rendered once and cached, and another revision has another name", async () => {
    const firstResponse = await waitForTitle(site, page, await publishTitle(site));
    const cachedResponse = await site.get(page);
    expect(readSource(cachedResponse)).toBe("cached");
    expect(cachedResponse.headers.get("X-Content-Revision")).toBe(
      firstResponse.headers.get("X-Content-Revision"),
    );
    const secondResponse = await waitForTitle(site, page, await publishTitle(site));
    expect(secondResponse.headers.get("X-Content-Revision")).not.toBe(
      firstResponse.headers.get("X-Content-Revision"),
    );
  });

  test("brings the settings to every page, the not-found page and the private ones too", async () => {
    const brand = "Marca nueva";
    await site.editor.patch("siteSettings").set({ brandName: brand }).commit();
    await waitForTitle(site, "/en", brand);
    for (const address of ["/auth", "/en/inbox", "/nada", "/en/nothing"]) {
      const response = await waitForTitle(site, address, brand);
      expect(response.status).toBe(/n[ao]/.test(address) && !/inbox/.test(address) ? 404 : 200);
      expect(readSource(response)).not.toBe("static");
    }
    expect(await (await site.get("/site.webmanifest")).json()).toMatchObject({ name: brand });
  });
});

describe("a mistyped address", () => {
  test.each(languages.flatMap((language) => pages.map((pageName) => path(pageName, language))))(
    "of the page %s leads to it, with its query",
    async (address) => {
      const spellings = [
        address.toUpperCase(),
        ...[".", ")", "),", "%E2%80%9D", "%20", "%0A"].map((end) => address + end),
      ];
      for (const spelling of spellings.filter(
        (misspelled) => !["/", "/."].includes(misspelled) && misspelled !== address,
      )) {
        const response = await site.get(`${spelling}?plan=1`);
        expect([spelling, response.status, response.headers.get("Location")]).toEqual([
          spelling,
          308,
          `${address}?plan=1`,
        ]);
        expect(response.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
      }
    },
  );

  test("of an old address leads to its page, and an accent does not matter", async () => {
    expect(await readAnswer(site, "/Plataforma-de-gestion-de-reputacion).")).toEqual([
      301,
      path("reputation", "es"),
    ]);
    expect(await readAnswer(site, encodeURI("/diseño-y-desarrollo-web"))).toEqual([
      308,
      path("web-development", "es"),
    ]);
  });

  test.each([
    "/Contactos.",
    "/%2f%2f.other.example.",
    "/%5c.other.example)",
    "/%E0%A4%A.",
    "/contacto.php",
    "/__proto__.",
    ...["/!!!", "/$", "/-", "/en/@", "/@/", "/en/-/"],
  ])("without a page is not found: %s", async (address) => {
    expect(await readAnswer(site, address)).toEqual([404]);
  });
});

describe("an old address", () => {
  const redirectToCameras = (id: string, from: string) =>
    site.editor.create(createRedirect(id, from, "cctv"));
  const cameras = [301, path("cctv", "es")];

  test("that was published since the build leads to its page, and stops when it is deleted", async () => {
    await redirectToCameras("redirect-cameras", "/camaras-viejas");
    await waitForAnswer(site, "/camaras-viejas", cameras);
    await redirectToCameras("redirect-accents", "/Cámaras-Viejas/");
    await redirectToCameras("redirect-query", "/?page_id=12");
    await waitForAnswer(site, "/?page_id=12", cameras);
    for (const spelling of ["/cámaras-viejas", "/C%C3%A1maras-Viejas/", "/CAMARAS-viejas/"]) {
      expect([spelling, await readAnswer(site, spelling)]).toEqual([spelling, cameras]);
    }
    expect(await readAnswer(site, "/?page_id=13")).toEqual([200]);
    await site.editor.delete("redirect-cameras");
    await waitForAnswer(site, "/camaras-viejas", [404]);
    expect(await readAnswer(site, "/plataforma-de-gestion-de-reputacion")).toEqual([
      301,
      path("reputation", "es"),
    ]);
  });
});

// The last test, because a change of the settings changes every page.
test("security.txt names the contact for vulnerabilities, also after a change", async () => {
  const ask = async (address: string) => {
    const response = await site.get(address);
    return { type: response.headers.get("Content-Type"), text: await response.text() };
  };
  const plainTextType = /^text\/plain; ?charset=utf-8$/i;
  const file = await ask("/.well-known/security.txt");
  expect(file).toEqual({
    type: expect.stringMatching(plainTextType),
    text: await readFile(join(site.dist, ".well-known", "security.txt"), "utf8"),
  });
  expect((await ask("/.well-known/security-policy.txt")).type).toMatch(plainTextType);
  await site.editor.patch("siteSettings").set({ email: "seguridad@guaria.example" }).commit();
  await expect
    .poll(() => {
      site.expireContent();
      return ask("/.well-known/security.txt");
    })
    .toEqual({
      type: expect.stringMatching(plainTextType),
      text: file.text.replace(/mailto:.*/, "mailto:seguridad@guaria.example"),
    });
  expect((await site.get("/.well-known/nothing.txt")).status).toBe(404);
});
