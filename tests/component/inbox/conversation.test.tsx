import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, type NewSubmission } from "../../support/fake-api.ts";
import { listViolations } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

const id = "3f2a91bc-0000-4000-8000-000000000001";
const name = "Ricardo Salas";
const submission: NewSubmission = { id, name, email: "ricardo@cliente.example", message: "14 computadoras" };
const luis = { id: "00000000-0000-4000-8000-000000000009", name: "Luis" };

const field = page.getByRole("article").getByRole("textbox");
const thread = page.getByRole("region", { name: /^(Conversación|Conversation)$/ });
const entries = () => thread.getByRole("list").first().getByRole("listitem");

/** Mounts the inbox with the message opened, and waits for its conversation. */
async function mountOpened(language: "es" | "en" = "es", api = createFakeApi({ submissions: [submission] })) {
  const address = `${language === "es" ? "/buzon" : "/en/inbox"}?m=${id}`;
  const inbox = await mountInbox({ api, language, address });
  await expect.element(page.getByText("14 computadoras").last()).toBeVisible();
  await expect.poll(() => api.countCalls(`/${id}/draft`)).toBeGreaterThan(0);
  return inbox;
}

const readAnswers = (api: ReturnType<typeof createFakeApi>) =>
  api.conversations.list(id).filter(({ kind }) => kind === "answer");

test("shows the customer's words, answers with their delivery in words, notes, and events as small lines", async () => {
  const api = createFakeApi({ submissions: [submission] });
  const author = luis;
  for (const delivery of ["sent", "delivered", "bounced", "complained", "failed"] as const)
    api.addEntry(name, { kind: "answer", author, text: `Respuesta ${delivery}`, delivery });
  api.addEntry(name, { kind: "note", author, text: "ya hablé con bodega" });
  api.addEntry(name, { kind: "event", author, event: "closed" });
  api.addEntry(name, { text: "Gracias,\n¿cuánto cuesta?" });
  await mountOpened("es", api);
  await expect.element(entries()).toHaveLength(9);
  const entryTexts = entries()
    .elements()
    .map((entry) => entry.textContent);
  expect(entryTexts[0]).toBe("14 computadoras");
  expect(entryTexts[1]).toMatch(/^Luis.*enviada.*Respuesta sent$/);
  expect(entryTexts[3]).toMatch(/no llegó: esa dirección no recibe correos/);
  expect(entryTexts[6]).toMatch(/^LuisNota: solo la ve tu equipo.*ya hablé con bodega$/);
  expect(entryTexts[7]).toMatch(/^\u2068?Luis\u2069? cerró la conversación · \d/);
  expect(entryTexts[8]).toMatch(/^Ricardo Salas.*Gracias,\n¿cuánto cuesta\?$/);
  expect(await listViolations()).toEqual([]);
});

test("folds the text of an automatic mail under its event, without links", async () => {
  const api = createFakeApi({ submissions: [submission] });
  const text = "Vuelvo el 5.\nEscriba a Ana: https://ana.example";
  api.addEntry(name, { kind: "event", event: "automatic_reply", text, from: "ana@cliente.example" });
  await mountOpened("es", api);
  const mailText = thread.getByText(/^Vuelvo el 5/);
  await expect.element(mailText).not.toBeVisible();
  await thread.getByText(/^Llegó una respuesta automática/).click();
  await expect.element(mailText).toBeVisible();
  expect(entries().elements().at(-1)?.textContent).toContain(`ana@cliente.example${text}`);
  expect(entries().last().getByRole("link").elements()).toEqual([]);
  expect(await listViolations()).toEqual([]);
});

