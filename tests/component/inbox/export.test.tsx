import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { recordDownloads } from "../../support/downloads.ts";
import { createFakeApi, listNumberedSubmissions, type NewSubmission } from "../../support/fake-api.ts";
import { mountInbox } from "../../support/mount.tsx";

const address = "/buzon?q=prueba";
const download = page.getByRole("button", { name: "Descargar como CSV" });
const failure = page.getByRole("alert").getByText("No se pudo descargar el CSV");
const runningDownload = page.getByRole("button", { name: /[1-9]\d* mensajes? · Detener/ });

test("downloads what the search and the filters find as CSV", async () => {
  const downloads = recordDownloads();
  const submissions: NewSubmission[] = [
    ...listNumberedSubmissions(60),
    { name: "Otra", message: "distinto" },
    { name: "Peter", message: "prueba", language: "en" },
  ];
  await mountInbox({ address: `${address}&language=es`, submissions });
  await download.click();
  await expect.element(page.getByText("CSV descargado")).toBeVisible();
  expect(downloads.map(({ name }) => name)).toEqual([expect.stringMatching(/\.csv$/)]);
  expect((await downloads[0]?.file.text())?.trim().split("\r\n")).toHaveLength(61);
});

/** Starts a download whose first half has arrived. */
async function startDownload() {
  const downloads = recordDownloads();
  const api = createFakeApi({ submissions: listNumberedSubmissions(200) });
  const connection = api.splitBody("export.csv");
  const { press } = await mountInbox({ address, api });
  await download.click();
  await expect.element(runningDownload).toBeVisible();
  return { connection, downloads, press };
}

test("shows how many messages of a download have arrived, and stops it when asked", async () => {
  const { downloads, press } = await startDownload();
  await expect.element(page.getByRole("progressbar", { name: "Descargando" })).toBeVisible();
  ((await runningDownload.findElement()) as HTMLElement).focus();
  await press("Enter");
  await expect.element(download).toHaveFocus();
  await expect.element(page.getByText(/No se pudo descargar el CSV|CSV descargado/)).toHaveLength(0);
  expect(downloads).toEqual([]);
});

test("saves no file and reports the failure when the connection breaks in the middle", async () => {
  const { connection, downloads } = await startDownload();
  connection.breakOff();
  await expect.element(failure).toBeVisible();
  await expect.element(download).toBeVisible();
  expect(downloads).toEqual([]);
});
