import {
  arrive,
  enterInbox,
  lookNow,
  newAdministrator,
  newMark,
  rowOf,
  rowsOf,
  seedMessages,
} from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test("a new message is announced within ten seconds, and moves nothing until it is brought in", async ({
  page,
  request,
  baseURL,
}) => {
  const mark = newMark();
  await seedMessages(mark, 30);
  await enterInbox(page, `/buzon?q=${mark}`);
  const scroller = page.getByRole("region", { name: "Mensajes", exact: true }).locator("ul").locator("..");
  await expect(rowOf(page, "Persona 1")).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo({ top: 1_000 }));
  const row = rowOf(page, "Persona 12");
  await row.getByRole("link").click();
  const { y: before } = (await row.boundingBox()) ?? {};
  const answer = await request.post(`${baseURL}/api/contact`, {
    data: { name: "Recién llegada", email: "nueva@example.com", message: `Sobre ${mark}` },
  });
  expect(answer.status()).toBe(201);
  const pill = page.getByRole("button", { name: "1 nuevo", exact: true });
  await expect(pill).toBeVisible({ timeout: 60_000 });
  await expect(rowOf(page, "Recién llegada")).toHaveCount(0);
  expect((await row.boundingBox())?.y).toBe(before);
  await expect(page.getByRole("article", { name: "Persona 12" })).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\+?\) Buzón/);
  await pill.click();
  await expect(rowOf(page, "Recién llegada").getByRole("link")).toBeFocused();
  await expect(pill).toHaveCount(0);
});

test("two administrators see each other's marks and deletions", async ({ page, browser, baseURL }) => {
  const mark = newMark();
  await seedMessages(mark, 3);
  await enterInbox(page, `/buzon?q=${mark}`);
  const other = await browser.newPage({ baseURL: baseURL ?? "" });
  await enterInbox(other, `/en/inbox?q=${mark}`, await newAdministrator());
  await expect(rowsOf(page)).toHaveCount(3);
  await rowOf(page, "Persona 2").getByRole("link").click();

  await rowOf(other, "Persona 2").getByRole("link").click();
  await other.getByRole("article").getByRole("button", { name: "Mark as read" }).click();
  await expect(rowOf(page, "Persona 2").getByText("Nuevo", { exact: true })).toHaveCount(0, {
    timeout: 60_000,
  });
  await expect(page.getByRole("article").getByRole("button", { name: "Marcar como no leído" })).toBeVisible();

  await rowOf(other, "Persona 1").getByRole("link").click();
  await other.getByRole("article").getByRole("button", { name: "Delete" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete message" }).click();
  await expect(rowOf(page, "Persona 1")).toHaveCount(0, { timeout: 60_000 });
  await expect(rowsOf(page)).toHaveCount(2);
  await other.close();
});

test("what another administrator took away to the last message leaves the list, and what came in meanwhile waits", async ({
  page,
  browser,
  baseURL,
}) => {
  const mark = newMark();
  await seedMessages(mark, 2);
  await enterInbox(page, `/buzon?q=${mark}`);
  const other = await browser.newPage({ baseURL: baseURL ?? "" });
  await enterInbox(other, `/buzon?q=${mark}`, await newAdministrator());
  const takeAllAway = async () => {
    await other.getByLabel("Seleccionar los mensajes cargados").check();
    await other.keyboard.press("s");
    await expect(other.getByText("Marcado como spam", { exact: false }).first()).toBeVisible();
  };
  await expect(rowsOf(page)).toHaveCount(2);

  await takeAllAway();
  await lookNow(page);
  await expect(rowsOf(page)).toHaveCount(0);

  await arrive(mark, "Llegada 1");
  for (const each of [page, other]) {
    await lookNow(each);
    await expect(rowsOf(each)).toHaveCount(1);
  }
  const looked = Promise.withResolvers<void>();
  await page.route("**/api/submissions/counts", async (route) => {
    await looked.promise;
    await route.continue();
  });
  await takeAllAway();
  await arrive(mark, "Llegada 2");
  looked.resolve();
  await lookNow(page);
  const pill = page.getByRole("button", { name: "1 nuevo", exact: true });
  await expect(pill).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await pill.click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, "Llegada 2")).toBeVisible();
  await other.close();
});

test("a tab that nobody sees asks for nothing, and looks at once when it is seen again", async ({ page }) => {
  await page.clock.install();
  await enterInbox(page, "/buzon");
  const show = (state: "hidden" | "visible") =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, state);
  const answered = page.waitForResponse("**/api/submissions/counts");
  await page.clock.runFor(8_000);
  await answered;
  await show("hidden");
  let looks = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/counts")) looks += 1;
  });
  await page.clock.runFor(300_000);
  expect(looks).toBe(0);
  const look = page.waitForRequest("**/api/submissions/counts");
  await show("visible");
  await look;
});

test.describe("while the edge fails", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("the inbox asks ever more seldom, says so, and goes on once it answers", async ({ page }) => {
    await page.clock.install();
    // By the page's own clock: on a busy machine an answer takes much of its time.
    await page.addInitScript(() => {
      const { fetch } = window;
      const looks: number[] = [];
      Object.assign(window, { looks });
      window.fetch = (input, init) => {
        if (String(input instanceof Request ? input.url : input).endsWith("/counts")) looks.push(Date.now());
        return fetch(input, init);
      };
    });
    const looks = () => page.evaluate(() => (window as unknown as { looks: number[] }).looks);
    await enterInbox(page, "/buzon");
    await expect.poll(async () => (await looks()).length).toBeGreaterThan(0);
    await page.route("**/api/submissions/counts", (route) => route.fulfill({ status: 503, body: "" }));
    const before = (await looks()).length;
    const stale = page.getByText("No se puede actualizar en este momento. Se sigue intentando.");
    await page.clock.runFor(10_000);
    await expect(stale).toBeVisible();
    await expect(async () => {
      await page.clock.runFor(10_000);
      expect((await looks()).length).toBeGreaterThanOrEqual(before + 5);
    }).toPass({ intervals: [0] });
    const failed = (await looks()).slice(before);
    for (const [at, seconds] of [16, 32, 60, 60].entries()) {
      expect((failed[at + 1] ?? 0) - (failed[at] ?? 0)).toBeGreaterThanOrEqual(seconds * 1_000);
    }
    await page.unroute("**/api/submissions/counts");
    await expect(async () => {
      await page.clock.runFor(10_000);
      await expect(stale).toBeHidden({ timeout: 500 });
    }).toPass();
  });
});
