import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, type NewSubmission } from "../../support/fake-api.ts";
import { listViolations } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

const id = "3f2a91bc-0000-4000-8000-000000000001";
const otherId = "3f2a91bc-0000-4000-8000-000000000002";
const email = "ricardo@cliente.example";
const partner = "socia@otra.example";
const submissions: NewSubmission[] = [
  { id, name: "Ricardo Salas", email, message: "14 computadoras", minutesAgo: 1 },
  { id: otherId, name: "Ricardo Salas", email, message: "Otra consulta", minutesAgo: 2 },
];

const thread = page.getByRole("region", { name: /^(Conversación|Conversation)$/ });
const toastUndo = page.getByRole("button", { name: /^(Deshacer|Undo)$/ });
const moveMenu = thread.getByRole("button", { name: /^(Mover este texto|Move this text)$/ });

/** Mounts the inbox with a conversation that has a note and a mail of somebody else. */
async function mountOpened(language: "es" | "en" = "es") {
  const api = createFakeApi({ submissions });
  const note = api.conversations.add(id, { kind: "note", text: "llamar a bodega" });
  const mail = api.conversations.add(id, { text: "Soy su socia", sender: "other", from: partner });
  const address = `${language === "es" ? "/buzon" : "/en/inbox"}?m=${id}`;
  const inbox = await mountInbox({ api, language, address });
  await expect.element(thread.getByText("Soy su socia")).toBeVisible();
  const listTexts = (conversationId = id) =>
    api.conversations.list(conversationId).map(({ text, event }) => event ?? text);
  return { ...inbox, api, note, mail, listTexts };
}

test("admits the sender of a mail of somebody else, and takes it back with Z", async () => {
  const { api, press } = await mountOpened();
  await thread.getByRole("button", { name: "Es de esta conversación" }).click();
  await expect.element(page.getByText("Ahora es de esta conversación")).toBeVisible();
  await expect.element(thread.getByText("remitente sin comprobar")).toBeVisible();
  expect(api.submissions[0]).toMatchObject({ state: "unanswered", read: false });
  await expect.element(page.getByRole("heading", { level: 2 }).first()).toHaveFocus();
  await press("z");
  await expect.poll(() => api.conversations.list(id).at(-1)?.sender).toBe("other");
  await expect.element(page.getByText("Deshecho: todo está como antes")).toBeVisible();
  await expect.element(thread.getByRole("button", { name: "Es de esta conversación" })).toBeVisible();
});

test("makes a mail of somebody else its own conversation, and takes it back with the toast", async () => {
  const { api, listTexts } = await mountOpened("en");
  await thread.getByRole("button", { name: "Own conversation" }).click();
  await expect.element(page.getByText("It is now a conversation of its own")).toBeVisible();
  expect(api.submissions.map((submission) => submission.email)).toContain(partner);
  await expect.element(thread.getByText("Soy su socia")).not.toBeInTheDocument();
  await toastUndo.click();
  await expect.poll(() => api.submissions).toHaveLength(2);
  expect(listTexts()).toEqual(["llamar a bodega", "Soy su socia"]);
  await expect.element(thread.getByText("Soy su socia")).toBeVisible();
});

test("moves a note with the keyboard to another conversation of the sender, which records it", async () => {
  const { listTexts, press } = await mountOpened();
  ((await moveMenu.first().findElement()) as HTMLElement).focus();
  await press("Enter");
  await expect.element(page.getByRole("button", { name: "Conversación aparte" }).first()).toBeVisible();
  await press("Tab");
  await press("Tab");
  await press("Enter");
  await expect.poll(() => listTexts(otherId)).toEqual(["llamar a bodega", "moved"]);
  await expect.element(page.getByText("El texto está ahora en la otra conversación")).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test("joins another message of the sender to the opened one, and takes it back", async () => {
  const { api, press, listTexts } = await mountOpened();
  await page.getByRole("button", { name: "Unir aquí: Otra consulta" }).click();
  await expect.element(thread.getByText("Otra consulta")).toBeVisible();
  await expect.element(thread.getByText(/unió otra conversación a esta/)).toBeVisible();
  expect(api.submissions.map((submission) => submission.id)).toEqual([id]);
  await press("z");
  await expect.poll(() => listTexts()).toEqual(["llamar a bodega", "Soy su socia"]);
  await expect.element(page.getByRole("button", { name: "Unir aquí: Otra consulta" })).toBeVisible();
});

test("says in words why nothing was moved, joined or undone, and keeps every text", async () => {
  const { api, listTexts, press } = await mountOpened();
  api.fail(/POST .*\/admit/, { code: "database_unavailable" });
  await thread.getByRole("button", { name: "Es de esta conversación" }).click();
  await expect.element(page.getByText("No se movió nada")).toBeVisible();
  api.fail(/POST .*\/join/, { status: 409, code: "recipient_is_spam" });
  await page.getByRole("button", { name: "Unir aquí: Otra consulta" }).click();
  await expect.element(page.getByText("Uno de los mensajes está en spam.")).toBeVisible();
  expect(listTexts()).toEqual(["llamar a bodega", "Soy su socia"]);
  await thread.getByRole("button", { name: "Conversación aparte" }).click();
  await expect.poll(() => api.submissions).toHaveLength(3);
  const ownId = api.submissions.find(({ email: address }) => address === partner)?.id ?? "";
  api.conversations.add(ownId, { text: "Y algo más" });
  await press("z");
  await expect.element(page.getByText("No se pudo deshacer")).toBeVisible();
  await expect.element(page.getByText("La conversación cambió después. No se perdió nada.")).toBeVisible();
  expect(listTexts(ownId)).toEqual(["moved", "Y algo más"]);
});

test("says without a network that moving needs one, and changes nothing", async () => {
  const { api, setOnline } = await mountOpened();
  setOnline(false);
  await thread.getByRole("button", { name: "Es de esta conversación" }).click();
  await expect.element(page.getByText("Para mover o unir textos hace falta conexión")).toBeVisible();
  expect(api.countCalls("/admit")).toBe(0);
});
