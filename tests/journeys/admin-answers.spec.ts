import { createMark, enterInbox, getRow, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";
import { waitForMail } from "../support/mailbox.ts";

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

test("an administrator answers with R, the text and Ctrl+Enter, the customer writes back, and is answered again", async ({
  page,
}) => {
  const mark = createMark();
  const customer = `${mark}@example.com`;
  await seedMessages(mark, 1);
  await enterInbox(page, `/buzon?q=${mark}`);
  await getRow(page, "Persona 1").getByRole("link").click();
  const entries = page.getByRole("region", { name: "Conversación" }).getByRole("listitem");
  const field = page.getByRole("article").getByRole("textbox");
  await expect(field).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type("Hola: el plan profesional cubre todo.");
  await page.keyboard.press("Control+Enter");
  await expect(entries.filter({ hasText: "sale en unos segundos" })).toBeVisible();

  const mail = await waitForMail(customer, /^Re: /);
  expect(mail.text).toContain("Hola: el plan profesional cubre todo.");
  const [, token] = /\/conversacion#([\w-]+)/.exec(mail.text) ?? [];
  const reply = await page.request.post(`${process.env.SITE}/api/conversation/entries`, {
    data: { token, text: "Gracias, ¿y cuánto cuesta?" },
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  expect(reply.status()).toBe(201);
  await expect(entries.filter({ hasText: "Gracias, ¿y cuánto cuesta?" })).toBeVisible();

  await page.keyboard.type("Desde 90 000 colones al mes.");
  await page.keyboard.press("Control+Enter");
  await expect(entries.filter({ hasText: "sale en unos segundos" })).toBeVisible();
  const secondMail = await waitForMail(customer, /^Re: /, mail);
  expect(secondMail.text).toContain("Desde 90 000 colones al mes.");
});
