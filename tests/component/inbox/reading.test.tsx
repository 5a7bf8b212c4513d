import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { leaveFlash } from "#web/ui/flash.ts";
import { createFakeApi, listNumberedSubmissions } from "../../support/fake-api.ts";
import { mountInbox } from "../../support/mount.tsx";

test("a list that cannot be loaded says so, and loads when the administrator tries again", async () => {
  const api = createFakeApi({ submissions: listNumberedSubmissions(1) });
  const outage = api.dropRequest("GET /api/submissions?");
  const { row } = await mountInbox({ api });
  const failure = page.getByRole("alert").getByText("No se pudieron cargar los mensajes", { exact: true });
  const retry = page.getByRole("main").getByRole("button", { name: "Reintentar" });
  await expect.element(failure).toBeVisible();
  outage.end();
  await retry.click();
  await expect.element(row("Persona 1")).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
  await expect.element(failure).not.toBeInTheDocument();
});

test("removes the inbox link from a toast of the previous page once the inbox is open", async () => {
  leaveFlash({ title: "Sesión iniciada", action: { label: "Abrir el buzón", href: "/buzon" } });
  const { toasts } = await mountInbox({ count: 1 });
  await expect.element(toasts.getByText("Sesión iniciada", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Abrir el buzón" })).not.toBeInTheDocument();
});
