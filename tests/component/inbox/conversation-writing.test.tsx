import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, type NewSubmission } from "../../support/fake-api.ts";
import { listViolations } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

const id = "3f2a91bc-0000-4000-8000-000000000001";
const name = "Ricardo Salas";
const submissions: NewSubmission[] = [
  { id, name, email: "ricardo@cliente.example", message: "14 computadoras" },
  { name: "Rosa", minutesAgo: 5, message: "Reunión" },
];
const luis = { id: "00000000-0000-4000-8000-000000000009", name: "Luis" };

const article = page.getByRole("article");
const field = article.getByRole("textbox");
const thread = page.getByRole("region", { name: "Conversación" });
const entries = () => thread.getByRole("list").first().getByRole("listitem");
const waitingEntry = () => entries().filter({ hasText: "espera la conexión" });

/** Mounts the inbox with the message of Ricardo opened, and waits for his conversation. */
async function mountOpened(api = createFakeApi({ submissions })) {
  const inbox = await mountInbox({ api, address: `/buzon?m=${id}` });
  await expect.element(field).toBeVisible();
  await expect.poll(() => api.countCalls(`GET /api/submissions/${id}/draft`)).toBeGreaterThan(0);
  const readDraft = () => api.conversations.getDraft(id, api.account.id);
  const readTexts = () => api.conversations.list(id).map(({ text }) => text);
  return { ...inbox, readDraft, readTexts };
}

test("stores a draft a second after the last key, says so, and shows it after a reload and on another device", async () => {
  const { api, readDraft, reload } = await mountOpened();
  await field.fill("Hola Ric");
  await expect.poll(readDraft).toMatchObject({ text: "Hola Ric", revision: 1 });
  await expect.element(article.getByText(/^borrador guardado \d/)).toBeVisible();
  await reload();
  await expect.element(field).toHaveValue("Hola Ric");
  api.conversations.setDraft(id, api.account.id, {
    text: "Hola Ricardo, desde el teléfono",
    revision: 2,
    kind: "note",
  });
  await reload();
  await expect.element(field).toHaveValue("Hola Ricardo, desde el teléfono");
  await expect
    .element(article.getByRole("button", { name: /^Nota/ }))
    .toHaveAttribute("aria-pressed", "true");
});

test("stores the draft at once when the user leaves the message", async () => {
  const { link, readDraft } = await mountOpened();
  const { setTimeout: startTimer } = globalThis;
  // The timer that stores the draft a second later never runs.
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, delayMs: number) =>
    delayMs === 1_000 ? 0 : startTimer(run, delayMs)) as typeof setTimeout);
  await field.fill("Hola");
  await link("Rosa").click();
  await expect.element(page.getByRole("article", { name: "Rosa" })).toBeVisible();
  // Shorter than the interval at which drafts are stored again.
  await expect.poll(readDraft, { timeout: 5_000 }).toMatchObject({ text: "Hola" });
  await expect.element(field).toHaveValue("");
});

test("keeps a draft in the browser without a network, also over a reload, and stores it when the network returns", async () => {
  const { setOnline, reload, readDraft } = await mountOpened();
  setOnline(false);
  await field.fill("Escrito sin conexión");
  await expect.element(article.getByText("borrador guardado en este navegador")).toBeVisible();
  setOnline(true);
  setOnline(false);
  await reload();
  setOnline(true);
  await expect.element(field).toHaveValue("Escrito sin conexión");
  await expect.poll(readDraft).toMatchObject({ text: "Escrito sin conexión" });
});

test("says that only the browser keeps a text that is too long for the edge", async () => {
  const { readDraft } = await mountOpened();
  await field.fill("a".repeat(50_001));
  await expect.element(article.getByText("borrador guardado en este navegador")).toBeVisible();
  expect(readDraft()).toMatchObject({ text: "" });
});

test("keeps a draft in the browser that the edge cannot store, and shows it after a reload", async () => {
  const { api, reload, readDraft } = await mountOpened();
  const outage = api.fail(/\/draft/);
  const before = api.countCalls("PUT");
  await field.fill("Sin base de datos");
  await expect.poll(() => api.countCalls("PUT")).toBeGreaterThan(before);
  await reload();
  await expect.element(field).toHaveValue("Sin base de datos");
  outage.end();
  await reload();
  await expect.poll(readDraft).toMatchObject({ text: "Sin base de datos" });
});

test("takes its own draft if that continues the one of another window", async () => {
  const { api, readDraft } = await mountOpened();
  api.conversations.setDraft(id, api.account.id, { text: "Hola", revision: 3, kind: "answer" });
  await field.fill("Hola Ricardo");
  await expect.poll(readDraft).toMatchObject({ text: "Hola Ricardo", revision: 4 });
});

test.each([
  ["Conservar el mío", "Buenas tardes"],
  ["Usar el otro", "Hola Ricardo"],
])(
  "shows both drafts if another window changed it, and keeps the chosen one (%s)",
  async (choice, expectedText) => {
    const { api, readDraft } = await mountOpened();
    api.conversations.setDraft(id, api.account.id, { text: "Hola Ricardo", revision: 3, kind: "answer" });
    await field.fill("Buenas tardes");
    const question = article.getByRole("alert").filter({ hasText: "también cambió en otra ventana" });
    await expect.element(question).toBeVisible();
    await expect.element(question.getByText("Hola Ricardo")).toBeVisible();
    await expect.element(field).toHaveValue("Buenas tardes");
    expect(readDraft()).toMatchObject({ text: "Hola Ricardo" });
    expect(await listViolations()).toEqual([]);
    await question.getByRole("button", { name: choice }).click();
    await expect.element(field).toHaveValue(expectedText);
    await expect.element(question).not.toBeInTheDocument();
    await expect.poll(readDraft).toMatchObject({ text: expectedText });
  },
);

