import type { Locator, Page } from "@playwright/test";
import { trapField } from "#functions/contract/doubt.ts";
import { listPageViolations } from "../support/accessibility.ts";
import { listMessages } from "../support/inbox.ts";
import { createSender, expect, nightly, test } from "../support/journey.ts";
import { createAddressHeader } from "../support/people.ts";

// Every test has its own network address, because many messages from one network count as a flood.
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(createAddressHeader()) });

const texts = {
  es: {
    path: "/contacto",
    name: "Nombre",
    email: "Correo electrónico",
    message: "Mensaje",
    company: "Empresa",
    submit: "Enviar mensaje",
    sent: "Mensaje enviado",
    panel: "#enviado",
    received: "Recibimos tu mensaje",
    another: "Enviar otro mensaje",
    thanks: "Gracias por contactarnos. Te responderemos pronto.",
  },
  en: {
    path: "/en/contact",
    name: "Name",
    email: "Email",
    message: "Message",
    company: "Company",
    submit: "Send message",
    sent: "Message sent",
    panel: "#sent",
    received: "We got your message",
    another: "Send another message",
    thanks: "Thank you for contacting us. We’ll reply soon.",
  },
} as const;
type FormTexts = (typeof texts)[keyof typeof texts];

const getFields = (page: Page, { name, email, message, company, submit }: FormTexts) => ({
  name: page.getByLabel(name),
  email: page.getByLabel(email),
  company: page.getByLabel(company),
  message: page.getByLabel(message),
  submit: page.getByRole("button", { name: submit }),
});

/** Returns the panel that replaces the form. */
const getPanel = (page: Page, { panel }: FormTexts) => page.locator(panel);

/** Returns the first text of the chat that a panel links to. */
const readChatText = (panel: Locator) =>
  panel
    .locator('a[href^="https://wa.me/"]')
    .evaluate((link: HTMLAnchorElement) => new URL(link.href).searchParams.get("text"));

const localPart = (email: string) => email.replace(/@.*/, "");

/** Lists the notices about one sender. */
async function listNotices(email: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${process.env.MAILBOX}/messages`);
  const messages = (await answer.json()) as { subject: string; text: string }[];
  return messages.filter(({ text }) => text.includes(email));
}

type Settings = { email: string; whatsapp: string; whatsappDisplay: string };

/** Returns the company's contacts from the facts that every page has. */
async function readSettings(page: Page): Promise<Settings> {
  const file = await page.locator("html").getAttribute("data-copy");
  // The request does not use the browser, whose network may be off.
  const answer = await fetch(new URL(`/${file}`, page.url()));
  return ((await answer.json()) as { settings: Settings }).settings;
}

/** Expects that the shown alert links to the company's mail address and WhatsApp. */
async function expectContactLinks(page: Page): Promise<void> {
  const { email, whatsapp, whatsappDisplay } = await readSettings(page);
  const links = page.getByRole("alert").getByRole("link");
  await expect(links).toHaveCount(2);
  await expect(links.nth(0)).toHaveText(email);
  await expect(links.nth(0)).toHaveAttribute("href", `mailto:${email}`);
  await expect(links.nth(1)).toContainText(`WhatsApp ${whatsappDisplay}`);
  const chat = `https://wa.me/${whatsapp.replace("+", "")}?text=`;
  expect((await links.nth(1).getAttribute("href"))?.slice(0, chat.length)).toBe(chat);
}

