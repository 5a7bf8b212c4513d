import type { Page, Route } from "@playwright/test";
import { enterInbox, newMark, rowOf, rowsOf, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

const isNew = "Nuevo";

test("a range that is chosen with shift is marked at once, and unmarked again", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 6);
  await enterInbox(page, `/buzon?q=${mark}`);
  await page.getByLabel("Seleccionar el mensaje de Persona 2").click();
  await page.getByLabel("Seleccionar el mensaje de Persona 5").click({ modifiers: ["Shift"] });
  await expect(page.getByText("4 seleccionados").first()).toBeVisible();
  await page.getByRole("button", { name: "Marcar como leído", exact: true }).click();
  const toast = page.getByRole("region", { name: "Avisos" });
  await expect(toast.getByText("Marcado como leído", { exact: true })).toBeVisible();
  await expect(toast.getByText("4 mensajes", { exact: true })).toBeVisible();
  await expect(rowsOf(page).getByText(isNew, { exact: true })).toHaveCount(2);
  await toast.getByRole("button", { name: "Deshacer" }).click();
  await expect(rowsOf(page).getByText(isNew, { exact: true })).toHaveCount(6);
  await expect(toast.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  await page.reload();
  await expect(rowsOf(page).getByText(isNew, { exact: true })).toHaveCount(6);
});

test("spam leaves the list for its own, and comes back when it is none", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 2);
  await enterInbox(page, `/buzon?q=${mark}`);
  await rowOf(page, "Persona 1").getByRole("link").click();
  await page.getByRole("article").getByRole("button", { name: "Marcar como spam" }).click();
  await expect(page.getByText("Marcado como spam", { exact: true })).toBeVisible();
  await expect(rowOf(page, "Persona 1")).toHaveCount(0);
  await page.getByRole("radio", { name: /^Spam/ }).check();
  await expect(rowsOf(page)).toHaveCount(1);
  await rowOf(page, "Persona 1").getByRole("link").click();
  await page.getByRole("article").getByRole("button", { name: "No es spam" }).click();
  await expect(page.getByRole("heading", { name: /Nada coincide/ })).toBeVisible();
  await page.getByRole("radio", { name: /^Todos/ }).check();
  await expect(rowsOf(page)).toHaveCount(2);
});

test("everything that matches is deleted, loaded or not, after one question, and nothing else", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 400);
  const other = newMark();
  await seedMessages(other, 1);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowOf(page, "Persona 1")).toBeVisible();
  await page.getByLabel("Seleccionar los mensajes cargados").check();
  await page.getByRole("button", { name: `Seleccionar todo lo que coincide con “${mark}”` }).click();
  await page.getByRole("button", { name: "Eliminar", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: `¿Eliminar todo lo que coincide con “${mark}”?` });
  await question.getByRole("button", { name: "Eliminar todo" }).click();
  await expect(page.getByText("400 mensajes eliminados", { exact: true })).toBeVisible();
  await expect(page.getByText("Los mensajes han sido eliminados permanentemente")).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await page.getByRole("searchbox").fill(other);
  await expect(rowsOf(page)).toHaveCount(1);
});

test("who selects what is loaded is offered everything, also when more has come meanwhile", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 130);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/api\/submissions\?.*cursor=/, async (route) => {
    await held;
    await route.continue();
  });
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowOf(page, "Persona 1")).toBeVisible();
  await page.getByLabel("Seleccionar los mensajes cargados").check();
  const offer = page.getByRole("button", { name: `Seleccionar todo lo que coincide con “${mark}”` });
  await expect(offer).toBeVisible();
  const scroller = page.getByRole("region", { name: "Mensajes", exact: true }).locator("ul").locator("..");
  await scroller.evaluate((element) => element.scrollTo({ top: 5_000 }));
  release();
  await expect(rowsOf(page).first()).toHaveAttribute("aria-setsize", "130");
  await expect(page.getByText(/^(50|100) seleccionados$/).first()).toBeVisible();
  await expect(offer).toHaveCount(0);
  const rest = page.getByRole("button", { name: "Seleccionar los 130 mensajes" });
  await rest.click();
  await expect(page.getByText("130 seleccionados", { exact: true }).first()).toBeVisible();
});

test("who works by keys stays at the tools when what is selected is marked", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 3);
  await enterInbox(page, `/buzon?q=${mark}`);
  await page.getByLabel("Seleccionar el mensaje de Persona 2").check();
  await page.getByRole("button", { name: "Marcar como leído", exact: true }).press("Enter");
  await expect(rowOf(page, "Persona 2").getByText(isNew, { exact: true })).toHaveCount(0);
  await expect(page.getByLabel("Seleccionar los mensajes cargados")).toBeFocused();
});

