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