test.each([
  ["es", /^Las respuestas por correo llegan a .?hola@guaria.example.?, no aquí\.$/, "Nota"],
  ["en", /^Replies by email go to .?hola@guaria.example.?, not here\.$/, "Note"],
] as const)(
  "says where replies by email go if they do not come back here (%s)",
  async (language, sentence, note) => {
    const api = createFakeApi({ submissions: [submission] });
    api.conversations.repliesTo = "hola@guaria.example";
    await mountOpened(language, api);
    await expect.element(page.getByText(sentence)).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await page.getByRole("button", { name: new RegExp(`^${note}`) }).click();
    await expect.element(page.getByText(sentence)).not.toBeInTheDocument();
  },
);

test("says nothing about replies by email that come back into the conversation", async () => {
  await mountOpened();
  expect(page.getByText(/por correo/).elements()).toEqual([]);
});

test("makes web addresses in every text links that open in a new tab", async () => {
  const api = createFakeApi({
    submissions: [{ ...submission, message: "14 computadoras\nhttps://a.example." }],
  });
  api.addEntry(name, { text: "Es como (https://b.example/x?y=1)." });
  api.addEntry(name, { kind: "note", author: luis, text: "javascript:alert(1)" });
  await mountOpened("es", api);
  await expect.element(entries()).toHaveLength(3);
  const links = thread.getByRole("list").first().getByRole("link");
  const addresses = links.elements().map((link) => [link.getAttribute("href"), link.getAttribute("rel")]);
  expect(addresses).toEqual([
    ["https://a.example", "noopener noreferrer nofollow"],
    ["https://b.example/x?y=1", "noopener noreferrer nofollow"],
  ]);
});

