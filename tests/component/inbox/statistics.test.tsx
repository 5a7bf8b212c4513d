import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { resetLook, resizeWindow, sendToBrowser } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

const statistics = page.getByRole("button", { name: "Estadísticas" });
const panel = page.getByRole("dialog", { name: "Estadísticas" });
const isCodeLoaded = () =>
  performance.getEntriesByType("resource").some(({ name }) => name.includes("/statistics/statistics.tsx"));
const blockUrls = (urls: string[]) => sendToBrowser("Network.setBlockedURLs", { urls });

afterEach(async () => {
  await blockUrls([]);
  await resetLook();
});

// Runs first, because the browser caches the loaded module.
test("reports code of the statistics that cannot be loaded, and opens them once it can", async () => {
  const { rows } = await mountInbox({ count: 2 });
  expect(isCodeLoaded()).toBe(false);
  await sendToBrowser("Network.enable");
  await blockUrls(["*/statistics/statistics.tsx*"]);
  await statistics.click();
  const alert = page.getByRole("alert").getByText("No se pudieron cargar las estadísticas");
  await expect.element(alert).toBeVisible();
  await expect.element(rows()).toHaveLength(2);
  await blockUrls([]);
  await statistics.click();
  await expect.element(panel).toBeVisible();
});

test("shows charts with their figures in tables", async () => {
  const { api } = await mountInbox({ count: 5 });
  expect(api.countCalls("/stats")).toBe(0);
  await statistics.click();
  await expect.element(panel.getByRole("img", { name: /^Mensajes por día, 30 días/ })).toBeVisible();
  await expect.element(panel.getByRole("table", { name: "Servicio" })).toBeVisible();
  await panel.getByRole("radio", { name: "7 días" }).click();
  await expect.element(panel.getByRole("img", { name: /^Mensajes por día, 7 días/ })).toBeVisible();
  await panel.getByText("Ver como tabla").click();
  const table = panel.getByRole("region", { name: "Mensajes por día" });
  await expect.element(table.getByRole("row")).toHaveLength(8);
});

test.each([
  ["Estadísticas", "Estadísticas"],
  ["Atajos de teclado", "Atajos de teclado"],
])("fits a phone of 320 px: %s", async (button, title) => {
  await mountInbox({ count: 5 });
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog", { name: title });
  await expect.element(dialog).toBeVisible();
  await resizeWindow(320, 700);
  await expect.poll(() => dialog.element().clientWidth).toBeLessThan(320);
  const { scrollWidth, clientWidth } = dialog.element();
  expect(scrollWidth).toBe(clientWidth);
});
