import { readFile } from "node:fs/promises";
import { enterInbox, newMark, rowsOf, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test("what the search finds is downloaded as CSV", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 60);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Descargar como CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv.trim().split("\r\n")).toHaveLength(61);
  await expect(page.getByText("CSV descargado")).toBeVisible();
});

test.describe("when the download breaks off", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("there is no file, and a word about it", async ({ page }) => {
    await enterInbox(page, "/buzon");
    await page.route("**/export.csv*", (route) => route.abort("connectionreset"));
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    await page.getByRole("button", { name: "Descargar como CSV" }).click();
    await expect(page.getByRole("alert").getByText("No se pudo descargar el CSV")).toBeVisible();
    expect(downloads).toBe(0);
  });
});

test("the statistics are charts with their figures in tables, and load when they are asked for", async ({
  page,
}) => {
  await seedMessages(newMark(), 5);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await enterInbox(page, "/buzon");
  expect(loaded.some((address) => /statistics|stats/.test(address))).toBe(false);
  await page.getByRole("button", { name: "Estadísticas" }).click();
  const panel = page.getByRole("dialog", { name: "Estadísticas" });
  await expect(panel.getByRole("img", { name: /^Mensajes por día, 30 días/ })).toBeVisible();
  await expect(panel.getByRole("table", { name: "Servicio" })).toBeVisible();
  await panel.getByRole("radio", { name: "7 días" }).check();
  await expect(panel.getByRole("img", { name: /^Mensajes por día, 7 días/ })).toBeVisible();
  await panel.getByText("Ver como tabla").click();
  await expect(panel.getByRole("region", { name: "Mensajes por día" }).getByRole("row")).toHaveCount(8);
});
