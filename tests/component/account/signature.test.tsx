import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi } from "../../support/fake-api.ts";
import { mountSignIn } from "../../support/mount.tsx";

const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const save = () => page.getByRole("button", { name: /^Guardar firma/ });

async function openAccount(role: "admin" | "user" = "admin") {
  const api = createFakeApi({ role });
  const mounted = await mountSignIn({ address: "/auth#cuenta", isSignedIn: true, api });
  await expect.element(page.getByRole("button", { name: "Cambiar contraseña" })).toBeVisible();
  return { ...mounted, api };
}

test("stores the name and the title of an administrator, without line breaks and blanks around them", async () => {
  const { api, reload } = await openAccount();
  await field("Tu nombre").fill("  Ana Solís ");
  await field("Tu puesto (opcional)").fill("Soporte\u0007 técnico");
  await save().click();
  await expect.element(page.getByText("Tu firma está guardada")).toBeVisible();
  expect(api.account.metadata).toEqual({ name: "Ana Solís", title: "Soporte técnico" });
  await reload();
  await expect.element(field("Tu nombre")).toHaveValue("Ana Solís");
  await field("Tu puesto (opcional)").fill("");
  await save().click();
  await expect.poll(() => api.account.metadata).toEqual({ name: "Ana Solís" });
});

test("rejects a name of more than 100 characters, and keeps it", async () => {
  const { api } = await openAccount();
  const name = "a".repeat(101);
  await field("Tu nombre").fill(name);
  await save().click();
  await expect.element(page.getByText("Puede tener como máximo 100 caracteres.")).toBeVisible();
  await expect.element(field("Tu nombre")).toHaveValue(name);
  expect(api.account.metadata).toEqual({});
});

test("asks no user without the inbox for a signature", async () => {
  await openAccount("user");
  expect(page.getByText("Firma de tus respuestas").elements()).toEqual([]);
});
