import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, fakeAdministrator } from "../../support/fake-api.ts";
import { mountSignIn } from "../../support/mount.tsx";

const sessions = page.getByRole("region", { name: "Tus sesiones" }).getByRole("listitem");

test("another session of the account ends, or all others at once, and those of other accounts stay", async () => {
  const api = createFakeApi();
  const otherAccount = api.accounts.addAccount({ email: "luis@example.com", password: "otra frase larga" });
  const foreignSession = api.accounts.startSession(otherAccount, "password");
  api.accounts.startSession(api.account, "password", "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0");
  api.accounts.startSession(api.account, "password");
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const ownSession = api.accounts.getSessions().at(-1);
  await expect.element(sessions).toHaveLength(3);
  await page
    .getByRole("button", { name: "Cerrar la sesión de Chrome en Linux", exact: true })
    .first()
    .click();
  await expect.element(page.getByText("Sesión cerrada", { exact: true })).toBeVisible();
  await expect.element(sessions).toHaveLength(2);
  await page.getByRole("button", { name: "Cerrar las demás sesiones" }).click();
  await expect.element(page.getByText("Las demás sesiones se cerraron", { exact: true })).toBeVisible();
  await expect.element(sessions).toHaveLength(1);
  await expect.element(sessions).toMatchTextContent(/Esta sesión/);
  expect(api.accounts.getSessions().map(({ id }) => id)).toEqual([foreignSession.id, ownSession?.id]);
});

test("a new password needs the current one, is refused beside its field without it, and ends the other sessions", async () => {
  const api = createFakeApi();
  api.accounts.startSession(api.account, "password");
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const openForm = page.getByRole("button", { name: "Cambiar contraseña" });
  const current = page.getByLabelText(/^Contraseña actual/);
  const save = page.getByRole("button", { name: "Guardar contraseña" });
  const newPassword = "siete perezosos en el yigüirro";
  await openForm.click();
  await expect.element(current).toHaveFocus();
  await current.fill("no es esta");
  await page.getByLabelText(/^Contraseña nueva/).fill(newPassword);
  await page.getByLabelText(/^Confirmar contraseña/).fill(newPassword);
  await save.click();
  await expect.element(current).toHaveAccessibleDescription("La contraseña actual no es correcta.");
  expect(api.account.password).toBe(fakeAdministrator.password);
  await current.fill(fakeAdministrator.password);
  await save.click();
  await expect.element(page.getByText("Contraseña cambiada", { exact: true })).toBeVisible();
  await expect.element(openForm).toHaveFocus();
  expect(api.account.password).toBe(newPassword);
  expect(api.accounts.getSessions()).toHaveLength(1);
});

test("a session that ended elsewhere leads to the sign-in at its next call", async () => {
  const { api } = await mountSignIn({ address: "/auth#cuenta", isSignedIn: true });
  await page.getByRole("button", { name: "Cambiar correo" }).click();
  await page.getByLabelText(/^Correo nuevo/).fill("otra@example.com");
  await page.getByLabelText(/^Contraseña actual/).fill(fakeAdministrator.password);
  api.accounts.endSessions(() => true);
  await page.getByRole("button", { name: "Enviar los enlaces" }).click();
  await expect.element(page.getByText("Tu sesión terminó. Inicia sesión de nuevo.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Iniciar sesión", exact: true })).toBeVisible();
});

test("the last administrator cannot delete the account, and reads why", async () => {
  const { api, reload } = await mountSignIn({ address: "/auth#cuenta", isSignedIn: true });
  await page.getByRole("button", { name: "Eliminar cuenta", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabelText(/^Contraseña actual/).fill(fakeAdministrator.password);
  await dialog.getByRole("button", { name: "Eliminar para siempre" }).click();
  const reason = dialog.getByRole("alert").getByText(/^Eres la única persona que administra el sitio\./);
  await expect.element(reason).toBeVisible();
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  expect(api.accounts.getAccounts()).toHaveLength(1);
  await reload();
  await expect.element(page.getByText(fakeAdministrator.email, { exact: true })).toBeVisible();
});
