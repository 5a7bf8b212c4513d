import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { companyDay } from "#functions/contract/meeting.ts";
import { inEveryLook, objections, tooSmall } from "../support/accessibility.ts";
import {
  enterInbox,
  messagesWith,
  newMark,
  rowOf,
  rowsOf,
  seedMessages,
  storeMessage,
} from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

const daysAgo = (days: number) => companyDay(new Date(Date.now() - days * 86_400_000));

/** Three messages with `mark`, which other marks never meet: about cameras, in English about nothing, and a long time ago. */
async function leaveThree(mark: string): Promise<void> {
  await seedMessages(mark, 1, 0);
  await storeMessage(mark, { name: "Peter O'Neill", language: "en", message: `Hello; =1+1 ${mark}` });
  await storeMessage(mark, { name: "Ana Vieja", service_type: "cctv", days: 40 });
}

const filters = (page: Page) => page.getByRole("button", { name: /^(Filtros|Filters)/ });

test("the list is narrowed by service, language and days, together with a search, and the address says so", async ({
  page,
}) => {
  const mark = newMark();
  await leaveThree(mark);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(3);
  await filters(page).click();
  await page.getByLabel("Servicio").selectOption("Sistemas CCTV");
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole("radio", { name: "7 días" }).check();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, "Persona 1")).toBeVisible();
  await page.getByLabel("Desde").fill(daysAgo(45));
  await page.getByLabel("Hasta").fill(daysAgo(35));
  await expect(rowOf(page, "Ana Vieja")).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`service=cctv&from=${daysAgo(45)}&to=${daysAgo(35)}`));
  await page.keyboard.press("Escape");
  await expect(filters(page)).toBeFocused();

  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(filters(page)).toHaveAccessibleName("Filtros 2");
  await page.getByRole("button", { name: "Quitar filtros" }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page.getByRole("searchbox")).toHaveValue(mark);
  await filters(page).click();
  await page.getByLabel("Idioma").selectOption("Inglés");
  await page.getByLabel("Servicio").selectOption("Sin servicio");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, "Peter O'Neill")).toBeVisible();
});

test("what no message is of is named, and one action leads back", async ({ page }) => {
  await enterInbox(page, "/en/inbox?service=seo-consulting&language=en&from=2001-01-01&to=2001-01-02");
  await expect(
    page.getByRole("heading", { name: /^No messages match: SEO consulting · English · Jan 1\s–\s2, 2001$/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/\/en\/inbox$/);
});

test("the counts are of what the list is narrowed to, follow a change at once, and what is done to all is done to that alone", async ({
  page,
}) => {
  const mark = newMark();
  await leaveThree(mark);
  // Days that no other journey has messages on.
  const years = 20 + Number.parseInt(mark.slice(1, 5), 16) / 1_000;
  const far = Math.round(years * 365);
  for (const name of ["Uno", "Dos", "Tres"]) await storeMessage(mark, { name, days: far });
  await enterInbox(page, `/buzon?from=${daysAgo(far)}&to=${daysAgo(far)}`);
  const count = (name: RegExp) => page.getByRole("radio", { name });
  await expect(count(/^Todos 3$/)).toBeVisible();
  await rowOf(page, "Dos").getByRole("link").click();
  await page.getByRole("button", { name: "Marcar como leído" }).click();
  await expect(count(/^No leídos 2$/)).toBeVisible();
  await expect(count(/^Leídos 1$/)).toBeVisible();
  await page.getByLabel("Seleccionar los mensajes cargados").check();
  await page
    .getByRole("group", { name: "Acciones con lo seleccionado" })
    .getByRole("button", { name: "Marcar como spam" })
    .click();
  await expect(count(/^Todos 0$/)).toBeVisible();
  await expect(count(/^Spam 3$/)).toBeVisible();
  const inSpam = async () => {
    const kept = await messagesWith(mark);
    return kept
      .filter(({ spam }) => spam)
      .map(({ name }) => name)
      .sort();
  };
  await expect.poll(inSpam).toEqual(["Dos", "Tres", "Uno"]);
});

for (const [address, button, head, language] of [
  ["/buzon", "Descargar como CSV", "Fecha y hora;Nombre;Correo;", "Inglés"],
  ["/en/inbox", "Download as CSV", "Date and time;Name;Email;", "English"],
] as const) {
  test(`what is downloaded from ${address} is what the list is narrowed to, as a spreadsheet here opens it`, async ({
    page,
  }) => {
    const mark = newMark();
    await leaveThree(mark);
    await enterInbox(page, `${address}?q=${mark}&language=en`);
    await expect(rowsOf(page)).toHaveCount(1);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    const csv = await readFile(await download.path(), "utf8");
    expect(csv.startsWith(`\uFEFF${head}`)).toBe(true);
    const [, record = "", ...rest] = csv.split("\r\n");
    expect(rest).toEqual([""]);
    expect(record).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;Peter O'Neill;/);
    expect(record).toContain(`"Hello; '=1+1 ${mark}"`);
    expect(record).toContain(`;${language};No;No;`);
  });
}

test("the filters can be used by everyone, in both languages", async ({ page }) => {
  for (const address of ["/buzon", "/en/inbox"]) {
    await enterInbox(page, `${address}?service=cctv`);
    await filters(page).click();
    await inEveryLook(page, async (name) => {
      expect(await objections(page), name).toEqual([]);
      expect(await tooSmall(page), name).toEqual([]);
    });
  }
});
