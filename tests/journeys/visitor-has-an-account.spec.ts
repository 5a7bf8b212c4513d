import { expect, test } from "../support/journey.ts";
import { readLink, waitForMail } from "../support/mailbox.ts";
import {
  button,
  createAccount,
  createAddressHeader,
  createCredentials,
  main,
  openAccount,
  openOtherBrowser,
  signIn,
  signUp,
  spendLink,
} from "../support/people.ts";

// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(createAddressHeader()) });

test("a visitor creates an account, opens the mail's link, confirms, is signed in and stays so", async ({
  page,
}) => {
  const person = createCredentials();
  await signUp(page, person);
  await expect(page.getByText("Cuenta creada", { exact: true })).toBeVisible();
  await expect(page.getByText("Revisa tu email para confirmar tu cuenta.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Revisa tu correo" })).toBeFocused();

  const link = readLink(await waitForMail(person.email, /Confirma/));
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Confirma tu cuenta" })).toBeVisible();
  // The address does not show the token, and reloading loses nothing.
  await expect(page).toHaveURL("/auth");
  await page.reload();
  await button(page, "Confirmar mi cuenta").click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Cuenta confirmada", { exact: true })).toBeVisible();

  await openAccount(page);
  await expect(main(page).getByText(person.email, { exact: true })).toBeVisible();
  await page.reload();
  await expect(main(page).getByText(person.email, { exact: true })).toBeVisible();
  await page.goto("/auth");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Mi cuenta" })).toBeVisible();
  await page.getByRole("link", { name: "Tu cuenta" }).click();
  await expect(page.getByRole("heading", { name: "Tu cuenta", level: 1 })).toBeVisible();
});

test.describe("calls that the API rejects", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("a forgotten password is replaced in another browser, other sessions end, and a mail reports it", async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await createAccount(page);
    const otherPage = await openOtherBrowser(browser, baseURL);
    await otherPage.goto("/auth");
    await button(otherPage, "¿Olvidaste tu contraseña?").click();
    await expect(otherPage.getByRole("heading", { name: "Recuperar el acceso" })).toBeFocused();
    await otherPage.getByLabel("Correo electrónico").fill(person.email);
    await button(otherPage, "Enviar el enlace").click();
    await expect(otherPage.getByRole("heading", { name: "Revisa tu correo" })).toBeVisible();
    const link = readLink(await waitForMail(person.email, /contraseña/));
    await spendLink(otherPage, link, "Crear una contraseña nueva");
    await expect(otherPage.getByRole("heading", { name: "Crea una contraseña nueva" })).toBeVisible();
    await otherPage.reload();
    const password = "cuatro colibríes sobre el muro";
    await otherPage.getByLabel(/^Contraseña nueva/).fill(password);
    await otherPage.getByLabel(/^Confirmar contraseña/).fill(password);
    await button(otherPage, "Guardar contraseña").click();
    await expect(otherPage).toHaveURL("/");
    await expect(otherPage.getByText("Contraseña guardada", { exact: true })).toBeVisible();
    await waitForMail(person.email, /Cambió tu contraseña/);

    await page.goto("/auth#cuenta");
    await expect(page.getByText("Tu sesión terminó. Inicia sesión de nuevo.")).toBeVisible();
    await signIn(page, { email: person.email, password });
    await expect(main(page).getByText(person.email, { exact: true })).toBeVisible();
    await otherPage.context().close();
  });

  test("the password deletes the account, and signing in fails afterwards", async ({ page }) => {
    const person = await createAccount(page);
    await openAccount(page);
    await button(page, "Eliminar cuenta").click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(person.email);
    await dialog.getByLabel(/^Contraseña actual/).fill(person.password);
    await dialog.getByRole("button", { name: "Eliminar para siempre" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Cuenta eliminada", { exact: true })).toBeVisible();
    await waitForMail(person.email, /Eliminamos tu cuenta/);
    await page.goto("/auth");
    await signIn(page, person);
    await expect(main(page).getByRole("alert")).toContainText("no son correctos");
  });
});
