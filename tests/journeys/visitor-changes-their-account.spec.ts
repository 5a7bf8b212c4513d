import { expect, test } from "../support/journey.ts";
import { readCode, readLink, waitForMail } from "../support/mailbox.ts";
import {
  button,
  createAccount,
  createAddressHeader,
  createCredentials,
  main,
  openAccount,
  openOtherBrowser,
  signIn,
  spendLink,
} from "../support/people.ts";

// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(createAddressHeader()) });

test.describe("calls that the API rejects", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("a user with two browsers sees both sessions and ends the other, which is signed out at its next call", async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await createAccount(page);
    const otherPage = await openOtherBrowser(browser, baseURL);
    await otherPage.goto("/auth");
    await signIn(otherPage, person);
    await expect(otherPage).toHaveURL("/");
    await openAccount(otherPage);

    await openAccount(page);
    const sessions = page.getByRole("region", { name: "Tus sesiones" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: "Esta sesión" })).toHaveCount(1);
    await expect(sessions.first()).toContainText(/Chrome en Linux/);
    await sessions.getByRole("button", { name: /Cerrar la sesión de Chrome/ }).click();
    await expect(page.getByText("Sesión cerrada", { exact: true })).toBeVisible();
    await expect(sessions).toHaveCount(1);

    await otherPage.getByRole("button", { name: "Cambiar correo" }).click();
    await otherPage.getByLabel("Correo nuevo").fill("otra@example.com");
    await otherPage.getByLabel("Contraseña actual").fill(person.password);
    await button(otherPage, "Enviar los enlaces").click();
    await expect(otherPage.getByText("Tu sesión terminó. Inicia sesión de nuevo.")).toBeVisible();
    await expect(button(otherPage, "Iniciar sesión")).toBeVisible();
    await otherPage.context().close();
  });
});

test.describe("a wrong current password", () => {
  test.use({ expectedErrors: /400 \(Bad Request\).*\/api\/auth\/user/ });

  test("does not change the address; the right one does once both addresses confirm, by link and by code, and every browser shows the pending change", async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await createAccount(page);
    const newEmail = createCredentials().email;
    await openAccount(page);
    await button(page, "Cambiar correo").click();
    await page.getByLabel("Correo nuevo").fill(newEmail);
    await page.getByLabel("Contraseña actual").fill("no es esta");
    await button(page, "Enviar los enlaces").click();
    await expect(page.getByLabel("Contraseña actual")).toHaveAccessibleDescription(/no es correcta/);
    await page.getByLabel("Contraseña actual").fill(person.password);
    await button(page, "Enviar los enlaces").click();
    await expect(page.getByText("Correos enviados", { exact: true })).toBeVisible();
    await expect(main(page)).toContainText(`Cambio pendiente a ${newEmail}`);

    const code = readCode(await waitForMail(person.email, /Cambiamos el correo/));
    const otherPage = await openOtherBrowser(browser, baseURL);
    await otherPage.goto("/auth");
    await signIn(otherPage, person);
    await expect(otherPage).toHaveURL("/");
    await openAccount(otherPage);
    await expect(main(otherPage)).toContainText(`Cambio pendiente a ${newEmail}`);
    await otherPage.context().close();
    await page.getByLabel("Código que llegó a").selectOption(person.email);
    await page.getByLabel("Código de 6 dígitos").fill(code);
    await button(page, "Continuar").click();
    await expect(page.getByText(`Confirmado desde ${person.email}`, { exact: true })).toBeVisible();
    await expect(main(page)).toContainText(`Tu dirección es ${person.email}.`);

    await spendLink(
      page,
      readLink(await waitForMail(newEmail, /Confirma tu nuevo correo/)),
      "Confirmar el cambio",
    );
    await expect(page.getByText("Correo cambiado", { exact: true })).toBeVisible();
    await expect(main(page)).toContainText(`Tu dirección es ${newEmail}.`);
  });
});
