import { enterInbox, newAdministrator, newMark, rowOf, rowsOf, seedMessages } from "../support/inbox.ts";
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
  await expect(pill).toBeVisible({ timeout: 10_000 });
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
    timeout: 12_000,
  });
  await expect(page.getByRole("article").getByRole("button", { name: "Marcar como no leído" })).toBeVisible();

  await rowOf(other, "Persona 1").getByRole("link").click();
  await other.getByRole("article").getByRole("button", { name: "Delete" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete message" }).click();
  await expect(rowOf(page, "Persona 1")).toHaveCount(0, { timeout: 12_000 });
  await expect(rowsOf(page)).toHaveCount(2);
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
  await page.clock.runFor(8_000);
  await page.waitForResponse("**/api/submissions/counts");
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
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("the inbox asks ever more seldom, says so, and goes on once it answers", async ({ page }) => {
    await page.clock.install();
    await enterInbox(page, "/buzon");
    let looks = 0;
    await page.route("**/api/submissions/counts", (route) => {
      looks += 1;
      return route.fulfill({ status: 503, body: "" });
    });
    const stale = page.getByText("No se puede actualizar en este momento. Se sigue intentando.");
    await page.clock.runFor(10_000);
    await expect(stale).toBeVisible();
    // Every eight seconds would be 37 times.
    for (let step = 0; step < 30; step += 1) await page.clock.runFor(10_000);
    expect(looks).toBeGreaterThan(2);
    expect(looks).toBeLessThan(12);
    await page.unroute("**/api/submissions/counts");
    await page.clock.runFor(60_000);
    await expect(stale).toBeHidden();
  });
});
