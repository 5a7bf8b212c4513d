import type { Page } from "@playwright/test";
import { inEveryLook, listPageViolations } from "../support/accessibility.ts";
import { createAdministrator, createMark, enterInbox, getRow, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";
import { waitForMail } from "../support/mailbox.ts";
import { openOtherBrowser } from "../support/people.ts";

test("prints an opened message alone, in the light theme", async ({ page }) => {
  const mark = createMark();
  await seedMessages(mark, 1);
  await enterInbox(page, `/buzon?q=${mark}`);
  await getRow(page, "Persona 1").getByRole("link").click();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("button", { name: "Responder", exact: true })).toBeHidden();
  const getColorScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await getColorScheme()).toBe("light");
});

/** Opens the inbox with one message to answer. */
async function openMessage(page: Page, email?: string) {
  const mark = createMark();
  await seedMessages(mark, 1, email);
  await enterInbox(page, `/buzon?q=${mark}`);
  await getRow(page, "Persona 1").getByRole("link").click();
  await expect(getField(page)).toBeVisible();
  return { mark, customer: email ?? `${mark}@example.com` };
}

const getField = (page: Page) => page.getByRole("article").getByRole("textbox");
const getEntries = (page: Page) => page.getByRole("region", { name: "Conversación" }).getByRole("listitem");

/** Writes an answer with the keyboard alone, and sends it. */
async function answer(page: Page, text: string) {
  await page.keyboard.press("r");
  await page.keyboard.type(text);
  await page.keyboard.press("Control+Enter");
}

/**
 * Opens the link of an answer's mail as the customer, and writes back. Checks the accessibility of the page, and of the
 * page for browsers without JavaScript.
 */
async function writeBack(page: Page, mailText: string, text: string) {
  const [link = "", token = ""] = /\/conversacion#([\w-]+)/.exec(mailText) ?? [];
  await page.goto(link);
  const field = page.getByRole("textbox", { name: "Tu respuesta" });
  await expect(field).toBeVisible();
  const expectAccessible = (look: string, isFirst: boolean) =>
    listPageViolations(page, "html", !isFirst).then((violations) => expect(violations, look).toEqual([]));
  await inEveryLook(page, expectAccessible);
  await field.fill(text);
  await page.getByRole("button", { name: /^Enviar/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Recibimos tu mensaje." })).toBeVisible();

  const plainPage = await page.request.post("/api/conversation", { form: { token, language: "es" } });
  // The policy of the page before would reject the document.
  await page.goto("about:blank");
  await page.setContent(await plainPage.text());
  await expect(page.getByText(text)).toBeVisible();
  await inEveryLook(page, expectAccessible);
}

test("an administrator answers with R, the text and Ctrl+Enter, the customer writes back, and is answered again", async ({
  page,
  browser,
  baseURL,
}) => {
  const { customer } = await openMessage(page);
  const entries = getEntries(page);
  await answer(page, "Hola: el plan profesional cubre todo.");
  await expect(entries.filter({ hasText: "sale en unos segundos" })).toBeVisible();

  const mail = await waitForMail(customer, /^Re: /);
  expect(mail.text).toContain("Hola: el plan profesional cubre todo.");
  const other = await openOtherBrowser(browser, baseURL);
  await writeBack(other, mail.text, "Gracias, ¿y cuánto cuesta?");
  await other.context().close();
  await expect(entries.filter({ hasText: "Gracias, ¿y cuánto cuesta?" })).toBeVisible();

  await page.keyboard.type("Desde 90 000 colones al mes.");
  await page.keyboard.press("Control+Enter");
  await expect(entries.filter({ hasText: "sale en unos segundos" })).toBeVisible();
  const secondMail = await waitForMail(customer, /^Re: /, mail);
  expect(secondMail.text).toContain("Desde 90 000 colones al mes.");
});

test("two administrators answer at once: the second sees the first answer, and sends anyway", async ({
  page,
  browser,
  baseURL,
}) => {
  const { mark } = await openMessage(page);
  const other = await openOtherBrowser(browser, baseURL);
  await enterInbox(other, `/buzon?q=${mark}`, await createAdministrator());
  await getRow(other, "Persona 1").getByRole("link").click();
  await expect(getField(other)).toBeVisible();
  await other.keyboard.press("r");
  await other.keyboard.type("La segunda respuesta.");

  await answer(page, "La primera respuesta.");
  await expect(getEntries(page).filter({ hasText: "La primera respuesta." })).toBeVisible();
  await other.keyboard.press("Control+Enter");
  const hold = other.getByRole("alert").filter({ hasText: "hay algo nuevo en la conversación" });
  await expect(hold).toContainText("La primera respuesta.");
  await expect(getField(other)).toHaveValue("La segunda respuesta.");
  await expect(hold.getByRole("button", { name: "Enviar de todos modos" })).toBeFocused();
  await other.keyboard.press("Enter");
  await expect(getEntries(other).filter({ hasText: "La segunda respuesta." })).toBeVisible();
  await expect(getEntries(page).filter({ hasText: "La segunda respuesta." })).toBeVisible();
  await other.context().close();
});

test("an administrator takes an answer back with Z, and its text returns, also after a reload", async ({
  page,
}) => {
  await openMessage(page);
  await answer(page, "Demasiado pronto");
  const entry = getEntries(page).filter({ hasText: "Demasiado pronto" });
  await expect(entry).toContainText("sale en unos segundos");
  await page.getByRole("article").getByRole("heading", { level: 2 }).focus();
  await page.keyboard.press("z");
  await expect(entry).toBeHidden();
  await expect(getField(page)).toHaveValue("Demasiado pronto");
  await expect(page.getByText(/^borrador guardado \d/)).toBeVisible();
  await page.reload();
  await expect(getField(page)).toHaveValue("Demasiado pronto");
  await expect(entry).toBeHidden();
});

test.describe("without a network", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test("an answer waits in the browser, and reaches the customer once the network returns", async ({
    page,
  }) => {
    const { customer } = await openMessage(page);
    await page.context().setOffline(true);
    await answer(page, "Escrita en el ascensor.");
    await expect(getEntries(page).filter({ hasText: "Escrita en el ascensor." })).toContainText(
      "espera la conexión",
    );
    await page.context().setOffline(false);
    const mail = await waitForMail(customer, /^Re: /);
    expect(mail.text).toContain("Escrita en el ascensor.");
  });
});

test("an answer that bounces reopens the conversation, and says so", async ({ page }) => {
  await openMessage(page, `bounced+${createMark()}@resend.dev`);
  await answer(page, "Esta no llega.");
  const entry = getEntries(page).filter({ hasText: "Esta no llega." });
  await expect(entry).toContainText("no llegó: esa dirección no recibe correos", { timeout: 60_000 });
  await expect(getEntries(page).filter({ hasText: "la conversación se reabrió" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Estado: Sin responder" })).toBeVisible();
});
