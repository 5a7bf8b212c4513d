import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeAdministrator } from "../../support/fake-api.ts";
import { mountSignIn } from "../../support/mount.tsx";

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
