import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, listNumberedSubmissions } from "../../support/fake-api.ts";
import { mountInbox } from "../../support/mount.tsx";

const address = "/buzon?q=prueba";
const waiting = page.getByText("Se elimina en 10 segundos", { exact: true });
const undone = page.getByText("Eliminación deshecha", { exact: true });
const alertDialog = page.getByRole("alertdialog");
const deletion = /^(DELETE|POST) \/api\/submissions/;

/** Replaces the clock and its timeouts. The deletion that follows then waits for the test's time. */
const stopClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
const pass = (durationMs: number) => vi.advanceTimersByTimeAsync(durationMs);

/** Mounts the inbox and deletes the message of Persona 2 by key. Its ten seconds begin now. */
async function mountAndDelete(count = 3) {
  const inbox = await mountInbox({ address, count });
  const { api, press, link, rows } = inbox;
  await expect.element(rows()).toHaveLength(count);
  ((await link("Persona 2").findElement()) as HTMLElement).focus();
  await press("Delete");
  await expect
    .element(alertDialog)
    .toMatchTextContent(/durante 10 segundos\. Después no se puede recuperar\./);
  await press("Tab");
  stopClock();
  await press("Enter");
  // The row fades out for 0.2 s.
  await pass(200);
  const countCalls = () => api.calls.filter(({ call }) => deletion.test(call)).length;
  return { ...inbox, countCalls };
}

test("a deleted message leaves the list at once, and is deleted for good after ten seconds, not earlier", async () => {
  const { api, row, link, toasts, countCalls } = await mountAndDelete();
  await expect.element(row("Persona 2")).not.toBeInTheDocument();
  await expect.element(link("Persona 3")).toHaveFocus();
  await expect.element(waiting).toBeVisible();
  await expect.element(page.getByRole("radio", { name: /^No leídos\s*2$/ })).toBeInTheDocument();
  await pass(9_999);
  expect([countCalls(), api.submissions.length]).toEqual([0, 3]);
  await pass(1);
  await expect.element(toasts.getByText("Mensaje eliminado", { exact: true })).toBeVisible();
  await expect.element(toasts.getByText("El mensaje ha sido eliminado permanentemente")).toBeVisible();
  await expect.element(waiting).not.toBeInTheDocument();
  await expect.element(toasts.getByRole("button", { name: "Deshacer" })).not.toBeInTheDocument();
  expect(api.submissions.map(({ name }) => name)).toEqual(["Persona 1", "Persona 3"]);
});

test.each([
  ["Z", ({ press }: Awaited<ReturnType<typeof mountAndDelete>>) => press("z")],
  ["the button", () => page.getByRole("button", { name: "Deshacer" }).click()],
])("%s brings a deleted message back whole, and nothing is sent", async (_, undo) => {
  const inbox = await mountAndDelete();
  const { api, rows, row, countCalls } = inbox;
  await expect.element(row("Persona 2")).not.toBeInTheDocument();
  await pass(9_000);
  await undo(inbox);
  await expect.element(undone).toBeVisible();
  await expect.element(rows().nth(1)).toMatchTextContent(/Persona 2.*Mensaje 2 sobre prueba/);
  await pass(20_000);
  expect([countCalls(), api.submissions.length]).toEqual([0, 3]);
  expect(JSON.stringify(localStorage)).not.toContain("inbox.deletions");
});

test("a page that closes while a deleted row fades out keeps the deletion for the next visit", async () => {
  const { api, press, link, reload, row } = await mountInbox({ address, count: 2 });
  ((await link("Persona 2").findElement()) as HTMLElement).focus();
  await press("Delete");
  await expect.element(alertDialog).toBeVisible();
  await press("Tab");
  stopClock();
  await press("Enter");
  await reload();
  await pass(0);
  await expect.element(row("Persona 1")).toBeVisible();
  await expect.element(row("Persona 2")).not.toBeInTheDocument();
  await pass(10_000);
  await expect.poll(() => api.submissions.map(({ name }) => name)).toEqual(["Persona 1"]);
});

