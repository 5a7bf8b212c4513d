import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createPreviewSecret } from "@sanity/preview-url-secret/create-secret";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { languages, path } from "#cms/content/site.ts";
import { framedHeader, previewCookie, previewPaths } from "#functions/contract/preview.ts";
import { issueAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { issuePreviewToken } from "#functions/site/preview/tokens.ts";
import { listMatches } from "../support/built-site.ts";
import { section } from "../support/copy.ts";
import { startSite } from "../support/running-site.ts";
import { createSigningKey } from "../support/signing-key.ts";
import { startForSuite } from "../support/suite.ts";

const studio = "https://studio.guaria.example";
const page = path("cctv", "es");
const secretTitle = "Lo que nadie debe ver todavía";

const site = startForSuite(() => startSite({ variables: { STUDIO_ORIGIN: studio } }));
beforeAll(async () => {
  const publishedDocument = await site.editor.getDocument("cctv");
  await site.editor.createOrReplace({
    ...publishedDocument,
    _id: "drafts.cctv",
    _type: "page",
    title: { es: secretTitle, en: "Nobody's yet" },
  });
});

const createEnableAddress = async (pathname = page, studioOrigin = studio) => {
  const { secret } = await createPreviewSecret(site.editor, "test", studioOrigin, "user");
  const query = new URLSearchParams({ "sanity-preview-secret": secret, "sanity-preview-pathname": pathname });
  return `${previewPaths.enable}?${query}`;
};
const getCookie = (response: Response) => response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
const enterPreview = async () => getCookie(await site.get(await createEnableAddress()));
const getText = async (address: string, headers: Record<string, string> = {}) =>
  (await site.get(address, headers)).text();

describe("the Studio's preview", () => {
  test("rejects malformed secrets without a request to the CMS", async () => {
    const getEnableStatus = async (secret: string) =>
      (await site.get(`${previewPaths.enable}?sanity-preview-secret=${secret}`)).status;
    const requestCount = site.cms.asked();
    for (const secret of ["", "x", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}%2F`]) {
      expect(await getEnableStatus(secret), secret).toBe(401);
    }
    expect(site.cms.asked()).toBe(requestCount);
    expect(await getEnableStatus("a".repeat(43))).toBe(401);
    expect(site.cms.asked()).toBe(requestCount + 1);
  });

  test("is opened by a secret of the Studio, for an hour, in a cookie that scripts cannot read", async () => {
    const response = await site.get(await createEnableAddress());
    expect([response.status, response.headers.get("Location")]).toEqual([307, page]);
    const cookie = response.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(new RegExp(`^${previewCookie}=`));
    for (const part of ["HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/", "Max-Age=3600"]) {
      expect(cookie).toContain(part);
    }
  });

  test("shows drafts in both languages, to its holder only, and never caches them", async () => {
    const cookie = await enterPreview();
    for (const language of languages) {
      const response = await site.get(path("cctv", language), { Cookie: cookie });
      expect(response.headers.get("Cache-Control")).toBe("private, no-store");
      expect(await response.text()).toContain(language === "es" ? secretTitle : "Nobody&#x27;s yet");
      expect(await getText(path("cctv", language))).not.toMatch(/nadie debe ver|Nobody/);
    }
    // Other pages show the published content.
    expect(await getText(path("contact", "es"), { Cookie: cookie })).toContain("<title>Contacto ·");
  });

  test("may be framed by the Studio that opened it, while visitors' pages may not be framed", async () => {
    const { headers } = await site.get(page, { Cookie: await enterPreview() });
    expect(headers.get("Content-Security-Policy")).toContain(`frame-ancestors ${studio}`);
    expect(headers.has("X-Frame-Options")).toBe(false);
    const visitorHeaders = (await site.get(page)).headers;
    expect(visitorHeaders.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(visitorHeaders.get("X-Frame-Options")).toBe("DENY");
  });

  test("stays in the Studio's frame and asks again while the CMS does not answer", async () => {
    const cookie = await enterPreview();
    site.cms.set("away");
    const { status, headers } = await site.get(page, { Cookie: cookie });
    const redirect = await site.get(`${page}/`, { Cookie: cookie });
    site.cms.set("fine");
    expect(redirect.headers.get("Location")).toContain(page);
    expect([status, headers.get("Refresh")]).toEqual([200, "5"]);
    expect(headers.get("Content-Security-Policy")).toContain(`frame-ancestors ${studio}`);
    expect(headers.has("X-Frame-Options")).toBe(false);
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect((await site.get(page, { Cookie: cookie })).headers.has("Refresh")).toBe(false);
  });

  test("may not be framed by another origin that an editor writes into the CMS", async () => {
    const cookie = getCookie(await site.get(await createEnableAddress(page, "https://evil.example")));
    const { headers } = await site.get(page, { Cookie: cookie });
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
  });

  test("names the field of every text and picture in an attribute, which visitors never get", async () => {
    const html = await getText(page, { Cookie: await enterPreview() });
    const fieldPaths = listMatches(html, /data-sanity="([^"]+)"/g);
    expect(fieldPaths.length).toBeGreaterThan(40);
    expect(
      fieldPaths.filter((fieldPath) => /sections:\w+.*\.picture/.test(fieldPath)).length,
    ).toBeGreaterThan(2);
    expect(html).toMatch(
      /<h1[^>]* data-sanity="[^"]*id=cctv;type=page;path=sections:[^;"]+\.title\.es;base=https%3A%2F%2Fstudio/,
    );
    expect(html).not.toMatch(/[\uE000-\uE002]/);
    const visitorHtml = await getText(page);
    expect(visitorHtml).not.toMatch(/data-sanity|preview/);
  });

  test("says that it shows drafts only where it shows one, and shows no bar in the Studio without one", async () => {
    const cookie = await enterPreview();
    const notice = "haven’t been published yet";
    const readBar = async (address: string, headers: Record<string, string> = {}) =>
      /<aside id="preview-bar".*?<\/aside>/.exec(await getText(address, { Cookie: cookie, ...headers }))?.[0];
    const framed = { [framedHeader]: "true" };
    expect(await readBar(path("cctv", "en"), framed)).toContain(notice);
    expect(await readBar(path("cctv", "en"), framed)).not.toContain("hidden");
    expect(await readBar(path("contact", "en"), framed)).toContain("hidden");
    // Outside of the frame the bar is the way out of the preview.
    const barWithoutDraft = await readBar(path("contact", "en"));
    expect(barWithoutDraft).toContain("This page has no unpublished changes.");
    expect(barWithoutDraft).not.toMatch(new RegExp(`hidden|${notice}`));
    const settings = await site.editor.getDocument("siteSettings");
    await site.editor.createOrReplace({ ...settings, _id: "drafts.siteSettings", _type: "siteSettings" });
    expect(await readBar(path("contact", "en"), framed)).toContain(notice);
    await site.editor.delete("drafts.siteSettings");
    expect(await readBar(path("contact", "en"), framed)).not.toContain(notice);
  });

  test("is left by a link, after which the visitors' page is shown", async () => {
    const cookie = await enterPreview();
    expect(await getText(page, { Cookie: cookie })).toContain(
      `href="${previewPaths.disable}?path=${encodeURIComponent(page)}"`,
    );
    const response = await site.get(`${previewPaths.disable}?path=${page}`, { Cookie: cookie });
    expect([response.status, response.headers.get("Location")]).toEqual([307, page]);
    expect(response.headers.get("Set-Cookie")).toMatch(new RegExp(`^${previewCookie}=;.*Max-Age=0`));
    const foreignRedirect = await site.get(`${previewPaths.disable}?path=//evil.example`, { Cookie: cookie });
    expect(foreignRedirect.headers.get("Location")).toBe("/");
    // A copy of the cookie shows no drafts either.
    expect(await getText(page, { Cookie: cookie })).not.toContain(secretTitle);
  });

  test.each([
    ["/\0", "/"],
    ["/a\0b", "/a%00b"],
    ["/a\r\nb", "/ab"],
    ["/ñ?q=\0#\u0007x", "/%C3%B1?q=%00#%07x"],
    ["/€", "/%E2%82%AC"],
    // These paths would name another host once they are encoded.
    ["/.//evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["/\\evil.example", "/"],
  ])(
    "redirects to a path that a header can carry, regardless of the requested path (%j)",
    async (path, location) => {
      const response = await site.get(`${previewPaths.disable}?path=${encodeURIComponent(path)}`);
      expect([response.status, response.headers.get("Location")]).toEqual([307, location]);
    },
  );

  test("shows an incomplete draft: the other language's text, the page without a broken section, or the missing fields", async () => {
    const cookie = await enterPreview();
    const publishedDocument = await site.editor.getDocument("contact");
    const brokenSection = { _key: "broken", _type: "hero" };
    const halfSection = section("half", "hero", {
      title: { _type: "localeText", es: "Solo en español", en: " " },
    });
    await site.editor.createOrReplace({
      ...publishedDocument,
      _id: "drafts.contact",
      name: "contact",
      sections: [brokenSection, halfSection],
    } as never);
    const html = await getText(path("contact", "en"), { Cookie: cookie });
    expect(html).toContain("Solo en español");
    expect(html).toContain("A section is missing something, so it isn’t shown.");
    await site.editor.patch("drafts.contact").unset(["sections"]).commit();
    const incompletePage = await site.get(path("contact", "en"), { Cookie: cookie });
    expect(incompletePage.status).toBe(200);
    const pageText = await incompletePage.text();
    expect(pageText).toContain("This draft can’t be shown yet");
    expect(pageText).toContain("<li>This page: some text or other detail is missing.</li>");
    await site.editor.delete("drafts.contact");
  });
});

describe("a link for a colleague", () => {
  const makeLink = (cookie: string, origin = site.origin) =>
    fetch(site.origin + previewPaths.link, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: cookie, Origin: origin },
      body: JSON.stringify({ path: page }),
    });

  test("opens the drafts without an account, for a day, in no frame", async () => {
    const answer = await makeLink(await enterPreview());
    const { url, expires_at } = (await answer.json()) as { url: string; expires_at: string };
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(86_000_000);
    const openAnswer = await site.get(url.slice(site.origin.length));
    expect([openAnswer.status, openAnswer.headers.get("Location")]).toEqual([307, page]);
    expect(openAnswer.headers.get("Set-Cookie")).toMatch(/Max-Age=86(400|399)/);
    const shownPage = await site.get(page, { Cookie: getCookie(openAnswer) });
    expect(await shownPage.text()).toContain(secretTitle);
    expect(shownPage.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    // A holder of the link cannot extend it.
    expect((await makeLink(getCookie(openAnswer))).status).toBe(401);
  });

  test("is ended by the operator, together with all previews, and a newer link works", async () => {
    const studioCookie = await enterPreview();
    const { url } = (await (await makeLink(studioCookie)).json()) as { url: string };
    const link = url.slice(site.origin.length);
    const openedCookie = getCookie(await site.get(link));
    expect(await getText(page, { Cookie: openedCookie })).toContain(secretTitle);
    const { DATABASE_URL: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["local/commands/keys.ts", "end-previews"],
      { env: { ...env, LOCAL_STATE: site.state } },
    );
    expect(stdout).toContain("Every preview and every link that shows drafts ends within a minute");
    expect((await site.get(link)).status).toBe(401);
    expect(await getText(page, { Cookie: openedCookie })).not.toContain(secretTitle);
    expect(await getText(page, { Cookie: studioCookie })).not.toContain(secretTitle);
    site.expireContent();
    // The edge reads its clock from the next request.
    await getText(page);
    const newerLink = (await (await makeLink(await enterPreview())).json()) as { url: string };
    const openAnswer = await site.get(newerLink.url.slice(site.origin.length));
    expect(await getText(page, { Cookie: getCookie(openAnswer) })).toContain(secretTitle);
  });

  test("can be created by the Studio's preview only, not by another site's page", async () => {
    expect((await makeLink("")).status).toBe(401);
    expect((await makeLink(await enterPreview(), "https://evil.example")).status).toBe(403);
  });
});

test("drafts cannot be reached by guessing addresses, cookies or perspectives", async () => {
  const [ownKey, otherKey] = await Promise.all(["first", "second"].map((kid) => createSigningKey(kid)));
  const keys = await parseSigningKeys(JSON.stringify({ keys: [ownKey] }));
  const foreignKeys = await parseSigningKeys(JSON.stringify({ keys: [otherKey] }));
  const noStudio = { studio: null };
  const accessToken = await issueAccessToken(keys, site.origin, {
    accountId: crypto.randomUUID(),
    sessionId: crypto.randomUUID(),
    email: "a@b.example",
  });
  const guessedToken = new SignJWT({ studio: null, aud: "preview", iss: site.origin, exp: 9e9 });
  const validToken = (await enterPreview()).slice(previewCookie.length + 1);
  const [head = "", body = "", tail = ""] = validToken.split(".");
  const tokens = [
    ...[
      "",
      "1",
      "true",
      "drafts",
      "null",
      "undefined",
      "{}",
      "..",
      "a.b.c",
      "admin",
      "preview",
      validToken.slice(0, -1),
    ],
    `${head}.${body}.`,
    `${head}.${body}.${[...tail].reverse().join("")}`,
    `${Buffer.from('{"alg":"none","typ":"preview+jwt"}').toString("base64url")}.${body}.`,
    `${head}.${Buffer.from(JSON.stringify({ studio, exp: 9e9, aud: "preview" })).toString("base64url")}.${tail}`,
    accessToken.token,
    await issuePreviewToken(foreignKeys, site.origin, "preview", noStudio, 60),
    await issuePreviewToken(keys, "https://other.example", "preview", noStudio, 60),
    await issuePreviewToken(keys, site.origin, "preview-link", noStudio, 60),
    await issuePreviewToken(keys, site.origin, "preview", noStudio, -60),
    await guessedToken
      .setProtectedHeader({ alg: "HS256", typ: "preview+jwt" })
      .sign(new TextEncoder().encode("guess".repeat(8))),
  ];
  const cookies = tokens.flatMap((token) => [
    `${previewCookie}=${token}`,
    `sanity-preview-perspective=drafts; ${previewCookie}=${token}`,
  ]);
  const addresses = [
    ...["drafts", "previewDrafts", "raw", "published"].map(
      (perspective) => `${page}?sanity-preview-perspective=${perspective}`,
    ),
    ...[
      `${page}?perspective=drafts`,
      `${page}?preview=true`,
      `${page}?draft=1`,
      `${page}/`,
      `${page}.html`,
      "/drafts.cctv",
      "/drafts/cctv",
    ],
    ...[
      "/api/content/cctv?perspective=drafts",
      "/api/content/drafts.cctv",
      "/_worker.js/site/record.mjs",
      "/edge-cache/x",
    ],
    ...["", "x", "a".repeat(64)].map(
      (secret) => `${previewPaths.enable}?sanity-preview-secret=${secret}&sanity-preview-pathname=${page}`,
    ),
    ...["", "x", validToken, accessToken.token].map(
      (token) => `${previewPaths.open}?token=${token}&path=${page}`,
    ),
  ];
  const guesses = [
    ...cookies.map((cookie) => ({ address: page, cookie })),
    ...addresses.map((address) => ({ address, cookie: "" })),
  ];
  expect(guesses.length).toBeGreaterThanOrEqual(60);
  for (const { address, cookie } of guesses) {
    const response = await site.get(address, cookie ? { Cookie: cookie } : {});
    const answer = `${cookie} ${address}: ${response.status}`;
    expect(response.headers.get("Set-Cookie"), answer).toBeNull();
    expect((await response.text()).includes(secretTitle), answer).toBe(false);
    expect(response.status, answer).toBeLessThan(500);
  }
  expect(await getText(page, { Cookie: `${previewCookie}=${validToken}` })).toContain(secretTitle);
});
