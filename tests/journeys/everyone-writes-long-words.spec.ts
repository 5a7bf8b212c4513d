import type { Page } from "@playwright/test";
import { enterInbox, newMark, rowsOf } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";
import { linkOf, mailTo } from "../support/mailbox.ts";
import { expectEverythingFits, longAddress, longWord } from "../support/overflow.ts";
import { ownAddress, signUp, spendLink } from "../support/people.ts";

const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

/** An address as long as one may be. */
const longEmail = (mark: string) => `${mark.padEnd(64, "a")}@${`${"b".repeat(58)}.`.repeat(3)}example`;

for (const javaScriptEnabled of [true, false]) {
  test(`the contact form keeps its width, whatever is pasted into it (${javaScriptEnabled ? "with" : "without"} JavaScript)`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: process.env.SITE ?? "" });
    const page = await context.newPage();
    for (const path of ["/contacto", "/en/contact"]) {
      for (const written of [longWord, longAddress]) {
        await page.goto(path);
        if (javaScriptEnabled) {
          await page.locator("[name=name]").focus();
          await expect(page.locator("form[novalidate]")).toBeVisible();
        }
        for (const field of await page
          .locator("form :is(input:not([type=hidden], [type=date]), textarea)")
          .all()) {
          await field.fill(written);
        }
        await expectEverythingFits(page);
      }
    }
    await context.close();
  });
}

test("the fields about an account keep their width, whatever is pasted into them", async ({ page }) => {
  await page.goto("/auth");
  const title = page.getByRole("heading", { level: 1 });
  const fillAll = async (written: string) => {
    for (const field of await page.getByRole("main").locator("input:visible").all())
      await field.fill(written);
    await expectEverythingFits(page);
  };
  for (const [view, way] of [
    ["Iniciar sesión", "¿No tienes cuenta? Crea una"],
    ["Crear cuenta", "¿Ya tienes cuenta? Inicia sesión"],
    ["Iniciar sesión", "¿Olvidaste tu contraseña?"],
  ] as const) {
    await expect(title).toHaveText(view);
    await fillAll(longAddress);
    await button(page, way).click();
  }
  await expect(title).toHaveText("Recuperar el acceso");
  await fillAll(longWord);
});

test.describe("with an account", () => {
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
  test.use({ extraHTTPHeaders: async ({}, use) => use(ownAddress()) });

  test("an address of 254 characters breaks where it is shown, on every page about the account", async ({
    page,
  }) => {
    const person = { email: longEmail(newMark()), password: `tres tucanes ${newMark()} y un mango` };
    await signUp(page, person);
    await expectEverythingFits(page);
    await spendLink(page, linkOf(await mailTo(person.email, /Confirma/)), "Confirmar mi cuenta");
    await expect(page).toHaveURL("/");
    await page.goto("/auth#cuenta");
    await expect(page.getByText(person.email).first()).toBeVisible();
    await button(page, "Cambiar correo").click();
    await page.getByLabel(/^Correo nuevo/).fill(longEmail(newMark()));
    await expectEverythingFits(page);
  });
});

test("a message of one word is read in the inbox and in the mail about it", async ({
  page,
  request,
  baseURL,
}) => {
  const mark = newMark();
  const sender = { name: `${mark}${longWord}`.slice(0, 200), email: longEmail(mark) };
  const more = { phone: "9".repeat(40), company: longWord.slice(0, 200), service: "web-development" };
  for (const message of [longWord, longAddress]) {
    const answer = await request.post(`${baseURL}/api/contact`, { data: { ...sender, ...more, message } });
    expect(answer.status()).toBe(201);
  }
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(2);
  await expectEverythingFits(page);

  await rowsOf(page).first().getByRole("link").click();
  await expect(page.getByRole("article")).toBeVisible();
  await expectEverythingFits(page);
  await page.getByRole("button", { name: "Marcar como leído", exact: true }).click();
  await expect(page.getByText("Marcado como leído").first()).toBeVisible();
  await expectEverythingFits(page);
  await page.getByRole("button", { name: "Eliminar", exact: true }).first().click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectEverythingFits(page);
  await page.keyboard.press("Escape");

  await page.goto(`/buzon?q=${"x".repeat(200)}`);
  await expect(page.getByRole("searchbox")).toHaveValue(/x{100}/);
  await expect(rowsOf(page)).toHaveCount(0);
  await expectEverythingFits(page);

  const mail = await mailTo("", new RegExp(mark));
  await page.goto("about:blank");
  await page.setContent(mail.html);
  await expectEverythingFits(page);
});
