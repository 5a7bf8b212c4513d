import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi } from "../../support/fake-api.ts";
import { longAddress, longWord, toLongEmail } from "../../support/long-words.ts";
import { expectEverythingFits } from "../../support/looks.ts";
import { mountSignIn } from "../../support/mount.tsx";

const email = toLongEmail("ana");
const password = "tres tucanes y un mango";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const title = page.getByRole("heading", { level: 1 });

async function fillAll(text: string) {
  const fields = document.querySelectorAll<HTMLInputElement>("main input:not([hidden])");
  for (const field of fields) await page.elementLocator(field).fill(text);
}

test("the forms about an account keep their width when long words are pasted into them", async () => {
  await mountSignIn();
  for (const [view, next] of [
    ["Iniciar sesión", "¿No tienes cuenta? Crea una"],
    ["Crear cuenta", "¿Ya tienes cuenta? Inicia sesión"],
    ["Iniciar sesión", "¿Olvidaste tu contraseña?"],
  ] as const) {
    await expect.element(title).toHaveTextContent(view);
    await fillAll(longAddress);
    await expectEverythingFits();
    await button(next).click();
  }
  await expect.element(title).toHaveTextContent("Recuperar el acceso");
  await fillAll(longWord);
  await expectEverythingFits();
});

test("an address of 254 characters breaks where the mail to it is announced", async () => {
  expect(email).toHaveLength(254);
  await mountSignIn();
  await button("¿No tienes cuenta? Crea una").click();
  await page.getByLabelText(/^Correo electrónico/).fill(email);
  await page.getByLabelText(/^Contraseña/).fill(password);
  await page.getByLabelText(/^Confirmar contraseña/).fill(password);
  await button("Crear cuenta").click();
  await expect.element(page.getByText(new RegExp(`Enviamos un enlace y un código a ${email}`))).toBeVisible();
  await expectEverythingFits();
});

test("an address of 254 characters breaks in the account", async () => {
  const api = createFakeApi({ role: "user", email, password });
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  await expect.element(page.getByText(email, { exact: true })).toBeVisible();
  await button("Cambiar correo").click();
  await page.getByLabelText(/^Correo nuevo/).fill(toLongEmail("luis"));
  await expectEverythingFits();
});