for (const [language, text] of Object.entries(texts)) {
  test.describe(language, language === "es" ? {} : nightly, () => {
    test("without JavaScript a failure leads to the company's mail and WhatsApp", async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      for (const cause of ["unavailable", "form"] as const) {
        await page.goto("about:blank");
        await page.goto(`${process.env.SITE}${text.path}#error-${cause}`);
        await expectContactLinks(page);
      }
      await context.close();
    });

    test("a sent message is confirmed, the form is empty again, and the company gets one notice", async ({
      page,
    }) => {
      const sender = createSender();
      await page.goto(text.path);
      const form = getFields(page, text);
      await form.name.fill(sender.name);
      await form.email.fill(sender.email);
      await form.message.fill("Necesitamos soporte para 25 equipos.");
      await form.submit.click();
      await expect(page.getByText(text.sent, { exact: true })).toBeVisible();
      await expect(page.getByText(text.thanks)).toBeVisible();
      await expect(form.name).toHaveValue("");
      await expect(form.message).toHaveValue("");
      // The panel stays. It shows the sender's text and has the focus.
      const panel = getPanel(page, text);
      await expect(panel.getByRole("heading", { name: text.received })).toBeFocused();
      await expect(form.submit).toBeHidden();
      await expect(panel).toContainText("Necesitamos soporte para 25 equipos.");
      await expect(panel).toContainText(sender.email);
      const [reference = ""] = /[\dA-F]{4}-[\dA-F]{4}/.exec((await panel.textContent()) ?? "") ?? [];
      expect(await readChatText(panel)).toContain(`Ref. ${reference}`);
      expect(await listPageViolations(page, "main")).toEqual([]);
      await page.reload();
      await expect(panel.getByRole("heading", { name: text.sent })).toBeVisible();
      await expect(panel).toContainText(reference);
      await expect(form.submit).toBeHidden();
      await page.getByRole("link", { name: text.another }).click();
      await expect(form.submit).toBeVisible();
      await expect.poll(async () => (await listNotices(sender.email)).length).toBe(1);
      const [{ spam, doubts } = { spam: true, doubts: [] }] = await listMessages(localPart(sender.email));
      expect(spam).toBe(false);
      // The test fills in the form faster than a person.
      expect(doubts.filter(({ code }) => code !== "hurried")).toEqual([]);
    });

    test("a message with a link and a filled trap field is confirmed and becomes spam", async ({ page }) => {
      await page.goto(text.path);
      const form = getFields(page, text);
      const sender = createSender();
      await form.name.fill(sender.name);
      await form.email.fill(sender.email);
      await expect(page.locator("form[novalidate]")).toBeVisible();
      await form.message.fill("https://a.example");
      await page.locator(`[name=${trapField}]`).evaluate((field: HTMLInputElement) => {
        field.value = "https://a.example";
      });
      await form.submit.click();
      await expect(page).toHaveURL(/#(enviado|sent)$/);
      await expect(page.getByText(text.thanks)).toBeVisible();
      expect(await listMessages(localPart(sender.email))).toMatchObject([
        { spam: true, doubts: [{ code: "links", count: 1 }, { code: "trap" }, { code: "without_script" }] },
      ]);
      expect(await listNotices(sender.email)).toEqual([]);
    });

    test("a message submitted before the page's script has run is sent", async ({ page }) => {
      const sender = createSender();
      await page.goto(text.path, { waitUntil: "commit" });
      const form = getFields(page, text);
      await form.name.fill(sender.name);
      await form.email.fill(sender.email);
      await form.submit.click();
      await expect(page.getByText(text.thanks)).toBeVisible();
    });

    test("without JavaScript the form is posted and the page that follows confirms it", async ({
      browser,
    }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      const sender = createSender();
      await page.goto(text.path);
      const form = getFields(page, text);
      await form.name.fill(sender.name);
      await form.email.fill(sender.email);
      await form.submit.click();
      await expect(page).toHaveURL(new RegExp(`${text.path}\\?reference=[\\dA-F]{4}-[\\dA-F]{4}#`));
      await expect(page.getByText(text.sent, { exact: true })).toBeVisible();
      await expect(page.getByText(text.thanks)).toBeVisible();
      const panel = getPanel(page, text);
      const [reference = ""] = /reference=[^#]+/.exec(page.url()) ?? [];
      await expect(panel).toContainText(reference.replace("reference=", ""));
      await expect(form.name).toBeHidden();
      expect(await readChatText(panel)).toContain(`Ref. ${reference.replace("reference=", "")}`);
      await expect.poll(async () => (await listNotices(sender.email)).length).toBe(1);
      await panel.getByRole("link", { name: text.another }).click();
      await expect(form.name).toBeVisible();
      await expect(panel).toBeHidden();
      await context.close();
    });
  });
}

test("a text that is too long returns in full without JavaScript, and the page names its field", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/contacto`);
  const form = getFields(page, texts.es);
  const text = "Buenas tardes.\n".repeat(400);
  await form.name.fill("Ana Mora");
  await form.email.fill("ana@example.com");
  await form.message.fill(text);
  await form.submit.click();
  await expect(page.getByRole("alert")).toContainText(
    "Mensaje: Este valor no es válido. Revísalo. Como máximo 5000",
  );
  await expect(form.message).toHaveValue(text);
  await expect(form.name).toHaveValue("Ana Mora");
  await expect(page).toHaveURL(/\/contacto\?form=[\da-f-]{36}#error-message$/);
  await page.reload();
  await expect(form.message).toHaveValue(text);
  await page.goto(`${baseURL}/api/contact`);
  await expect(page).toHaveURL(/\/contacto$/);
  await context.close();
});

test("typed text survives a language switch", async ({ page }) => {
  await page.goto("/contacto");
  await getFields(page, texts.es).name.fill("Ana Mora");
  await page.getByRole("banner").getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/\/en\/contact/);
  await expect(getFields(page, texts.en).name).toHaveValue("Ana Mora");
});

test("an empty form names the missing field at the first press, in the page's own words", async ({
  page,
}) => {
  await page.goto("/contacto");
  await getFields(page, texts.es).submit.click();
  await expect(page.getByText("Escribe tu nombre.").filter({ visible: true })).toHaveCount(1);
  await expect(page.locator("[name=name]")).toBeFocused();
});