test("withdraws the link of an answer after a question, and says when it was withdrawn before", async () => {
  const api = createFakeApi({ submissions: [submission] });
  for (const delivery of ["sent", "waiting"] as const)
    api.addEntry(name, { kind: "answer", author: luis, text: `Respuesta ${delivery}`, delivery });
  await mountOpened("es", api);
  await expect.element(entries()).toHaveLength(3);
  const withdraw = thread.getByRole("button", { name: "Retirar el enlace de esta respuesta" });
  const dialog = page.getByRole("alertdialog");
  await withdraw.click();
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect.element(withdraw).toHaveFocus();
  expect(api.countCalls("/revoke")).toBe(0);
  await withdraw.click();
  await dialog.getByRole("button", { name: "Retirar el enlace" }).click();
  await expect.element(page.getByText("El enlace ya no abre la conversación")).toBeVisible();
  await expect.element(thread.getByText(/retiró el enlace de una respuesta/)).toBeVisible();
  await withdraw.click();
  await dialog.getByRole("button", { name: "Retirar el enlace" }).click();
  await expect.element(page.getByText("Ese enlace ya estaba retirado")).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test("shows and announces what the customer writes while the conversation is open", async () => {
  const { api, lookNow } = await mountOpened();
  api.addEntry(name, { text: "¿Y con garantía?" });
  lookNow();
  await expect.element(entries().filter({ hasText: "¿Y con garantía?" })).toBeVisible();
  await expect
    .element(page.getByRole("status").filter({ hasText: /Ricardo Salas.* escribió: .*garantía/ }))
    .toBeInTheDocument();
});

test("says why the conversation cannot be loaded, keeps the message, and loads it when asked", async () => {
  const api = createFakeApi({ submissions: [submission] });
  api.addEntry(name, { kind: "note", author: luis, text: "ya hablé con bodega" });
  const outage = api.fail(/GET .*\/entries/);
  await mountOpened("es", api);
  await expect.element(thread.getByText(/No pudimos cargar lo que sigue\./)).toBeVisible();
  outage.end();
  await thread.getByRole("button", { name: "Reintentar" }).click();
  // Shorter than the interval at which the inbox reads it again.
  await expect.element(thread.getByText("ya hablé con bodega"), { timeout: 5_000 }).toBeVisible();
});

test("sends an answer with R, the text and Ctrl+Enter", async () => {
  const { api, press } = await mountOpened();
  await press("r");
  await expect.element(field).toHaveFocus();
  await field.fill("Hola Ricardo:\nel plan …");
  await press("Control+Enter");
  await expect.element(entries().filter({ hasText: "sale en unos segundos" })).toBeVisible();
  expect(readAnswers(api)).toMatchObject([{ text: "Hola Ricardo:\nel plan …" }]);
  await expect.element(field).toHaveValue("");
  await expect.element(field).toHaveFocus();
});

test("sends and closes with Ctrl+Shift+Enter, and keeps a note with N", async () => {
  const { api, press } = await mountOpened("en");
  await press("n");
  await field.fill("called the store");
  await press("Control+Enter");
  await expect.element(entries().filter({ hasText: "Note: only your team sees it" })).toBeVisible();
  await press("Escape");
  await press("r");
  await field.fill("Done");
  await press("Control+Shift+Enter");
  await expect.poll(() => api.submissions[0]?.state).toBe("closed");
  expect(api.conversations.list(id).map(({ kind }) => kind)).toEqual(["note", "answer"]);
});

test("leaves the field with Escape and keeps the text", async () => {
  const { press } = await mountOpened();
  await press("r");
  await field.fill("Hola");
  await press("Escape");
  await expect.element(page.getByRole("heading", { level: 2, name })).toHaveFocus();
  await expect.element(field).toHaveValue("Hola");
});

test("counts the characters beyond 10,000, sends nothing and keeps the text", async () => {
  const { api, press } = await mountOpened();
  await field.fill("a".repeat(10_005));
  await expect.element(page.getByText(/^Sobran 5 caracteres: caben 10.000/)).toBeVisible();
  await press("Control+Enter");
  expect(api.countCalls("answers")).toBe(0);
  await expect.element(field).toHaveValue("a".repeat(10_005));
});

test.each([
  ["block", "este remitente está bloqueado"],
  ["spam", "el mensaje está en spam"],
  ["delete", "Quizá otra persona lo eliminó"],
])(
  "says at the composer why the edge rejected an answer, and keeps the text (%s)",
  async (reason, entryTexts) => {
    const { api, press } = await mountOpened();
    await field.fill("Hola Ricardo");
    if (reason === "block") api.fail(/answers/, { status: 409, code: "recipient_blocked" });
    if (reason === "spam") api.fail(/answers/, { status: 409, code: "recipient_is_spam" });
    if (reason === "delete") api.fail(/answers/, { status: 404, code: "not_found" });
    await press("Control+Enter");
    await expect.element(page.getByRole("status").filter({ hasText: entryTexts })).toBeVisible();
    await expect.element(field).toHaveValue("Hola Ricardo");
  },
);

test("takes an answer back with Z and with the toast, and puts the text into the composer", async () => {
  const { api, press, toasts } = await mountOpened();
  await field.fill("Hola");
  await press("Control+Enter");
  await expect.element(toasts.getByText("Respuesta lista: sale en 10 segundos")).toBeVisible();
  await press("Escape");
  await press("z");
  await expect.element(field).toHaveValue("Hola");
  await expect.poll(() => readAnswers(api)).toEqual([]);
  await field.click();
  await press("Control+Enter");
  await toasts.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(field).toHaveValue("Hola");
  await expect.poll(() => readAnswers(api)).toEqual([]);
});

test("offers the undo at the answer after a reload, and says when it has already left", async () => {
  const { api, press, reload, toasts } = await mountOpened();
  await field.fill("Hola");
  await press("Control+Enter");
  await expect.poll(() => readAnswers(api)).toHaveLength(1);
  await reload();
  const undo = entries().getByRole("button", { name: "Deshacer" });
  await expect.element(undo).toBeVisible();
  api.conversations.change(id, readAnswers(api)[0]?.id ?? "", { delivery: "sent" });
  await undo.click();
  await expect.element(toasts.getByText("La respuesta ya salió.")).toBeVisible();
  await expect.element(entries().filter({ hasText: "enviada" })).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});
