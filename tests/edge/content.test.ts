import { describe, expect, test } from "vitest";
import { startEdge } from "../support/edge.ts";
import { startProxy } from "../support/proxy.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

type Copy = { revision: string; page: { name: string; title: string } };
const get = (path: string, headers: Record<string, string> = {}) =>
  edge.fetch(`/api/content/${path}`, { headers });
const getCopy = async (path: string) => (await (await get(path)).json()) as Copy;

describe("a page's copy", () => {
  test("is read in the requested language, or in Spanish", async () => {
    const [spanish, english, unspecified] = await Promise.all([
      getCopy("home?lang=es"),
      getCopy("home?lang=en"),
      getCopy("home"),
    ]);
    expect(spanish.page.name).toBe("home");
    expect(english.page.title).not.toBe(spanish.page.title);
    expect(unspecified).toEqual(spanish);
    expect(english.revision).not.toBe(spanish.revision);
  });

  test("may be cached for seconds, and a known version is not sent again", async () => {
    const response = await get("home");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=5");
    const etag = response.headers.get("ETag") ?? "";
    expect(etag).toBe(`"${((await response.json()) as Copy).revision}"`);
    const cachedResponse = await get("home", { "If-None-Match": `"other", W/${etag}` });
    expect([cachedResponse.status, await cachedResponse.text()]).toEqual([304, ""]);
    for (const name of ["ETag", "Cache-Control"])
      expect(cachedResponse.headers.get(name)).toBe(response.headers.get(name));
    expect((await get("home", { "If-None-Match": '"other"' })).status).toBe(200);
    expect((await get("home", { "If-Match": etag })).status).toBe(200);
    expect((await get("home", { "If-Match": '"other"' })).status).toBe(412);
  });

  test.each(["nothing", "siteSettings", "home%22%5D"])("of %s is not found", async (name) => {
    const response = await get(name);
    expect(response.status).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ code: "not_found" });
  });
});

test("any number of readers of a page costs the CMS one query in four seconds", async () => {
  const cms = await startProxy(edge.content.origin);
  await edge.redeploy({ SANITY_API_HOST: cms.origin });
  const countQueries = async () => {
    for (let reader = 0; reader < 40; reader += 1) {
      expect((await get("web-development")).status).toBe(200);
    }
    return cms.asked();
  };
  await edge.holdClock(async () => {
    // Expires the cache entries of earlier tests.
    await edge.advanceClock(10_000);
    // The queries for the snapshot and for the page.
    expect(await countQueries()).toBe(2);
    await edge.advanceClock(3_999);
    expect(await countQueries()).toBe(2);
    await edge.advanceClock(1);
    expect(await countQueries()).toBe(3);
  });
  await edge.redeploy({});
  await cms.close();
});

describe("while the CMS is away", () => {
  test("a page without a cache entry says when to retry", async () => {
    await edge.content.stop();
    const response = await get("contact");
    await edge.content.start();
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({ code: "content_unavailable" });
  });

  test("a page that was read before keeps its last content, regardless of its age", async () => {
    const lastCopy = await (await get("seo-consulting")).text();
    await edge.content.stop();
    for (let hour = 0; hour < 3; hour += 1) {
      await edge.advanceClock(3_600_000);
      const response = await get("seo-consulting");
      expect([response.status, await response.text()]).toEqual([200, lastCopy]);
    }
    await edge.content.start();
  });
});
