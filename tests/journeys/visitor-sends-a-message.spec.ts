import type { Locator, Page } from "@playwright/test";
import { trapField } from "#functions/contract/contact.ts";
import { listPageViolations } from "../support/accessibility.ts";
import { listMessages } from "../support/inbox.ts";
import { createSender, expect, test } from "../support/journey.ts";
import { createAddressHeader } from "../support/people.ts";

// Every test has its own network address, because many messages from one network count as a flood.
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(createAddressHeader()) });

const thanks = "Gracias por contactarnos. Te responderemos pronto.";

const getFields = (page: Page) => ({
  name: page.getByLabel("Nombre"),
  email: page.getByLabel("Correo electrónico"),
  message: page.getByLabel("Mensaje"),
  submit: page.getByRole("button", { name: "Enviar mensaje" }),
});

/** Returns the panel that replaces the form. */
const getPanel = (page: Page) => page.locator("#enviado");

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

test("a sent message is confirmed, the form is empty again, and the company gets one notice", async ({
  page,
}) => {
  const sender = createSender();
  await page.goto("/contacto");
  const form = getFields(page);
  await form.name.fill(sender.name);
  await form.email.fill(sender.email);
  await form.message.fill("Necesitamos soporte para 25 equipos.");
  await form.submit.click();
  await expect(page.getByText("Mensaje enviado", { exact: true })).toBeVisible();
  await expect(page.getByText(thanks)).toBeVisible();
  await expect(form.name).toHaveValue("");
  await expect(form.message).toHaveValue("");
  // The panel stays. It shows the sender's text and has the focus.
  const panel = getPanel(page);
  await expect(panel.getByRole("heading", { name: "Recibimos tu mensaje" })).toBeFocused();
  await expect(form.submit).toBeHidden();
  await expect(panel).toContainText("Necesitamos soporte para 25 equipos.");
  await expect(panel).toContainText(sender.email);
  const [reference = ""] = /[\dA-F]{4}-[\dA-F]{4}/.exec((await panel.textContent()) ?? "") ?? [];
  expect(await readChatText(panel)).toContain(`Ref. ${reference}`);
  expect(await listPageViolations(page, "main")).toEqual([]);
  await page.reload();
  await expect(panel.getByRole("heading", { name: "Mensaje enviado" })).toBeVisible();
  await expect(panel).toContainText(reference);
  await expect(form.submit).toBeHidden();
  await page.getByRole("link", { name: "Enviar otro mensaje" }).click();
  await expect(form.submit).toBeVisible();
  await expect.poll(async () => (await listNotices(sender.email)).length).toBe(1);
  const [{ spam, doubts } = { spam: true, doubts: [] }] = await listMessages(localPart(sender.email));
  expect(spam).toBe(false);
  // The test fills in the form faster than a person.
  expect(doubts.filter(({ code }) => code !== "hurried")).toEqual([]);
});

test("a message with a link and a filled trap field is confirmed and becomes spam", async ({ page }) => {
  await page.goto("/contacto");
  const form = getFields(page);
  const sender = createSender();
  await form.name.fill(sender.name);
  await form.email.fill(sender.email);
  await expect(page.locator("form[novalidate]")).toBeVisible();
  await form.message.fill("https://a.example");
  await page.locator(`[name=${trapField}]`).evaluate((field: HTMLInputElement) => {
    field.value = "https://a.example";
  });
  await form.submit.click();
  await expect(page).toHaveURL(/#enviado$/);
  await expect(page.getByText(thanks)).toBeVisible();
  expect(await listMessages(localPart(sender.email))).toMatchObject([
    { spam: true, doubts: [{ code: "links", count: 1 }, { code: "trap" }, { code: "without_script" }] },
  ]);
  expect(await listNotices(sender.email)).toEqual([]);
});

test("a message submitted before the page's script has run is sent", async ({ page }) => {
  const sender = createSender();
  await page.goto("/contacto", { waitUntil: "commit" });
  const form = getFields(page);
  await form.name.fill(sender.name);
  await form.email.fill(sender.email);
  await form.submit.click();
  await expect(page.getByText(thanks)).toBeVisible();
});

test("without JavaScript the form is posted and the page that follows confirms it", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const sender = createSender();
  await page.goto("/contacto");
  const form = getFields(page);
  await form.name.fill(sender.name);
  await form.email.fill(sender.email);
  await form.submit.click();
  await expect(page).toHaveURL(/\/contacto\?reference=[\dA-F]{4}-[\dA-F]{4}#/);
  await expect(page.getByText("Mensaje enviado", { exact: true })).toBeVisible();
  await expect(page.getByText(thanks)).toBeVisible();
  const panel = getPanel(page);
  const [reference = ""] = /reference=[^#]+/.exec(page.url()) ?? [];
  await expect(panel).toContainText(reference.replace("reference=", ""));
  await expect(form.name).toBeHidden();
  expect(await readChatText(panel)).toContain(`Ref. ${reference.replace("reference=", "")}`);
  await expect.poll(async () => (await listNotices(sender.email)).length).toBe(1);
  await panel.getByRole("link", { name: "Enviar otro mensaje" }).click();
  await expect(form.name).toBeVisible();
  await expect(panel).toBeHidden();
  await context.close();
});

test("without JavaScript a rejected form has its text for its sender, and for nobody else", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const sender = createSender();
  await page.goto("/contacto");
  const form = getFields(page);
  // A browser accepts a blank name.
  await form.name.fill(" ");
  await form.email.fill(sender.email);
  await form.submit.click();
  await expect(page).toHaveURL(/\/contacto\?form=[\da-f-]{36}#error-name$/);
  await expect(page.locator("#error-name")).toBeVisible();
  await expect(form.email).toHaveValue(sender.email);
  await page.reload();
  await expect(form.email).toHaveValue(sender.email);

  const otherContext = await browser.newContext({ javaScriptEnabled: false });
  const otherPage = await otherContext.newPage();
  await otherPage.goto(page.url());
  await expect(otherPage.locator("#error-name")).toBeVisible();
  await expect(getFields(otherPage).email).toHaveValue("");

  await form.name.fill(sender.name);
  await form.submit.click();
  await expect(page.getByText("Mensaje enviado", { exact: true })).toBeVisible();
  await Promise.all([context.close(), otherContext.close()]);
});

test("an empty form names the missing field at the first press, in the page's own words", async ({
  page,
}) => {
  await page.goto("/contacto");
  await getFields(page).submit.click();
  await expect(page.getByText("Escribe tu nombre.").filter({ visible: true })).toHaveCount(1);
  await expect(page.locator("[name=name]")).toBeFocused();
});
