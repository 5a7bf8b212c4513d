import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { uploadPartBytes } from "#functions/contract/upload.ts";
import { message, mountContact } from "../../support/contact-page.ts";
import { createFakeApi, type FakeApi } from "../../support/fake-api.ts";
import { importAgain, mountConversation } from "../../support/mount.tsx";

const part = /^PUT \/api\/uploads\//;
const makeFile = (name: string, size = 9) => new File([new Uint8Array(size)], name);
const choose = async (...files: File[]) => {
  const find = () => document.querySelector<HTMLInputElement>("input[type=file]");
  await expect.poll(find).not.toBeNull();
  return userEvent.upload(find() as HTMLInputElement, files);
};
const files = () => page.getByRole("list", { name: "Archivos adjuntos" });
const row = (name: string) => files().getByRole("listitem").filter({ hasText: name });
const button = (name: string) => page.getByRole("button", { name });

beforeEach(() => page.viewport(1280, 900));
afterEach(() => vi.restoreAllMocks());

test("uploads the chosen files at once and sends them with the message, then forgets them", async () => {
  const { api, fill, submit, toast, text } = await mountContact();
  // The document's script that stores a draft.
  await importAgain("/web/app/form-draft.ts");
  await fill(message);
  await choose(makeFile("foto.jpg"), makeFile("plano.pdf"));
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
  await expect.element(row("plano.pdf").filter({ hasText: "Listo" })).toBeVisible();
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.listFilesOf(api.submissions[0]?.id ?? "")).toEqual(["foto.jpg", "plano.pdf"]);
  expect(sessionStorage.getItem("contact-draft")).toBeNull();
  await page.getByRole("link", { name: "Enviar otro mensaje" }).click();
  await expect.element(files()).not.toBeInTheDocument();
  await fill({ message: "Otro mensaje" });
  await submit();
  await expect.poll(() => api.submissions.length).toBe(2);
  expect(api.listFilesOf(api.submissions[0]?.id ?? "")).toEqual([]);
});

test("shows how much has arrived, and sends the message once the upload is done", async () => {
  const api = createFakeApi();
  const gate = api.hold(part, { skip: 1 });
  const { fill, submit, toast, text } = await mountContact({ api });
  await fill(message);
  await choose(makeFile("foto.jpg", 2 * uploadPartBytes));
  const progress = files().getByRole("progressbar", { name: "foto.jpg" });
  await expect.element(progress).toHaveAttribute("value", String(uploadPartBytes));
  await submit();
  await expect.element(page.getByRole("button", { name: /^Enviando/ })).toBeVisible();
  expect(api.submissions).toEqual([]);
  gate.release();
  await expect.element(toast(text.sent)).toBeVisible();
  const [id = ""] = api.calls.flatMap(({ call }) => /uploads\/([\w-]+)/.exec(call)?.[1] ?? []);
  expect(api.uploads.find(id)?.size).toBe(2 * uploadPartBytes);
});

test("sends a file with the message that was chosen a moment before", async () => {
  const { api, fill, submit, toast, text } = await mountContact();
  await fill(message);
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, makeFile("foto.jpg"));
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.listFilesOf(api.submissions[0]?.id ?? "")).toEqual(["foto.jpg"]);
});

test("without a network a message does not wait for a file, which can be cancelled", async () => {
  const { api, fill, submit } = await mountContact();
  await fill(message);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  api.isOffline = true;
  await choose(makeFile("foto.jpg"));
  await expect.element(row("foto.jpg").filter({ hasText: "Sin conexión" })).toBeVisible();
  await submit();
  await expect.element(button("Cancelar foto.jpg")).toHaveFocus();
  await button("Cancelar foto.jpg").click();
  await submit();
  await expect.element(page.getByText(/Tu mensaje está guardado en este dispositivo/)).toBeVisible();
});

test("shows a file of a message that comes back from this browser", async () => {
  const api = createFakeApi();
  const { fill, submit, reload } = await mountContact({ api });
  await fill(message);
  await choose(makeFile("foto.jpg"));
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
  api.dropRequest(/^POST \/api\/contact$/);
  await submit();
  await expect.element(button("Seguir editando")).toBeVisible();
  await reload();
  await button("Seguir editando").click();
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
});

test("goes on with the part that failed once the network is back", async () => {
  const { api } = await mountContact({ stopsTimers: true });
  await choose(makeFile("foto.jpg", 9));
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const fault = api.dropRequest(part, { skip: 1 });
  await choose(makeFile("video.mp4", uploadPartBytes + 1));
  await expect.element(row("video.mp4").filter({ hasText: "Sin conexión" })).toBeVisible();
  fault.end();
  vi.restoreAllMocks();
  dispatchEvent(new Event("online"));
  await expect.element(row("video.mp4").filter({ hasText: "Listo" })).toBeVisible();
  const offsets = api.calls.flatMap(({ call }) => /name=video.*offset=(\d+)/.exec(call)?.[1] ?? []);
  expect(offsets).toEqual(["0", `${uploadPartBytes}`, `${uploadPartBytes}`]);
});