test("a deletion outlasts a reload, can be undone after it, and is not sent before its time", async () => {
  const { api, row, reload, press, countCalls } = await mountAndDelete();
  await pass(4_000);
  await reload();
  await pass(0);
  await expect.element(page.getByText(/^Se elimina en [456] segundos$/)).toBeVisible();
  await expect.element(row("Persona 1")).toBeVisible();
  await expect.element(row("Persona 2")).not.toBeInTheDocument();
  await press("z");
  await expect.element(row("Persona 2")).toBeVisible();
  await reload();
  await pass(20_000);
  await expect.element(row("Persona 2")).toBeVisible();
  expect([countCalls(), api.submissions.length]).toEqual([0, 3]);
});

test("a deletion without a network can be undone until the network is back, and is then sent", async () => {
  const { api, press, row, rows, setOnline, countCalls } = await mountAndDelete();
  setOnline(false);
  await pass(15_000);
  expect(countCalls()).toBe(0);
  await expect.element(page.getByText(/ 1 cambio espera a que vuelva la conexión\.$/)).toBeVisible();
  await press("z");
  await expect.element(row("Persona 2")).toBeVisible();
  await press("Delete");
  await expect.element(alertDialog).toBeVisible();
  await press("Tab");
  await press("Enter");
  await pass(15_000);
  await expect.element(rows()).toHaveLength(2);
  expect(api.submissions).toHaveLength(3);
  setOnline(true);
  await pass(0);
  await expect.poll(() => api.submissions.length).toBe(2);
});

test("a sign-out ends a deletion: the message stays, the page says so, and nothing stays in the browser", async () => {
  const { api, departures, countCalls } = await mountAndDelete();
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await expect.poll(() => departures).toEqual(["/"]);
  expect(JSON.stringify({ ...sessionStorage })).toContain("Lo que estabas eliminando sigue en el buzón.");
  expect(Object.keys(localStorage)).not.toContainEqual(expect.stringMatching(/^inbox\./));
  await pass(20_000);
  vi.useRealTimers();
  const { rows } = await mountInbox({ address, api });
  await expect.element(rows()).toHaveLength(3);
  expect([countCalls(), api.submissions.length]).toEqual([0, 3]);
});

test("everything that matches leaves the list at once, returns with the undo, and is deleted after ten seconds", async () => {
  const submissions = [
    ...listNumberedSubmissions(130),
    { name: "Otra", message: "distinto", minutesAgo: 300 },
  ];
  const api = createFakeApi({ submissions });
  const { rows } = await mountInbox({ address, api });
  await expect.element(rows().first()).toBeVisible();
  const deleteAll = async () => {
    await page.getByLabelText("Seleccionar los mensajes cargados").click();
    await page.getByRole("button", { name: "Seleccionar todo lo que coincide con “prueba”" }).click();
    await page.getByRole("button", { name: "Eliminar", exact: true }).click();
    await alertDialog.getByRole("button", { name: "Eliminar todo" }).click();
  };
  await deleteAll();
  const waitingForAll = page.getByText(/^Todo lo que coincide se elimina en \d+ segundos$/);
  await expect.element(waitingForAll).toBeVisible();
  await expect.element(rows()).toHaveLength(0);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(rows().first()).toMatchTextContent(/Persona 1/);
  expect(api.submissions).toHaveLength(131);

  await page.getByLabelText("Seleccionar los mensajes cargados").click();
  await page.getByRole("button", { name: "Seleccionar todo lo que coincide con “prueba”" }).click();
  await page.getByRole("button", { name: "Eliminar", exact: true }).click();
  stopClock();
  await alertDialog.getByRole("button", { name: "Eliminar todo" }).click();
  await pass(9_999);
  expect(api.submissions).toHaveLength(131);
  await pass(1);
  await expect.element(page.getByText("130 mensajes eliminados", { exact: true })).toBeVisible();
  expect(api.submissions.map(({ name }) => name)).toEqual(["Otra"]);
});
