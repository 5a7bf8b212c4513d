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
  await seedMessages(mark, 130);
  const other = newMark();
  await seedMessages(other, 1);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowOf(page, "Persona 1")).toBeVisible();
  await page.getByLabel("Seleccionar los mensajes cargados").check();
  await page.getByRole("button", { name: `Seleccionar todo lo que coincide con “${mark}”` }).click();
  await page.getByRole("button", { name: "Eliminar", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: `¿Eliminar todo lo que coincide con “${mark}”?` });
  await question.getByRole("button", { name: "Eliminar todo" }).click();
  await expect(page.getByText("130 mensajes eliminados", { exact: true })).toBeVisible();
  await expect(page.getByText("Los mensajes han sido eliminados permanentemente")).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await page.getByRole("searchbox").fill(other);
  await expect(rowsOf(page)).toHaveCount(1);
});

test.describe("when the edge refuses", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

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
