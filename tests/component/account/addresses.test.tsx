import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Language, path } from "#cms/content/site.ts";
import type { FakeApi } from "../../support/fake-api.ts";
import { mountSignIn } from "../../support/mount.tsx";

const formTexts = {
  es: {
    address: "/auth",
    email: /^Correo electrónico/,
    password: /^Contraseña/,
    confirmation: /^Confirmar contraseña/,
    signUp: "¿No tienes cuenta? Crea una",
    create: "Crear cuenta",
    incomplete: /^Escribe un correo completo/,
    proposal: "¿Quisiste decir ana@gmail.com?",
    take: "Usar esa dirección",
  },
  en: {
    address: "/en/auth",
    email: /^Email/,
    password: /^Password/,
    confirmation: /^Confirm password/,
    signUp: "No account yet? Create one",
    create: "Create account",
    incomplete: /^Enter a complete email/,
    proposal: "Did you mean ana@gmail.com?",
    take: "Use that address",
  },
} as const;

const button = (name: string) => page.getByRole("button", { name, exact: true });

async function openSignUp(language: Language) {
  const text = formTexts[language];
  const mounted = await mountSignIn({ language, address: text.address });
  await button(text.signUp).click();
  const email = page.getByLabelText(text.email);
  const create = async (address: string) => {
    await email.fill(address);
    for (const label of [text.password, text.confirmation]) {
      await page.getByLabelText(label).fill("tres tucanes y un mango");
    }
    await button(text.create).click();
  };
  return { ...mounted, text, email, create };
}

/** Waits for the account and for the next view, which the tab stores and would otherwise show in the next test. */
async function expectCreated(api: FakeApi, address: string): Promise<void> {
  await expect.poll(() => api.accounts.findAccount(address)).toBeDefined();
  await expect
    .element(page.getByRole("heading", { name: /^(Revisa tu correo|Check your email)$/ }))
    .toBeVisible();
}

test.each(["es", "en"] as const)(
  "sign-up rejects ana@gmail,com beside its field in the page's language, and offers a correction (%s)",
  async (language) => {
    const { api, text, email, create } = await openSignUp(language);
    await create("ana@gmail,com");
    await expect.element(email).toHaveFocus();
    await expect.element(email).toHaveAccessibleDescription(text.incomplete);
    await expect.element(page.getByText(text.proposal, { exact: true })).toBeVisible();
    expect(api.countCalls("POST /api/auth/signup")).toBe(0);
    await button(text.take).click();
    await expect.element(email).toHaveValue("ana@gmail.com");
    await expect.element(email).toHaveFocus();
    await expect.element(page.getByText(text.proposal, { exact: true })).not.toBeInTheDocument();
    await button(text.create).click();
    await expectCreated(api, "ana@gmail.com");
    // The address tells the service the language of the mail.
    const home = new URL(path("home", language), location.origin).href;
    expect(api.countCalls(`POST /api/auth/signup?redirect_to=${encodeURIComponent(home)}`)).toBe(1);
  },
);

test("accepts an address that looks misspelled when the visitor keeps it", async () => {
  const { api, text, email, create } = await openSignUp("es");
  await email.fill("ana@gmial.com");
  await expect.element(page.getByText(text.proposal, { exact: true })).toBeVisible();
  await create("ana@gmial.com");
  await expectCreated(api, "ana@gmial.com");
});

test("extracts the address from a pasted name and address", async () => {
  const { api, create } = await openSignUp("es");
  await create("Ana Pérez <ana@cliente.example>");
  await expectCreated(api, "ana@cliente.example");
});

test("recovery rejects an address without a dot beside its field", async () => {
  const { api } = await mountSignIn();
  await button("¿Olvidaste tu contraseña?").click();
  const email = page.getByLabelText(formTexts.es.email);
  await email.fill("ana@correo");
  await button("Enviar el enlace").click();
  await expect.element(email).toHaveAccessibleDescription(formTexts.es.incomplete);
  expect(api.countCalls("POST /api/auth/recover")).toBe(0);
});

test("a change of address rejects an address without a dot beside its field", async () => {
  const { api } = await mountSignIn({ address: "/auth#cuenta", isSignedIn: true });
  await button("Cambiar correo").click();
  const email = page.getByLabelText(/^Correo nuevo/);
  await email.fill("ana@correo");
  await page.getByLabelText(/^Contraseña actual/).fill("tres tucanes y un mango");
  await page.getByRole("button", { name: "Enviar los enlaces" }).click();
  await expect.element(email).toHaveAccessibleDescription(formTexts.es.incomplete);
  expect(api.countCalls("PUT /api/auth/user")).toBe(0);
});
