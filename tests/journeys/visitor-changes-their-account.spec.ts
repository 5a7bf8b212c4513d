import { expect, test } from "../support/journey.ts";
import { codeOf, linkOf, mailTo } from "../support/mailbox.ts";
import {
  anotherBrowser,
  button,
  main,
  newAccount,
  newPerson,
  openAccount,
  ownAddress,
  signIn,
  spendLink,
} from "../support/people.ts";

// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(ownAddress()) });

test.describe("calls that the API rejects", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("a user with two browsers sees both sessions and ends the other, which is signed out at its next call", async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await newAccount(page);
    const other = await anotherBrowser(browser, baseURL);
    await other.goto("/auth");
    await signIn(other, person);
    await expect(other).toHaveURL("/");
    await openAccount(other);

    await openAccount(page);
    const sessions = page.getByRole("region", { name: "Tus sesiones" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: "Esta sesión" })).toHaveCount(1);
    await expect(sessions.first()).toContainText(/Chrome en Linux/);
    await sessions.getByRole("button", { name: /Cerrar la sesión de Chrome/ }).click();
    await expect(page.getByText("Sesión cerrada", { exact: true })).toBeVisible();
    await expect(sessions).toHaveCount(1);

    await other.getByRole("button", { name: "Cambiar correo" }).click();
    await other.getByLabel("Correo nuevo").fill("otra@example.com");
    await other.getByLabel("Contraseña actual").fill(person.password);
    await button(other, "Enviar los enlaces").click();
    await expect(other.getByText("Tu sesión terminó. Inicia sesión de nuevo.")).toBeVisible();
    await expect(button(other, "Iniciar sesión")).toBeVisible();
    await other.context().close();
  });

  test("the current password changes the password, and a mail reports it", async ({ page }) => {
    const person = await newAccount(page);
    await openAccount(page);
    await button(page, "Cambiar contraseña").click();
    const current = page.getByLabel(/^Contraseña actual/);
    await expect(current).toBeFocused();
    await current.fill("no es esta");
    const password = "siete perezosos en el yigüirro";
    await page.getByLabel(/^Contraseña nueva/).fill(password);
    await page.getByLabel(/^Confirmar contraseña/).fill(password);
    await button(page, "Guardar contraseña").click();
    await expect(current).toHaveAccessibleDescription("La contraseña actual no es correcta.");
    await current.fill(person.password);
    await button(page, "Guardar contraseña").click();
    await expect(page.getByText("Contraseña cambiada", { exact: true })).toBeVisible();
    await expect(button(page, "Cambiar contraseña")).toBeFocused();
    await mailTo(person.email, /Cambió tu contraseña/);
  });
});

test.describe("a wrong current password", () => {
  test.use({ expectedErrors: /400 \(Bad Request\).*\/api\/auth\/user/ });

  test("does not change the address; the right one does once both addresses confirm, by link and by code, and every browser shows the pending change", async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await newAccount(page);
    const next = newPerson().email;
    await openAccount(page);
    await button(page, "Cambiar correo").click();
    await page.getByLabel("Correo nuevo").fill(next);
    await page.getByLabel("Contraseña actual").fill("no es esta");
    await button(page, "Enviar los enlaces").click();
    await expect(page.getByLabel("Contraseña actual")).toHaveAccessibleDescription(/no es correcta/);
    await page.getByLabel("Contraseña actual").fill(person.password);
    await button(page, "Enviar los enlaces").click();
    await expect(page.getByText("Correos enviados", { exact: true })).toBeVisible();
    await expect(main(page)).toContainText(`Cambio pendiente a ${next}`);

    const code = codeOf(await mailTo(person.email, /Cambiamos el correo/));
    const other = await anotherBrowser(browser, baseURL);
    await other.goto("/auth");
    await signIn(other, person);
    await expect(other).toHaveURL("/");
    await openAccount(other);
    await expect(main(other)).toContainText(`Cambio pendiente a ${next}`);
    await other.context().close();
    await page.getByLabel("Código que llegó a").selectOption(person.email);
    await page.getByLabel("Código de 6 dígitos").fill(code);
    await button(page, "Continuar").click();
    await expect(page.getByText(`Confirmado desde ${person.email}`, { exact: true })).toBeVisible();
    await expect(main(page)).toContainText(`Tu dirección es ${person.email}.`);

    await spendLink(page, linkOf(await mailTo(next, /Confirma tu nuevo correo/)), "Confirmar el cambio");
    await expect(page.getByText("Correo cambiado", { exact: true })).toBeVisible();
    await expect(main(page)).toContainText(`Tu dirección es ${next}.`);
  });
});
