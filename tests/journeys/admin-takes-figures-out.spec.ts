import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
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

test.describe("a large download", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  /** Starts a download that takes long, and answers with how many files came. */
  async function startSlowly(page: Page) {
    const mark = newMark();
    await seedMessages(mark, 4_000);
    await enterInbox(page, `/buzon?q=${mark}`);
    await expect(rowsOf(page).first()).toBeVisible();
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, uploadThroughput: -1, downloadThroughput: 40_000 };
    await network.send("Network.emulateNetworkConditions", slow);
    const files: string[] = [];
    page.on("download", (download) => files.push(download.suggestedFilename()));
    await page.getByRole("button", { name: "Descargar como CSV" }).click();
    // Some are there, and not all.
    const running = page.getByRole("button", { name: /[1-9]\d* mensajes? · Detener/ });
    await expect(running).toBeVisible();
    return { running, files };
  }

  test("says how much is there, and can be given up", async ({ page }) => {
    const { running, files } = await startSlowly(page);
    await expect(page.getByRole("progressbar", { name: "Descargando" })).toBeVisible();
    await running.press("Enter");
    await expect(page.getByRole("button", { name: "Descargar como CSV" })).toBeFocused();
    await expect(page.getByText(/No se pudo descargar el CSV|CSV descargado/)).toHaveCount(0);
    expect(files).toEqual([]);
  });

  test("that breaks in the middle is no file, and is said to have failed", async ({ page, baseURL }) => {
    const mark = newMark();
    await seedMessages(mark, 1_200);
    await enterInbox(page, `/buzon?q=${mark}`);
    await expect(rowsOf(page).first()).toBeVisible();
    const between = createServer(async ({ url, headers: { authorization = "" } }, answer) => {
      const whole = await fetch(`${baseURL}${url}`, { headers: { authorization } });
      const { value } = (await whole.body?.getReader().read()) ?? {};
      answer.writeHead(200, { "Content-Type": "text/csv" }).write(value, () => answer.destroy());
    });
    await new Promise<void>((resolve) => between.listen(0, "localhost", resolve));
    const { port } = between.address() as AddressInfo;
    await page.route("**/export.csv*", (route) => {
      const { pathname, search } = new URL(route.request().url());
      return route.continue({ url: `http://localhost:${port}${pathname}${search}` });
    });
    const files: string[] = [];
    page.on("download", (download) => files.push(download.suggestedFilename()));
    await page.getByRole("button", { name: "Descargar como CSV" }).click();
    await expect(page.getByRole("alert").getByText("No se pudo descargar el CSV")).toBeVisible();
    await expect(page.getByRole("button", { name: "Descargar como CSV" })).toBeVisible();
    expect(files).toEqual([]);
    between.close();
  });
});

test.describe("when the download cannot begin", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

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

test.describe("when their code cannot be loaded", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("the inbox says so and goes on, and they open once there is a network again", async ({
    page,
    context,
  }) => {
    const mark = newMark();
    await seedMessages(mark, 2);
    await enterInbox(page, `/buzon?q=${mark}`);
    await expect(rowsOf(page)).toHaveCount(2);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Estadísticas" }).click();
    await expect(page.getByRole("alert").getByText("No se pudieron cargar las estadísticas")).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(2);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Estadísticas" }).click();
    await expect(page.getByRole("dialog", { name: "Estadísticas" })).toBeVisible();
  });
});