test.describe("when the edge refuses", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("what was marked goes back to how it was, and the reason is said", async ({ page }) => {
    const mark = newMark();
    await seedMessages(mark, 3);
    await enterInbox(page, `/buzon?q=${mark}`);
    await page.route("**/api/submissions/bulk", (route) => route.fulfill({ status: 503, body: "" }));
    await page.getByLabel("Seleccionar los mensajes cargados").check();
    await page.getByRole("button", { name: "Marcar como leído", exact: true }).click();
    await expect(page.getByRole("alert").getByText("No se pudo marcar como leído")).toBeVisible();
    await expect(rowsOf(page).getByText(isNew, { exact: true })).toHaveCount(3);
  });
});

test("deleting several names how many, and can be declined", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 3);
  await enterInbox(page, `/buzon?q=${mark}`);
  await page.getByLabel("Seleccionar el mensaje de Persona 1").check();
  await page.getByLabel("Seleccionar el mensaje de Persona 2").check();
  await page.getByRole("button", { name: "Eliminar", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "¿Eliminar 2 mensajes?" });
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect(rowsOf(page)).toHaveCount(3);
});

test.describe("work on thousands", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  /** Marks everything with `mark` in it as read; `second` answers the second call. */
  async function markAll(page: Page, mark: string, second: (route: Route) => Promise<void>) {
    let calls = 0;
    await page.route("**/api/submissions/bulk", (route) => {
      calls += 1;
      return calls === 2 ? second(route) : route.continue();
    });
    await enterInbox(page, `/buzon?q=${mark}`);
    await page.getByLabel("Seleccionar los mensajes cargados").check();
    await page.getByRole("button", { name: `Seleccionar todo lo que coincide con “${mark}”` }).click();
    await page.getByRole("button", { name: "Marcar como leído", exact: true }).click();
  }
  const firstCall = /^2\s?000 mensajes$/;

  test("says how far it is and can be stopped; what was done until then can be undone", async ({ page }) => {
    const mark = newMark();
    await seedMessages(mark, 4_100);
    // Never answered: it is under way until it is stopped.
    await markAll(page, mark, async () => {});
    const progress = page.getByRole("progressbar", { name: firstCall });
    await expect(progress).toBeVisible();
    await page.getByRole("button", { name: "Detener" }).click();
    const toast = page.getByRole("region", { name: "Avisos" });
    await expect(toast.getByText("Detenido", { exact: true })).toBeVisible();
    await expect(toast.getByText(/^Se cambiaron 2\s?000 mensajes\.$/)).toBeVisible();
    await expect(progress).toHaveCount(0);
    const news = rowsOf(page).getByText(isNew, { exact: true });
    await expect(news).toHaveCount(0);
    await toast.getByRole("button", { name: "Deshacer" }).click();
    await expect(toast.getByText("Marcado como no leído", { exact: true })).toBeVisible();
    await expect(toast.getByText(firstCall)).toBeVisible();
    await expect(news.first()).toBeVisible();
  });

  test("that fails in the middle says what it did not do and how much it did", async ({ page }) => {
    const mark = newMark();
    await seedMessages(mark, 4_100);
    await markAll(page, mark, (route) => route.fulfill({ status: 503, body: "" }));
    const alert = page.getByRole("alert").filter({ hasText: "No se pudo marcar como leído" });
    await expect(alert.getByText(/^Se cambiaron 2\s?000 mensajes\.$/)).toBeVisible();
    await alert.getByRole("button", { name: "Deshacer" }).click();
    await expect(page.getByText("Marcado como no leído", { exact: true })).toBeVisible();
    await expect(rowsOf(page).getByText(isNew, { exact: true }).first()).toBeVisible();
  });
});

test("what is selected belongs to its list: back to another one nothing is, least of all everything", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 130);
  await enterInbox(page, `/buzon?filter=unread&q=${mark}`);
  await page.getByRole("radio", { name: /^Todos/ }).check();
  await expect(page).not.toHaveURL(/filter/);
  await page.getByLabel("Seleccionar los mensajes cargados").check();
  await page.getByRole("button", { name: `Seleccionar todo lo que coincide con “${mark}”` }).click();
  await expect(page.getByText("Todos los resultados", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/filter=unread/);
  await expect(page.getByText("Todos los resultados", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
});