test("does not bring a draft back that another window has sent", async () => {
  const { api, readDraft, link } = await mountOpened();
  await field.fill("Hola");
  await expect.poll(readDraft).toMatchObject({ text: "Hola" });
  await expect.element(article.getByText(/^borrador guardado \d/)).toBeVisible();
  await link("Rosa").click();
  await expect.element(page.getByRole("article", { name: "Rosa" })).toBeVisible();
  api.conversations.clearDraft(id, api.account.id, "Hola");
  await link(name).click();
  await expect.element(page.getByRole("article", { name })).toBeVisible();
  await expect.element(field).toHaveValue("");
  expect(readDraft()).toMatchObject({ text: "" });
});

test("holds an answer if a colleague was faster, shows the newer entry, and sends with one key", async () => {
  const { api, press, readTexts } = await mountOpened();
  await field.fill("El plan cuesta …");
  api.addEntry(name, { kind: "answer", author: luis, text: "Ya le contesté yo", delivery: "sent" });
  await press("Control+Enter");
  const question = article.getByRole("alert").filter({ hasText: "hay algo nuevo en la conversación" });
  await expect.element(question.getByText(/Luis: Ya le contesté yo/)).toBeVisible();
  await expect.element(field).toHaveValue("El plan cuesta …");
  expect(readTexts()).toEqual(["Ya le contesté yo"]);
  await expect.element(question.getByRole("button", { name: "Enviar de todos modos" })).toHaveFocus();
  await press("Enter");
  await expect.poll(readTexts).toEqual(["Ya le contesté yo", "El plan cuesta …"]);
  await expect.element(question).not.toBeInTheDocument();
});

test("discards a held answer, and gives it back with undo", async () => {
  const { api, press, readTexts } = await mountOpened();
  await field.fill("El plan cuesta …");
  api.addEntry(name, { text: "Ya no lo necesito" });
  await press("Control+Enter");
  await article.getByRole("button", { name: "Descartar" }).click();
  await expect.element(field).toHaveValue("");
  expect(readTexts()).toEqual(["Ya no lo necesito"]);
  await press("Escape");
  await press("z");
  await expect.element(field).toHaveValue("El plan cuesta …");
});

test("names a colleague who is writing", async () => {
  const api = createFakeApi({ submissions });
  api.conversations.setWriters(id, [{ ...luis, saved_at: new Date(Date.now() - 20_000).toISOString() }]);
  await mountOpened(api);
  await expect.element(thread.getByText(/Luis.* escribe aquí · hace (19|20|21) s/)).toBeVisible();
});

test("keeps answers and notes without a network, also over a reload, and sends each once and in order", async () => {
  const { press, setOnline, reload, readTexts } = await mountOpened();
  setOnline(false);
  for (const text of ["Primera", "Segunda"]) {
    await field.fill(text);
    await press("Control+Enter");
  }
  await article.getByRole("button", { name: /^Nota/ }).click();
  await field.fill("Tercera");
  await press("Control+Enter");
  await expect.element(waitingEntry()).toHaveLength(3);
  expect(readTexts()).toEqual([]);
  await reload();
  expect(readTexts()).toEqual([]);
  setOnline(true);
  await expect.poll(readTexts).toEqual(["Primera", "Segunda", "Tercera"]);
  await expect.element(entries()).toHaveLength(4);
  await expect.element(waitingEntry()).toHaveLength(0);
});

test("sends an answer after a reload that the network interrupted, and never twice", async () => {
  const { api, press, reload, readTexts } = await mountOpened();
  const loss = api.dropAnswer(/POST .*\/answers/);
  await field.fill("Una sola vez");
  await press("Control+Enter");
  await expect.element(waitingEntry()).toBeVisible();
  expect(readTexts()).toEqual(["Una sola vez"]);
  loss.end();
  await reload();
  await expect.element(waitingEntry()).toHaveLength(0);
  await expect.poll(() => api.countCalls("/answers")).toBe(2);
  expect(readTexts()).toEqual(["Una sola vez"]);
});

test("keeps the choice of a note that the user made before the draft was loaded", async () => {
  const api = createFakeApi({ submissions });
  const heldDraft = api.holdAnswer(/GET .*\/draft/);
  const { press, readTexts } = await mountOpened(api);
  await press("n");
  heldDraft.release();
  await new Promise((resolve) => setTimeout(resolve));
  await field.fill("solo para el equipo");
  await press("Control+Enter");
  await expect.poll(readTexts).toEqual(["solo para el equipo"]);
  expect(api.conversations.list(id)[0]?.kind).toBe("note");
});

test("asks before a sign-out that would delete an answer that only this browser has", async () => {
  const { press, setOnline, readTexts } = await mountOpened();
  setOnline(false);
  await field.fill("Sin conexión");
  await press("Control+Enter");
  await expect.element(waitingEntry()).toBeVisible();
  const question = page.getByRole("alertdialog", { name: "Tienes textos que aún no salieron" });
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await question.getByRole("button", { name: "Seguir aquí" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(waitingEntry()).toBeVisible();
  setOnline(true);
  await expect.poll(readTexts).toEqual(["Sin conexión"]);
});

test("never stores a note twice whose answer was lost", async () => {
  const { api, press, reload, readTexts } = await mountOpened();
  const loss = api.dropAnswer(/POST .*\/notes/);
  await press("n");
  await field.fill("bodega");
  await press("Control+Enter");
  await expect.element(waitingEntry()).toBeVisible();
  loss.end();
  await reload();
  await expect.element(waitingEntry()).toHaveLength(0);
  expect(readTexts()).toEqual(["bodega"]);
});