test("cancels an upload, and removes a file, so that neither is sent", async () => {
  const api = createFakeApi();
  const { fill, submit, toast, text } = await mountContact({ api });
  await fill(message);
  await choose(makeFile("foto.jpg"));
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
  api.hold(part);
  await choose(makeFile("grande.jpg"));
  await button("Cancelar grande.jpg").click();
  await button("Quitar foto.jpg").click();
  await expect.element(files()).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Adjuntar fotos o archivos (hasta 3, de 10 MB)")).toHaveFocus();
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.listFilesOf(api.submissions[0]?.id ?? "")).toEqual([]);
});

test("says which files are too large, too many or empty, and uploads the others", async () => {
  const { api } = await mountContact();
  await choose(
    makeFile("grande.mp4", 10_000_001),
    makeFile("vacío.txt", 0),
    ...["a", "b", "c", "d"].map((name) => makeFile(`${name}.jpg`)),
  );
  await expect.element(row("grande.mp4").filter({ hasText: "Pasa de 10 MB." })).toBeVisible();
  await expect.element(row("vacío.txt").filter({ hasText: "Está vacío." })).toBeVisible();
  await expect.element(row("d.jpg").filter({ hasText: "Son más de tres archivos." })).toBeVisible();
  await expect.element(row("c.jpg").filter({ hasText: "Listo" })).toBeVisible();
  expect(api.countCalls("PUT /api/uploads/")).toBe(3);
});

test("announces each file whose upload has ended by itself, also when it repeats another announcement", async () => {
  const api = createFakeApi();
  await mountContact({ api });
  const choosePicture = () => choose(makeFile("foto.jpg"));
  const chooseLargeFile = () => choose(makeFile("grande.mp4", 10_000_001));
  await Promise.all([choosePicture(), chooseLargeFile()]);
  const listStatuses = () => [...document.querySelectorAll("[role=status][aria-atomic=false] span")];
  // Without the marks of an isolate.
  const readStatuses = () =>
    listStatuses().map(({ textContent }) => textContent.replace(/[\u2068\u2069]/g, "").trim());
  const [picture, largeFile] = ["foto.jpg: Listo", "grande.mp4: Pasa de 10 MB. No se enviará."];
  await expect.poll(() => readStatuses().sort()).toEqual([picture, largeFile]);
  const findStatus = (name: string) => listStatuses().find(({ textContent }) => textContent.includes(name));
  const [pictureStatus, largeFileStatus] = [findStatus("foto"), findStatus("grande")];
  await chooseLargeFile();
  // A new element is announced, though it repeats the text.
  await expect.poll(() => findStatus("grande")).not.toBe(largeFileStatus);
  expect(findStatus("foto")).toBe(pictureStatus);
});

test("a file that cannot be uploaded keeps the message back until it is retried or removed", async () => {
  const api = createFakeApi();
  const fault = api.fail(part, { status: 422, code: "invalid_fields" });
  const { fill, submit, toast, text } = await mountContact({ api });
  await fill(message);
  await choose(makeFile("foto.jpg"));
  await expect.element(row("foto.jpg").filter({ hasText: "No se pudo subir." })).toBeVisible();
  await submit();
  await expect.element(button("Intentar de nuevo foto.jpg")).toHaveFocus();
  expect(api.submissions).toEqual([]);
  fault.end();
  await button("Intentar de nuevo foto.jpg").click();
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
});

/** Attaches the uploaded file of the form to another message, as another tab would. */
async function useElsewhere(api: FakeApi) {
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
  const { value } = document.querySelector("input[name=files]") as HTMLInputElement;
  api.uploads.use(api.uploads.read([value]));
}
const rejection = () => page.getByRole("alert").filter({ hasText: "Uno de los archivos ya no está." });

test("says that a file of the message is gone, and sends the message without it", async () => {
  const { api, fill, submit, toast, text } = await mountContact();
  await fill(message);
  await choose(makeFile("foto.jpg"));
  await useElsewhere(api);
  await submit();
  await expect.element(rejection()).toHaveFocus();
  expect(api.submissions).toEqual([]);
  await button("Quitar foto.jpg").click();
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
});

test("says that a file of the reply is gone, and sends the reply without it", async () => {
  const api = createFakeApi();
  const token = api.customer.addConversation([]);
  await mountConversation({ address: `/conversacion#${token}`, api });
  await choose(makeFile("foto.jpg"));
  await useElsewhere(api);
  await page.getByRole("textbox", { name: "Tu respuesta" }).fill("Aquí está.");
  await button("Enviar").click();
  await expect.element(rejection()).toBeVisible();
  await button("Quitar foto.jpg").click();
  await button("Enviar").click();
  await expect.element(rejection()).not.toBeInTheDocument();
  await expect.poll(() => api.customer.listTexts(token)).toEqual(["Aquí está."]);
});

test("a reply has its files, also after a reload", async () => {
  const api = createFakeApi();
  const token = api.customer.addConversation([]);
  const address = `/conversacion#${token}`;
  const { reload } = await mountConversation({ address, api });
  await choose(makeFile("foto.jpg"));
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
  await reload();
  await expect.element(row("foto.jpg").filter({ hasText: "Listo" })).toBeVisible();
  await page.getByRole("textbox", { name: "Tu respuesta" }).fill("Aquí está.");
  await button("Enviar").click();
  await expect.element(page.getByText("Archivos: foto.jpg")).toBeVisible();
  await expect.element(files()).not.toBeInTheDocument();
});
