import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { toReference } from "#functions/contract/reference.ts";
import { createFakeApi } from "../../support/fake-api.ts";
import { mountOwnMessage } from "../../support/mount.tsx";

const sentFields = {
  name: "Ana Mora",
  email: "ana@cliente.example",
  phone: "2222-2222",
  company: "Pérez",
  message: "Quiero 4 cámaras.",
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function openOwnMessage() {
  const api = createFakeApi();
  const { id } = api.addSubmission({ ...sentFields, created_at: "2026-11-20T12:00:00.000Z" });
  await mountOwnMessage({ address: `/mi-mensaje#token=${api.createLinkToken(id)}`, api });
  return { api, reference: toReference(id) };
}

test("shows the reference, the date and the retention, and nothing that the sender wrote", async () => {
  const { reference } = await openOwnMessage();
  await expect.element(title("Hasta cuándo guardamos tu mensaje")).toHaveFocus();
  await expect.element(page.getByText(reference, { exact: true })).toBeVisible();
  await expect.element(page.getByText("19 de noviembre de 2028", { exact: true })).toBeVisible();
  expect(page.getByRole("definition").elements()).toHaveLength(3);
  for (const value of Object.values(sentFields)) expect(document.body.innerText).not.toContain(value);
});

test("erases the message after a question", async () => {
  const { api } = await openOwnMessage();
  await button("Borrar mi mensaje").click();
  await button("Borrar para siempre").click();
  await expect.element(title("Tu mensaje está borrado")).toHaveFocus();
  expect(api.submissions).toEqual([]);
  expect(document.body.innerText).not.toContain(sentFields.email);
});

test("shows and erases the message of the newest link, when an earlier answer arrives late", async () => {
  const api = createFakeApi();
  const firstMessage = api.addSubmission({ ...sentFields, created_at: "2026-11-20T12:00:00.000Z" });
  const secondMessage = api.addSubmission({ ...sentFields, created_at: "2026-11-21T12:00:00.000Z" });
  const firstAnswer = api.holdAnswer("POST /api/contact/own", { times: 1 });
  await mountOwnMessage({
    address: `/en/my-message#token=${api.createLinkToken(firstMessage.id)}`,
    language: "en",
    api,
  });
  await expect.poll(() => api.countCalls("POST /api/contact/own")).toBe(1);
  location.hash = `#token=${api.createLinkToken(secondMessage.id)}`;
  await expect.element(page.getByText(toReference(secondMessage.id), { exact: true })).toBeVisible();
  firstAnswer.release();
  await button("Delete my message").click();
  expect(document.body.innerText).toContain(toReference(secondMessage.id));
  await button("Delete for good").click();
  await expect.element(title("Your message has been deleted")).toHaveFocus();
  expect(api.submissions.map(({ id }) => id)).toEqual([firstMessage.id]);
});
