import { type Browser, expect, type Page } from "@playwright/test";
import { ownAddress } from "./people.ts";

/** Returns what is between header and footer. */
export const main = (page: Page) => page.getByRole("main");
/** Returns a button there by its whole name. */
export const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** Opens a page in a second browser, which shares nothing with the first. */
export async function anotherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    locale: "es-CR",
    extraHTTPHeaders: ownAddress(),
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
