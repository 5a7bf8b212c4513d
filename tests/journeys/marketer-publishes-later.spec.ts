import type { Page } from "@playwright/test";
import { scheduledPublicationId } from "#cms/content/scheduled-publication.ts";
import { path } from "#cms/content/site.ts";
import { expect, nightly, test } from "../support/journey.ts";
import {
  createEditor,
  openPage,
  prepareForStudio,
  sharedStudio,
  signInToPage,
  titleField,
} from "../support/studio.ts";

prepareForStudio();

/** Opens the dialog that chooses the minute, from the menu beside the publish button. */
async function chooseMinute(page: Page, action: string) {
  await page.getByTestId("action-menu-button").click();
  await page.getByRole("menuitem", { name: action }).click();
  const dialog = page.getByRole("dialog", { name: "Publicar más tarde" });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Returns the entry of the reputation page in the list of scheduled publications. */
const getItem = (page: Page) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "Plataforma de gestión de reputación" }) });

/** Changes the Spanish title of the reputation page in its draft. Returns the new title. */
async function changeTitle(page: Page): Promise<string> {
  await signInToPage(page, sharedStudio, "reputation");
  const title = `Reputación ${Date.now() % 100_000}`;
  await titleField(page).fill(title);
  return title;
}

/** Schedules the open page for a day that no test reaches. */
async function scheduleFarAhead(page: Page): Promise<void> {
  const dialog = await chooseMinute(page, "Publicar más tarde…");
  await dialog.getByLabel("Día").fill("2099-01-01");
  await dialog.getByRole("button", { name: "Programar" }).click();
  await expect(dialog).toBeHidden();
}

test("publishes a page at its scheduled minute", nightly, async ({ page }) => {
  const title = await changeTitle(page);
  await scheduleFarAhead(page);
  await expect(page.getByText(/^Se publica: .*2099/).first()).toBeVisible();
  const client = await createEditor(page, sharedStudio);
  const documentBefore = await client.getDocument("reputation");
  await client
    .patch(scheduledPublicationId("reputation"))
    .set({ publishAt: new Date().toISOString() })
    .commit();
  await page.getByRole("link", { name: "Programado" }).click();
  await expect(getItem(page).getByText("Publicado", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => (await page.request.get(path("reputation", "es"))).text(), { timeout: 60_000 })
    .toContain(`<title>${title} ·`);
  await client.patch("reputation", { set: { title: documentBefore?.title } }).commit();
});

test("lists a scheduled publication, cancels it, and shows why one failed", nightly, async ({ page }) => {
  await changeTitle(page);
  const dialog = await chooseMinute(page, "Publicar más tarde…");
  await dialog.getByLabel("Día").fill("2026-01-01");
  await dialog.getByLabel("Hora (de Costa Rica)").fill("09:00");
  await dialog.getByRole("button", { name: "Programar" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Elige una hora que todavía no haya pasado.");
  await dialog.getByLabel("Día").fill("2099-01-01");
  await expect(dialog.getByRole("status")).toContainText("jueves, 1 de enero de 2099");
  await dialog.getByRole("button", { name: "Programar" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("link", { name: "Programado" }).click();
  const item = getItem(page);
  await expect(item).toContainText("jueves, 1 de enero de 2099, 09:00");
  await item.getByRole("button", { name: /^No publicar/ }).click();
  await expect(page.getByText("No hay nada programado.")).toBeVisible();
  await openPage(page, sharedStudio.studio, "reputation");
  await scheduleFarAhead(page);

  // The edge tests cover how the cron handles a page without changes.
  const client = await createEditor(page, sharedStudio);
  await client
    .patch(scheduledPublicationId("reputation"))
    .set({ state: "failed", failure: { reason: "no-draft" } })
    .commit();
  await page.goto(`${sharedStudio.studio}/scheduled`);
  await expect(item.getByText("No se publicó", { exact: true })).toBeVisible();
  await expect(item).toContainText("No había cambios que publicar");
  await item.getByRole("button", { name: /^Quitar de la lista/ }).click();
  await expect(item).toHaveCount(0);
  await client.delete("drafts.reputation");
});
