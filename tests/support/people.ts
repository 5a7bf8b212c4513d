import { type Browser, expect, type Page } from "@playwright/test";
import { readLink, waitForMail } from "./mailbox.ts";

export type AccountCredentials = { email: string; password: string };

/**
 * Returns the header of a new client address, as Cloudflare sets it.
 * Attempts are counted by address, and all journeys share one machine.
 */
export function createAddressHeader(): Record<string, string> {
  const [first, second] = crypto.getRandomValues(new Uint8Array(2));
  return { "CF-Connecting-IP": `198.18.${first}.${second}` };
}

/** Returns credentials that no other journey uses, without an account. */
export function createCredentials(): AccountCredentials {
  const mark = crypto.randomUUID().slice(0, 8);
  return { email: `ana.${mark}@example.com`, password: `tres tucanes ${mark} y un mango` };
}

/** Fills in and sends the form that creates an account, in Spanish. */
export async function signUp(page: Page, { email, password }: AccountCredentials): Promise<void> {
  await page.goto("/auth");
  await page.getByRole("button", { name: "¿No tienes cuenta? Crea una" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Crear cuenta" })).toBeVisible();
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel(/^Contraseña/).fill(password);
  await page.getByLabel(/^Confirmar contraseña/).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Crear cuenta", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Revisa tu correo" })).toBeVisible();
}

/** Opens the link of a mail, and presses its button. */
export async function spendLink(page: Page, link: string, button: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("main").getByRole("button", { name: button }).click();
}

/** Creates a confirmed account that is signed in on this page. */
export async function createAccount(page: Page): Promise<AccountCredentials> {
  const person = createCredentials();
  await signUp(page, person);
  await spendLink(page, readLink(await waitForMail(person.email, /Confirma/)), "Confirmar mi cuenta");
  await expect(page).toHaveURL("/");
  return person;
}

/** Fills in and sends the form that signs in, in Spanish. */
export async function signIn(page: Page, { email, password }: AccountCredentials): Promise<void> {
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel(/^Contraseña/).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Iniciar sesión", exact: true }).click();
}

/** Makes the stored access token expired, so that the next use of the session refreshes it. */
export async function ageSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("vitrina.session") ?? "{}");
    localStorage.setItem(
      "vitrina.session",
      JSON.stringify({ ...session, expires_at: Math.round(Date.now() / 1000) - 60 }),
    );
  });
}

/** Returns the main content of a page. */
export const main = (page: Page) => page.getByRole("main");
/** Returns a button of the main content by its whole name. */
export const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** Opens a page in a second browser, which shares nothing with the first. */
export async function openOtherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    locale: "es-CR",
    extraHTTPHeaders: createAddressHeader(),
    ...(baseURL && { baseURL }),
  });
  return context.newPage();
}

/** Opens the account of the signed-in user. */
export async function openAccount(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.goto("/auth#cuenta");
  await expect(page.getByRole("heading", { name: "Tu cuenta", level: 1 })).toBeVisible();
}
