import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, listNumberedSubmissions, returnedMails } from "../../support/fake-api.ts";
import { inEveryLook, listViolations, resetLook } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

afterEach(resetLook);

const alerts = page.getByRole("status", { name: "Avisos sobre el correo" });

const createFailingApi = () => {
  const api = createFakeApi({ submissions: listNumberedSubmissions(1) });
  api.setMailAlerts([returnedMails]);
  return api;
};

test("says that mails to the company come back, without a violation in any look", async () => {
  await mountInbox({ api: createFailingApi() });
  await expect.element(alerts).toMatchTextContent("no llegan a buzon@guaria.example");
  await expect.element(alerts).toMatchTextContent(/Desde el .*2026/);
  // A screen reader announces a new alert without the others.
  await expect.element(alerts).toHaveAttribute("aria-atomic", "false");
  await inEveryLook(async (look, isFirst) => expect(await listViolations(!isFirst), look).toEqual([]));
});

test("removes an alert that was seen, and keeps the focus in its place", async () => {
  const { rows, reload } = await mountInbox({ api: createFailingApi() });
  await alerts.getByRole("button", { name: "Ya lo vi" }).click();
  await expect.element(alerts).toBeEmptyDOMElement();
  await expect.element(alerts).toHaveFocus();
  await reload();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(alerts).toBeEmptyDOMElement();
});

test("shows an alert again, with the reason, when the edge does not remove it", async () => {
  const api = createFailingApi();
  api.fail("DELETE /api/mail-alerts");
  await mountInbox({ api });
  await alerts.getByRole("button", { name: "Ya lo vi" }).click();
  await expect.element(page.getByRole("alert").getByText("No se pudo quitar el aviso")).toBeVisible();
  await expect.element(alerts).toMatchTextContent("no llegan a buzon@guaria.example");
});
