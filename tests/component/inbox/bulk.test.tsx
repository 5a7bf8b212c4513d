import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, type FakeApi, listNumberedSubmissions } from "../../support/fake-api.ts";
import { resetLook, resizeWindow } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";
import { listSmallTargets } from "../../support/page-checks.ts";

const address = "/buzon?q=prueba";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const select = (name: string) => page.getByLabelText(`Seleccionar el mensaje de ${name}`, { exact: true });
const selectLoaded = page.getByLabelText("Seleccionar los mensajes cargados");
const selectMatching = button("Seleccionar todo lo que coincide con “prueba”");
const twoThousand = /^2\s?000 mensajes$/;

test("marks a range selected with Shift at once, and undoes that", async () => {
  const { api, toasts, newBadges, reload } = await mountInbox({ address, count: 6 });
  await select("Persona 2").click();
  await select("Persona 5").click({ modifiers: ["Shift"] });
  await expect.element(page.getByText("4 seleccionados").first()).toBeVisible();
  await button("Marcar como leído").click();
  await expect.element(toasts.getByText("Marcado como leído", { exact: true })).toBeVisible();
  await expect.element(toasts.getByText("4 mensajes", { exact: true })).toBeVisible();
  await expect.element(newBadges()).toHaveLength(2);
  await toasts.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(newBadges()).toHaveLength(6);
  await expect.element(toasts.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  expect(api.submissions.filter(({ read }) => read)).toEqual([]);
  await reload();
  await expect.element(newBadges()).toHaveLength(6);
});

test("moves a message to the spam folder and back", async () => {
  const { row, rows, link } = await mountInbox({ address, count: 2 });
  const message = page.getByRole("article");
  await link("Persona 1").click();
  await message.getByRole("button", { name: "Más acciones" }).click();
  await message.getByRole("button", { name: "Marcar como spam" }).click();
  await expect.element(page.getByText("Marcado como spam", { exact: true })).toBeVisible();
  await expect.element(row("Persona 1")).not.toBeInTheDocument();
  await page.getByRole("radio", { name: /^Spam/ }).click();
  await expect.element(row("Persona 1")).toBeVisible();
  await expect.element(rows()).toHaveLength(1);
  await link("Persona 1").click();
  await message.getByRole("button", { name: "No es spam" }).click();
  await expect.element(page.getByRole("heading", { name: /Nada coincide/ })).toBeVisible();
  await page.getByRole("radio", { name: /^Todos/ }).click();
  await expect.element(rows()).toHaveLength(2);
});

test("deletes everything that matches, loaded or not, after one question, and nothing else", async () => {
  const submissions = [
    ...listNumberedSubmissions(400),
    { name: "Otra", message: "distinto", minutesAgo: 100 },
  ];
  const { api, row, lookNow } = await mountInbox({ address, submissions });
  await selectLoaded.click();
  await selectMatching.click();
  api.addSubmission({ name: "Llegada", message: "prueba" });
  lookNow();
  await expect.element(button("1 nuevo")).toBeVisible();
  await button("Eliminar").click();
  const question = page.getByRole("alertdialog", { name: "¿Eliminar todo lo que coincide con “prueba”?" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await question.getByRole("button", { name: "Eliminar todo" }).click();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await expect.element(page.getByText("400 mensajes eliminados", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Los mensajes han sido eliminados permanentemente")).toBeVisible();
  await expect.element(row("Persona 1")).not.toBeInTheDocument();
  await page.getByRole("searchbox").fill("distinto");
  await expect.element(row("Otra")).toBeVisible();
  expect(api.submissions.map(({ name }) => name).sort()).toEqual(["Llegada", "Otra"]);
});

test("offers to select the rest when more messages have loaded since the selection", async () => {
  const api = createFakeApi({ submissions: listNumberedSubmissions(130) });
  const laterPages = api.hold(/submissions\?.*cursor=/);
  const { row, rows, scrollList } = await mountInbox({ address, api });
  await expect.element(row("Persona 1")).toBeVisible();
  await selectLoaded.click();
  await expect.element(selectMatching).toBeVisible();
  scrollList(5_000);
  laterPages.release();
  await expect.element(rows().first()).toHaveAttribute("aria-setsize", "130");
  await expect.element(page.getByText(/^(50|100) seleccionados$/).first()).toBeVisible();
  await expect.element(selectMatching).not.toBeInTheDocument();
  await button("Seleccionar los 130 mensajes").click();
  await expect.element(page.getByText("130 seleccionados", { exact: true }).first()).toBeVisible();
});

test("returns the focus to the list when the selected message is marked and the tools disappear", async () => {
  const { newBadges, press, link } = await mountInbox({ address, count: 3 });
  await select("Persona 2").click();
  ((await button("Marcar como leído").findElement()) as HTMLElement).focus();
  await press("Enter");
  await expect.element(newBadges("Persona 2")).toHaveLength(0);
  await expect.element(link("Persona 2")).toHaveFocus();
});

test("selection tools on a phone are below the list and select the loaded messages", async () => {
  await resizeWindow(360, 740);
  onTestFinished(resetLook);
  const { getStatus } = await mountInbox({ address, count: 3 });
  await expect.element(selectLoaded).not.toBeInTheDocument();
  await select("Persona 2").click();
  const tools = page.getByRole("group", { name: "Acciones con lo seleccionado" });
  await expect.element(tools).toBeInViewport({ ratio: 1 });
  await selectLoaded.click();
  await expect.element(getStatus("3 seleccionados")).toHaveLength(1);
  expect(listSmallTargets()).toEqual([]);
});

test("shows messages as they were, and why, when the edge rejects a mark", async () => {
  const { api, newBadges } = await mountInbox({ address, count: 3 });
  api.fail("POST /api/submissions/bulk");
  await selectLoaded.click();
  await button("Marcar como leído").click();
  await expect.element(page.getByRole("alert").getByText("No se pudo marcar como leído")).toBeVisible();
  await expect.element(newBadges()).toHaveLength(3);
});

/** Marks 4,100 messages as read, which takes three calls. `interrupt` decides what happens to the second call. */
async function markThousands(interrupt: (api: FakeApi) => void) {
  const inbox = await mountInbox({ address, count: 4_100 });
  interrupt(inbox.api);
  await selectLoaded.click();
  await selectMatching.click();
  await button("Marcar como leído").click();
  return inbox;
}

test("stops work on thousands of messages when asked, and undoes what was done until then", async () => {
  const { toasts, newBadges } = await markThousands((api) => {
    api.hold("POST /api/submissions/bulk", { skip: 1, times: 1 });
  });
  const progress = page.getByRole("progressbar");
  await expect.element(progress).toBeVisible();
  await expect.element(page.getByText(twoThousand)).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await button("Detener").click();
  // The inbox waits 3 s for the answer of the call under way.
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  await expect.element(toasts.getByText("Detenido", { exact: true })).toBeVisible();
  await expect.element(toasts.getByText(/^Se cambiaron 2\s?000 mensajes\.$/)).toBeVisible();
  await expect.element(progress).not.toBeInTheDocument();
  await expect.element(newBadges()).toHaveLength(0);
  await toasts.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(toasts.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  await expect.element(toasts.getByText(twoThousand)).toBeVisible();
  await expect.element(newBadges().first()).toBeVisible();
});

test("says how much was done when work on thousands of messages fails in the middle, and undoes it", async () => {
  const { newBadges } = await markThousands((api) => {
    api.fail("POST /api/submissions/bulk", { skip: 1, times: 1 });
  });
  const alert = page.getByRole("alert").filter({ hasText: "No se pudo marcar como leído" });
  await expect.element(alert.getByText(/^Se cambiaron 2\s?000 mensajes\.$/)).toBeVisible();
  await alert.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(page.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  await expect.element(newBadges().first()).toBeVisible();
});
