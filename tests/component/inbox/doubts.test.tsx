import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, listNumberedSubmissions, type NewSubmission } from "../../support/fake-api.ts";
import { inEveryLook, listViolations, resetLook } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

afterEach(resetLook);

/** Returns three submissions of one sender: a doubtful one, one with a note, and one in the spam folder. */
const listDoubtful = (): NewSubmission[] => {
  const fields: NewSubmission[] = [
    { doubts: [{ code: "hurried", count: 2 }, { code: "turnstile_missing" }] },
    { doubts: [{ code: "turnstile_missing" }] },
    { doubts: [{ code: "without_script" }, { code: "trap" }, { code: "links", count: 3 }], spam: true },
  ];
  return listNumberedSubmissions(3).map((submission, index) => ({ ...submission, ...fields[index] }));
};

const article = (name: string) => page.getByRole("article", { name });
const badge = (text: string) => page.getByRole("listitem").getByText(text, { exact: true });

test("marks a doubtful message in the list, and gives the reasons in its place, in every look", async () => {
  const { link, row } = await mountInbox({
    language: "en",
    address: "/en/inbox",
    submissions: listDoubtful(),
  });
  await expect.element(row("Persona 1").getByText("Review", { exact: true })).toBeVisible();
  await expect.element(badge("Review")).toHaveLength(1);
  await link("Persona 1").click();
  const reasons = /^Worth a look: sent 2\ss after the form was opened · sent without/;
  await expect.element(article("Persona 1").getByText(reasons)).toBeVisible();
  await inEveryLook(async (look, isFirst) => expect(await listViolations(!isFirst), look).toEqual([]));
  await link("Persona 2").click();
  const note = article("Persona 2").getByText("Note: sent without Cloudflare’s check");
  await expect.element(note).toBeVisible();
});

const question = page.getByRole("alertdialog");

/** Chooses an entry of the menu of the opened message. */
async function chooseAction(name: string): Promise<void> {
  await page
    .getByRole("article")
    .getByRole("button", { name: /^(Más acciones|More actions)$/ })
    .click();
  await page.getByRole("article").getByRole("button", { name, exact: true }).click();
}

test("blocks a sender after a question, whose refusal changes nothing, and the message says so", async () => {
  const { api, link, rows, toasts, press } = await mountInbox({ submissions: listDoubtful() });
  await link("Persona 1").click();
  await expect.element(page.getByRole("heading", { level: 2, name: "Persona 1" })).toHaveFocus();
  await chooseAction("Bloquear remitente");
  await expect.element(question).toHaveAccessibleName("¿Bloquear a prueba@example.com?");
  await expect.element(question).toMatchTextContent("Puedes desbloquearla en su mensaje o en tu cuenta");
  ((await question.getByRole("button", { name: "Cancelar" }).findElement()) as HTMLElement).focus();
  await press("Enter");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(rows()).toHaveLength(2);
  expect(api.countCalls("/block")).toBe(0);
  await chooseAction("Bloquear remitente");
  ((await question.getByRole("button", { name: "Bloquear remitente" }).findElement()) as HTMLElement).focus();
  await press("Enter");
  await expect.element(toasts.getByText("Remitente bloqueado", { exact: true })).toBeVisible();
  await expect.element(toasts.getByText(/^2 mensajes pasaron a spam/)).toBeVisible();
  await expect.element(rows()).toHaveLength(0);
  await expect.element(article("Persona 1").getByText(/^Remitente bloqueado/)).toBeVisible();
  expect(api.submissions.map(({ spam }) => spam)).toEqual([true, true, true]);
});

test("undoes a block and returns the moved messages", async () => {
  const { api, link, rows, toasts, press } = await mountInbox({ submissions: listDoubtful() });
  await link("Persona 1").click();
  await chooseAction("Bloquear remitente");
  await question.getByRole("button", { name: "Bloquear remitente" }).click();
  await expect.element(rows()).toHaveLength(0);
  await expect.element(toasts.getByRole("button", { name: "Deshacer" })).toBeVisible();
  await press("z");
  await expect.element(toasts.getByText("Remitente desbloqueado", { exact: true })).toBeVisible();
  await expect.element(toasts.getByText("2 mensajes volvieron al buzón.", { exact: true })).toBeVisible();
  await expect.element(rows()).toHaveLength(2);
  await expect.element(article("Persona 1").getByText(/Remitente bloqueado/)).not.toBeInTheDocument();
  expect(api.submissions.map(({ spam }) => spam)).toEqual([false, false, true]);
});

test("marks every message of a blocked sender, and unblocks the sender from the menu", async () => {
  const api = createFakeApi({ submissions: listDoubtful() });
  const ids = api.submissions.map(({ id }) => id);
  const { link, toasts } = await mountInbox({
    language: "en",
    address: `/en/inbox?filter=spam&m=${ids[2]}`,
    api,
  });
  await chooseAction("Block sender");
  await question.getByRole("button", { name: "Block sender" }).click();
  const note = page.getByRole("article").getByText(/^Sender blocked/);
  await expect.element(note).toBeVisible();
  // Messages that the block moved here are newer than the list.
  await page.getByRole("button", { name: "2 new", exact: true }).click();
  await link("Persona 2").click();
  await expect.element(article("Persona 2")).toBeVisible();
  await expect.element(note).toBeVisible();
  await inEveryLook(async (look, isFirst) => expect(await listViolations(!isFirst), look).toEqual([]));
  await chooseAction("Unblock sender");
  await expect.element(toasts.getByText("Sender unblocked", { exact: true })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  expect(api.submissions.every(({ spam }) => spam)).toBe(true);
});

test("says why a message is in the spam folder, and keeps the signals of one that is no spam", async () => {
  const { link, row, rows, toasts } = await mountInbox({
    address: "/buzon?filter=spam",
    submissions: listDoubtful(),
  });
  const reasons =
    "llenó un campo que las personas no ven · 3 enlaces · enviado desde un navegador sin JavaScript";
  await expect.element(row("Persona 3").getByText(reasons)).toBeVisible();
  await link("Persona 3").click();
  const message = article("Persona 3");
  await expect.element(message.getByText(`Está en spam por: ${reasons}`)).toBeVisible();
  await message.getByRole("button", { name: "No es spam" }).click();
  await expect.element(toasts.getByText("Marcado como no spam", { exact: true })).toBeVisible();
  const consequence = "Los próximos mensajes de este remitente llegarán al buzón.";
  await expect.element(toasts.getByText(consequence, { exact: true })).toBeVisible();
  // A message that an administrator has looked at is no longer doubtful.
  await expect.element(message.getByText(`Señales de spam: ${reasons}`)).toBeVisible();
  await page.getByRole("radio", { name: /^Todos/ }).click();
  await expect.element(rows()).toHaveLength(3);
  await expect.element(row("Persona 3").getByText("Nuevo", { exact: true })).toBeVisible();
  await expect.element(row("Persona 3").getByText("Revisar", { exact: true })).toHaveLength(0);
});

test("reports that the edge does not block a sender, and changes nothing", async () => {
  const { api, link, rows } = await mountInbox({ submissions: listDoubtful() });
  api.fail(/\/block$/, { code: "database_unavailable" });
  await link("Persona 1").click();
  await chooseAction("Bloquear remitente");
  await question.getByRole("button", { name: "Bloquear remitente" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "No se pudo bloquear al remitente" });
  await expect.element(alert.getByText(/La base de datos no responde/)).toBeVisible();
  await expect.element(rows()).toHaveLength(2);
});
