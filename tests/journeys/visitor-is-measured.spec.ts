import type { Page } from "@playwright/test";
import { inEveryLook, objections } from "../support/accessibility.ts";
import { enterInbox } from "../support/inbox.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { startMeasuredSite } from "../support/measured-site.ts";
import { administrator } from "../support/seeded-people.ts";

/** Waits until the browser has measured what was clicked first. */
const interactionIsMeasured = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver(done).observe({ type: "first-input", buffered: true });
      }),
  );

/** Opens the statistics of the inbox and answers with the part about speed. */
async function openSpeed(page: Page) {
  await page.getByRole("button", { name: /^(Estadísticas|Statistics)$/ }).click();
  const panel = page.getByRole("dialog", { name: /^(Estadísticas|Statistics)$/ });
  return panel.getByRole("region", { name: /^(Qué tan rápido se siente el sitio|How fast the site feels)$/ });
}

test.describe("where the site measures how fast it is", () => {
  test.describe.configure({ mode: "serial" });
  let site: Awaited<ReturnType<typeof startMeasuredSite>>;
  // The whole site is built once more.
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    site = await startMeasuredSite();
  });
  test.afterAll(() => site.close());

  const told = () => site.calls.filter(({ path, method }) => path === "/api/vitals" && method === "POST");
  const visits = () => told().map(({ body }) => JSON.parse(body));

  async function signIn(page: Page) {
    const address = `${site.origin}/api/auth/token?grant_type=password`;
    const session = await (await page.request.post(address, { data: administrator })).text();
    await page.goto(`${site.origin}/robots.txt`);
    await page.evaluate((session) => localStorage.setItem("vitrina.session", session), session);
  }

  test("until someone has, the statistics say so", nightly, async ({ page }) => {
    await signIn(page);
    await page.goto(`${site.origin}/buzon`);
    await expect(await openSpeed(page)).toContainText("Todavía no hay visitas medidas.");
  });

  test(
    "who reads a page and leaves it has told how fast it was, without a cookie, once",
    nightly,
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.context().addCookies([{ name: "mine", value: "1", url: site.origin }]);
      await page.goto(`${site.origin}/soporte-tecnico`);
      await page.getByRole("heading", { level: 1 }).click();
      await interactionIsMeasured(page);
      expect(visits()).toEqual([]);
      await page.goto(`${site.origin}/en/contact`);
      await expect.poll(visits).toHaveLength(1);
      const [visit] = visits();
      expect(visit).toEqual({
        ...{ page: "technical-support", language: "es", device: "phone", navigation: "navigate" },
        metrics: { lcp: expect.any(Number), inp: expect.any(Number), cls: expect.any(Number), fcp: expect.any(Number), ttfb: expect.any(Number) }, // biome-ignore format: five of one kind
      });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto("about:blank");
      await expect.poll(visits).toHaveLength(2);
      expect(visits()[1]).toMatchObject({ page: "contact", language: "en", device: "desktop" });
      expect(told().map(({ cookie }) => cookie)).toEqual([undefined, undefined]);
      expect(site.cookies).toEqual([]);
    },
  );

  test("who comes back out of the back-forward cache is a visitor once more", nightly, async ({ page }) => {
    const before = visits().length;
    await page.goto(`${site.origin}/marketing-digital`);
    // As the browser tells it: the one here keeps no page.
    await page.evaluate(() => {
      const become = (visibilityState: string) =>
        Object.defineProperty(document, "visibilityState", { value: visibilityState, configurable: true });
      const change = () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      become("hidden");
      change();
      become("visible");
      change();
      become("hidden");
      change();
      become("visible");
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
      Reflect.deleteProperty(document, "visibilityState");
    });
    await page.goto("about:blank");
    await expect.poll(() => visits().slice(before)).toHaveLength(2);
    const [first, again] = visits().slice(before);
    expect(first).toMatchObject({ page: "digital-marketing", navigation: "navigate" });
    expect(again).toMatchObject({ page: "digital-marketing", navigation: "back-forward-cache" });
    // What it took to come back, not what it took to come first.
    expect(again.metrics.ttfb).toBe(0);
  });

  test(
    "what is kept of it are figures by day, and the administrator reads them",
    nightly,
    async ({ page }) => {
      const rows = await site.edge.database.asOwner("select * from web_vitals");
      expect(rows.length).toBeGreaterThanOrEqual(5);
      const columns = ["bucket", "count", "day", "device", "language", "metric", "navigation", "page"];
      for (const row of rows) expect(Object.keys(row).sort()).toEqual(columns);
      expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|::1|Chrome|mine/);

      await signIn(page);
      await page.goto(`${site.origin}/buzon`);
      const speed = await openSpeed(page);
      const row = speed.getByRole("row", { name: /^Soporte técnico/ });
      await expect(row.getByRole("rowheader")).toContainText("1 visita");
      await expect(row.getByRole("cell")).toHaveCount(3);
      await expect(row.getByRole("cell").first()).toContainText(/\d.*(Bien|Regular|Mal)/);
      await expect(speed.getByRole("rowheader", { name: /^Todo el sitio/ })).toBeVisible();
      await speed.getByRole("radio", { name: "Pantallas grandes" }).check();
      await expect(row).toHaveCount(0);
      await expect(speed.getByRole("rowheader", { name: /^Contacto/ })).toBeVisible();
      // Nobody's page of the inbox is measured.
      expect(visits().some(({ page: name }) => name === "inbox")).toBe(false);
    },
  );

  test(
    "the figures can be read by everyone, in both languages and themes, on a phone too",
    nightly,
    async ({ page }) => {
      await signIn(page);
      for (const address of ["/buzon", "/en/inbox"]) {
        await page.goto(`${site.origin}${address}`);
        const speed = await openSpeed(page);
        await expect(speed.getByRole("table").first().getByRole("columnheader")).toHaveCount(4);
        await inEveryLook(page, async (look) => {
          expect([look, await objections(page, "dialog")]).toEqual([look, []]);
          const beside = await speed.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
          expect([look, beside]).toEqual([look, 0]);
        });
      }
    },
  );

  test.describe("when the figures cannot be read", () => {
    test.use({ expectedErrors: /Failed to load resource/ });

    test("that is said, and they are asked for again", nightly, async ({ page }) => {
      await signIn(page);
      await page.route("**/api/vitals*", (route) => route.fulfill({ status: 503, body: "{}" }));
      await page.goto(`${site.origin}/buzon`);
      const speed = await openSpeed(page);
      await expect(speed.getByText("No se pudieron cargar las mediciones")).toBeVisible();
      await page.unroute("**/api/vitals*");
      await speed.getByRole("button", { name: "Reintentar" }).press("Enter");
      await expect(speed.getByRole("table", { name: "Los últimos 30 días, por página" })).toBeVisible();
    });
  });
});

test(
  "where it does not, a page asks for nothing of it, and the statistics say how it is turned on",
  nightly,
  async ({ page }) => {
    const asked: string[] = [];
    page.context().on("request", (request) => asked.push(request.url()));
    await page.goto("/soporte-tecnico");
    await page.getByRole("heading", { level: 1 }).click();
    await page.goto("/contacto");
    expect(asked.filter((address) => /vitals/.test(address))).toEqual([]);
    await enterInbox(page, "/buzon");
    await expect(await openSpeed(page)).toContainText("Aún no se mide: se activa con WEB_VITALS=on");
  },
);
