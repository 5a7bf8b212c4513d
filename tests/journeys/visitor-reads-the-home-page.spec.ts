import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, nightly, test } from "../support/journey.ts";
import { getLaunchSection } from "../support/launch-copy.ts";
import { watchLayoutShifts } from "../support/layout-shifts.ts";

/** The anchor of the contact section. */
const contact = `#${getLaunchSection("home", "contactCards").anchor}`;

test("the contact section offers e-mail, telephone, WhatsApp and Instagram", async ({ page }) => {
  await page.goto("/");
  const section = page.locator(contact);
  await expect(section.locator('a[href^="mailto:"]').first()).toBeVisible();
  await expect(section.locator('a[href^="tel:+506"]')).toBeVisible();
  await expect(section.locator('a[href^="https://wa.me/506"]')).toBeVisible();
  await expect(section.locator('a[href^="https://www.instagram.com/"]')).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the services menu of the header opens, and its links lead to pages", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: "Servicios" }).click();
    const link = page.getByRole("banner").getByRole("link", { name: "Marketing digital" });
    await expect(link).toBeVisible();
    await link.click();
    await expect(page).toHaveURL("/marketing-digital");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test(
  "the header of a page that arrives in parts appears only when it is complete, so nothing in it moves",
  nightly,
  async ({ page }) => {
    const shifts = await watchLayoutShifts(page);
    const remainder = Promise.withResolvers<void>();
    // A server that is slow in the middle of the header, which the runner's own routes cannot imitate.
    const slowServer = createServer(async ({ url }, response) => {
      const answer = await fetch(`${process.env.SITE}${url}`);
      const body = Buffer.from(await answer.arrayBuffer());
      const cut = url === "/" ? body.indexOf("</button>", body.indexOf('href="/contacto"')) : 0;
      response.writeHead(200, { "Content-Type": answer.headers.get("Content-Type") ?? "" });
      response.write(body.subarray(0, cut));
      if (cut > 0) await remainder.promise;
      response.end(body.subarray(cut));
    });
    await once(slowServer.listen(0, "127.0.0.1"), "listening");
    try {
      const { port } = slowServer.address() as AddressInfo;
      await page.goto(`http://localhost:${port}/`, { waitUntil: "commit" });
      await expect(page.locator("header a").first()).toBeAttached();
      // A screenshot draws what has arrived.
      await page.screenshot();
      remainder.resolve();
      await page.waitForLoadState();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await shifts()).toEqual([]);
    } finally {
      remainder.resolve();
      slowServer.close();
    }
  },
);
