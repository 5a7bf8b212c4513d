import { enterInbox, newMark, rowOf, rowsOf, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

const isNew = "Nuevo";

test("the keys move, open, mark, take back, select and delete, without a mouse", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 5);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(5);
  const press = (key: string) => page.keyboard.press(key);
  const heading = (name: string) => page.getByRole("heading", { level: 2, name, exact: true });

  await press("j");
  await expect(rowOf(page, "Persona 1").getByRole("link")).toBeFocused();
  await press("ArrowDown");
  await expect(rowOf(page, "Persona 2").getByRole("link")).toBeFocused();
  await press("Enter");
  await expect(heading("Persona 2")).toBeFocused();
  await press("u");
  await expect(rowOf(page, "Persona 2").getByText(isNew, { exact: true })).toHaveCount(0);
  await press("j");
  await expect(heading("Persona 3")).toBeFocused();
  await press("k");
  await expect(heading("Persona 2")).toBeFocused();
  await press("z");
  await expect(rowOf(page, "Persona 2").getByText(isNew, { exact: true })).toBeVisible();
  await press("Escape");
  await expect(rowOf(page, "Persona 2").getByRole("link")).toBeFocused();

  await press("x");
  await press("j");
  await press("j");
  await press("Shift+X");
  await expect(page.getByRole("status").filter({ hasText: "3 seleccionados" })).toHaveCount(1);
  await press("#");
  await expect(page.getByRole("alertdialog", { name: "¿Eliminar 3 mensajes?" })).toBeVisible();
  await press("j");
  await press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await press("Escape");
  await expect(page.getByRole("status").filter({ hasText: "seleccionados" })).toHaveCount(0);

  await press("Delete");
  await page.getByRole("alertdialog", { name: "¿Eliminar el mensaje de Persona 4?" }).waitFor();
  await press("Tab");
  await press("Enter");
  await expect(page.getByText("Mensaje eliminado", { exact: true })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(rowOf(page, "Persona 5").getByRole("link")).toBeFocused();
});

test("whoever empties the list of unread messages is led on, not back to the beginning", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 4);
  await enterInbox(page, `/buzon?filter=unread&q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(4);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("u");
  await expect(rowOf(page, "Persona 2")).toHaveCount(0);
  await expect(rowOf(page, "Persona 3").getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("u");
  await expect(rowOf(page, "Persona 3")).toHaveCount(0);
  await expect(page.getByRole("article", { name: "Persona 3" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { level: 2, name: "Persona 4" })).toBeFocused();
});

test("no key means anything while somebody writes or holds a modifier, and ? lists them all", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 2);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox");
  await expect(search).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("jux#?");
  await expect(search).toHaveValue(`${mark}jux#?`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await search.fill(mark);
  await expect(rowsOf(page)).toHaveCount(2);
  await search.press("ArrowDown");
  await expect(rowOf(page, "Persona 1").getByRole("link")).toBeFocused();
  await page.keyboard.press("Alt+u");
  await page.keyboard.press("Control+x");
  await expect(rowsOf(page).getByText("Nuevo", { exact: true })).toHaveCount(2);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Atajos de teclado" });
  await expect(keys.getByText("Marcar como leído o no leído")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
  await expect(rowOf(page, "Persona 1").getByRole("link")).toBeFocused();
});

test("letters and signs can be switched off as keys, for good", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 2);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press("?");
  const hint = page.getByText("Con J y K pasas de un mensaje a otro.");
  await expect(hint).toBeAttached();
  await page.getByRole("checkbox", { name: "Usar letras y signos como atajos" }).uncheck();
  await expect(hint).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.reload();
  const help = page.getByRole("button", { name: "Atajos de teclado" });
  await help.hover();
  await expect(page.getByRole("tooltip", { name: "Atajos de teclado", exact: true })).toBeVisible();
  await expect(help).not.toHaveAttribute("aria-keyshortcuts");
  await rowOf(page, "Persona 1").getByRole("link").focus();
  await page.keyboard.press("u");
  await page.keyboard.press("?");
  await page.keyboard.press("Delete");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rowsOf(page).getByText(isNew, { exact: true })).toHaveCount(2);
  await help.click();
  await page.getByRole("checkbox", { name: "Usar letras y signos como atajos" }).check();
  await page.keyboard.press("Escape");
  await help.hover();
  await expect(page.getByRole("tooltip", { name: "Atajos de teclado (?)", exact: true })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("u");
  await expect(rowsOf(page).getByText(isNew, { exact: true })).toHaveCount(1);
});
