import type { Page } from "@playwright/test";
import { languages, path } from "#cms/content/site.ts";
import english from "#web/language/messages/en/private.json" with { type: "json" };
import spanish from "#web/language/messages/es/private.json" with { type: "json" };
import { cutOff, inEveryLook, objections, tooSmall } from "../support/accessibility.ts";
import { expect, test } from "../support/journey.ts";
import { linkOf, mailTo } from "../support/mailbox.ts";
import { newPerson, ownAddress } from "../support/people.ts";

// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(ownAddress()), expectedErrors: /403/ });

/** Of every password on a page: how it is shown, what a password manager may do there, whether it is cut off, and whether it can be pasted. */
const passwordFields = (page: Page) =>
  page.locator('input[type="password"], input[autocomplete$="-password"]').evaluateAll((fields) =>
    (fields as HTMLInputElement[]).map((field) => ({
      type: field.type,
      autocomplete: field.autocomplete,
      maxLength: field.maxLength,
      readOnly: field.readOnly,
      pasted: field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
    })),
  );

/** What everyone needs of a view: passwords that are hidden and can come from a password manager, axe in every look, nothing cut on a narrow screen, targets for fingers. */
async function inspect(page: Page, view: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const field of await passwordFields(page)) {
    expect(field, view).toEqual({
      type: "password",
      autocomplete: expect.stringMatching(/^(current|new)-password$/),
      maxLength: -1,
      readOnly: false,
      pasted: true,
    });
  }
  await inEveryLook(page, async (look) => {
    // A target that has been scrolled halfway below the header is not a small one.
    await page.evaluate(() => scrollTo({ top: 0 }));
    expect(await objections(page), `${view}, ${look}`).toEqual([]);
  });
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await cutOff(page), `${view}, 320 px`).toEqual([0]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await tooSmall(page), `${view}, targets`).toEqual([]);
}

for (const language of languages) {
  test(`everybody can use every view of an account's life (${language})`, async ({ page }) => {
    test.setTimeout(300_000);
    const words = language === "es" ? spanish : english;
    const person = newPerson();
    const main = page.getByRole("main");
    const press = (label: string) => main.getByRole("button", { name: label, exact: true }).click();
    const heading = (title: string) => expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    const password = page.getByLabel(new RegExp(`^${words["auth.password"]}`));
    const confirmation = page.getByLabel(new RegExp(`^${words["auth.confirmation"]}`));

    await page.goto(path("sign-in", language));
    await press(words["auth.signIn.forgot"]);
    await heading(words["auth.recover.title"]);
    await inspect(page, "forgotten password");
    await press(words["auth.back"]);
    await page.route("**/api/auth/settings", (route) => route.fulfill({ json: { disable_signup: true } }));
    await press(words["auth.signUp.toggle"]);
    await expect(main.getByText(words["auth.error.signUpClosed"])).toBeVisible();
    await expect(password).toHaveCount(0);
    await inspect(page, "create account, while no one may");
    await page.unroute("**/api/auth/settings");
    await press(words["auth.signIn.submit"]);
    await press(words["auth.signUp.toggle"]);
    await password.fill("tucan verde");
    await press(words["auth.signUp.submit"]);
    await inspect(page, "create account, with errors");

    await page.getByLabel(words["auth.email"]).fill(person.email);
    await password.fill(person.password);
    await confirmation.fill(person.password);
    await press(words["auth.signUp.submit"]);
    await heading(words["auth.mail.title"]);
    await inspect(page, "check your mail");
    const link = linkOf(await mailTo(person.email, /Confirm/));
    await page.goto("about:blank");
    await page.goto(link);
    await heading(words["auth.link.signup.title"]);
    await inspect(page, "opened link");
    await press(words["auth.link.signup.submit"]);
    await expect(page).toHaveURL(path("home", language));

    await page.goto(`${path("sign-in", language)}#account`);
    await expect(main.getByRole("listitem")).toHaveCount(1);
    await press(words["account.password.open"]);
    await press(words["account.email.open"]);
    await inspect(page, "account");
    await page.getByLabel(words["account.email.new"]).fill(newPerson().email);
    await page
      .getByRole("region", { name: words["account.email.title"] })
      .getByLabel(words["account.password.current"])
      .fill(person.password);
    await press(words["account.email.submit"]);
    await expect(page.getByLabel(words["account.email.codeFrom"])).toBeVisible();
    await inspect(page, "account, with a change that waits");
    await press(words["account.delete.open"]);
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await inspect(page, "delete account");

    await page.goto("about:blank");
    await page.goto(link);
    await heading(words["auth.link.signup.title"]);
    await press(words["auth.link.signup.submit"]);
    await heading(words["auth.spent.title"]);
    await inspect(page, "spent link");
  });
}
