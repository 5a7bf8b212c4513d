import { afterEach, describe, expect, test } from "vitest";
import { path } from "#cms/content/site.ts";
import { getLatest, publishTitle, readSource, readTitle, waitForTitle } from "../support/live-pages.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const site = startForSuite(startSite);
afterEach(() => site.cms.set("fine"));

const page = path("seo-consulting", "es");

describe("while the CMS", () => {
  const weathers = ["away", "silent", "nonsense", "page", "failing"] as const;

  test.each(weathers)(
    "is %s, the last good page is served, and the edge recovers by itself",
    async (weather) => {
      const title = await publishTitle(site);
      await waitForTitle(site, page, title);
      site.cms.set(weather);
      const nextTitle = await publishTitle(site);
      const queriesBefore = site.cms.asked();
      // Waits until the edge has seen the outage.
      await expect
        .poll(
          async () => {
            const response = await getLatest(site, page);
            expect([response.status, readTitle(await response.text())]).toEqual([
              200,
              expect.stringContaining(title),
            ]);
            return site.cms.asked();
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThan(queriesBefore);
      site.cms.set("fine");
      await waitForTitle(site, page, nextTitle);
    },
  );

  test("is away or silent after an edge restart, the built page is served", async () => {
    const title = await publishTitle(site);
    await waitForTitle(site, page, title);
    site.cms.set("away");
    await site.restart();
    for (const weather of ["away", "silent"] as const) {
      site.cms.set(weather);
      const queriesBefore = site.cms.asked();
      const countQueries = async () => {
        const response = await getLatest(site, page);
        expect([weather, response.status, readSource(response)]).toEqual([weather, 200, "static"]);
        expect((await site.get("/nada")).status).toBe(404);
        return site.cms.asked();
      };
      await expect.poll(countQueries).toBeGreaterThan(queriesBefore);
    }
    site.cms.set("fine");
    await waitForTitle(site, page, title);
  });
});
