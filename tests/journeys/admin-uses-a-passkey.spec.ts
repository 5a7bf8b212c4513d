import { createAdministrator } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";
import { signIn } from "../support/people.ts";
import { authenticatorOptions } from "../support/virtual-authenticator.ts";

// The first attempt has no password, and asks for it.
test.use({ expectedErrors: /400 \(Bad Request\).*\/passkeys\/registration\/options/ });

test("an administrator adds a passkey, signs in with it and removes it", async ({ page, administrator }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", { options: authenticatorOptions });
  const main = page.getByRole("main");
  await test.step("the inbox asks for a passkey", async () => {
    await page.goto("/buzon");
    await signIn(page, { email: await createAdministrator(), password: administrator.password });
    await main.getByRole("link", { name: "Agregar llave de acceso" }).click();
  });

  await test.step("the passkey is added with the current password", async () => {
    await main.getByRole("button", { name: "Agregar llave de acceso" }).click();
    const question = page.getByRole("alertdialog", { name: "Confirma que eres tú" });
    await question.getByLabel(/^Contraseña actual/).fill(administrator.password);
    await question.getByRole("button", { name: "Confirmar" }).click();
    await expect(page.getByText("Llave de acceso agregada")).toBeVisible();
    await main.getByRole("button", { name: "Cerrar sesión", exact: true }).click();
    await expect(page).toHaveURL("/");
  });

  await test.step("the address field offers the passkey, which signs in", async () => {
    await page.goto("/auth?next=/buzon");
    await expect(page).toHaveURL("/buzon");
    await expect(page.getByText("Sesión iniciada")).toBeVisible();
  });

  await test.step("the passkey is removed", async () => {
    await page.goto("/auth#cuenta");
    await main.getByRole("button", { name: /^Quitar Chrome · / }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Quitar" }).click();
    await expect(main.getByRole("button", { name: /^Quitar Chrome · / })).toHaveCount(0);
  });
});
