import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Language, languages, path } from "#cms/content/site.ts";
import { accountFragment, recoverFragment } from "#functions/contract/account.ts";
import english from "#web/language/messages/en/private.json" with { type: "json" };
import spanish from "#web/language/messages/es/private.json" with { type: "json" };
import { createFakeApi, type FakeApi } from "../../support/fake-api.ts";
import { expectAccessible } from "../../support/looks.ts";
import { mountSignIn } from "../../support/mount.tsx";

const texts = { es: spanish, en: english };
const person = { email: "ana@example.com", password: "tres tucanes y un mango" };

const button = (name: string) => page.getByRole("button", { name, exact: true });
const title = page.getByRole("heading", { level: 1 });
const getByLabel = (label: string) => page.getByLabelText(new RegExp(`^${label}`));

/** Lists the attributes of password fields that password managers read, and whether a password can be pasted. */
const listPasswordFields = () =>
  [
    ...document.querySelectorAll<HTMLInputElement>(
      'input[type="password"], input[autocomplete$="-password"]',
    ),
  ].map((field) => ({
    type: field.type,
    autocomplete: field.autocomplete,
    maxLength: field.maxLength,
    readOnly: field.readOnly,
    isPasteAllowed: field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
  }));

const createApi = () => createFakeApi({ role: "user", ...person });

function mailLink(api: FakeApi, language: Language): string {
  api.accounts.sendMail(person.email, "signup", api.account.id);
  const mail = api.accounts.getMails().at(-1);
  return `${path("sign-in", language)}#token_hash=${mail?.tokenHash}&type=signup`;
}

type View = { text: (typeof texts)[Language]; language: Language };

const openAccount = async ({ text, language }: View) => {
  const address = `${path("sign-in", language)}#${accountFragment(language)}`;
  await mountSignIn({ api: createApi(), language, address, isSignedIn: true });
  await expect.element(title).toHaveTextContent(text["account.title"]);
  await expect
    .element(page.getByRole("region", { name: text["account.sessions.title"] }).getByRole("listitem"))
    .toHaveLength(1);
};

const openSignUp = async ({ text, language }: View, api = createFakeApi()) => {
  await mountSignIn({ api, language, address: path("sign-in", language) });
  await button(text["auth.signUp.toggle"]).click();
};

const views: [name: string, open: (view: View) => Promise<void>][] = [
  [
    "forgotten password",
    async ({ text, language }) => {
      await mountSignIn({ language, address: `${path("sign-in", language)}#${recoverFragment(language)}` });
      await expect.element(title).toHaveTextContent(text["auth.recover.title"]);
    },
  ],
  [
    "create account, while sign-up is closed",
    async (view) => {
      const api = createFakeApi();
      api.accounts.isSignUpOpen = false;
      await openSignUp(view, api);
      await expect.element(page.getByText(view.text["auth.error.signUpClosed"])).toBeVisible();
      await expect.element(getByLabel(view.text["auth.password"])).not.toBeInTheDocument();
    },
  ],
  [
    "create account, with errors",
    async (view) => {
      await openSignUp(view);
      await getByLabel(view.text["auth.password"]).fill("tucan verde");
      await button(view.text["auth.signUp.submit"]).click();
      await expect.element(page.getByText(view.text["auth.required.email"])).toBeVisible();
    },
  ],
  [
    "check your mail",
    async (view) => {
      await openSignUp(view);
      await getByLabel(view.text["auth.email"]).fill(person.email);
      await getByLabel(view.text["auth.password"]).fill(person.password);
      await getByLabel(view.text["auth.confirmation"]).fill(person.password);
      await button(view.text["auth.signUp.submit"]).click();
      await expect.element(title).toHaveTextContent(view.text["auth.mail.title"]);
    },
  ],
  [
    "opened link",
    async ({ text, language }) => {
      const api = createApi();
      await mountSignIn({ api, language, address: mailLink(api, language) });
      await expect.element(title).toHaveTextContent(text["auth.link.signup.title"]);
    },
  ],
  [
    "spent link",
    async ({ text, language }) => {
      const api = createApi();
      const address = mailLink(api, language);
      api.accounts.takeMail(() => true);
      await mountSignIn({ api, language, address });
      await button(text["auth.link.signup.submit"]).click();
      await expect.element(title).toHaveTextContent(text["auth.spent.title"]);
    },
  ],
  [
    "account, with the forms for another password and address",
    async (view) => {
      await openAccount(view);
      await button(view.text["account.password.open"]).click();
      await button(view.text["account.email.open"]).click();
    },
  ],
  [
    "account, with a change of address that waits",
    async (view) => {
      const { text } = view;
      await openAccount(view);
      await button(text["account.email.open"]).click();
      await getByLabel(text["account.email.new"]).fill("otra@example.com");
      await getByLabel(text["account.password.current"]).fill(person.password);
      await button(text["account.email.submit"]).click();
      await expect.element(getByLabel(text["account.email.codeFrom"])).toBeVisible();
    },
  ],
  [
    "delete account",
    async (view) => {
      await openAccount(view);
      await button(view.text["account.delete.open"]).click();
      await expect.element(page.getByRole("alertdialog")).toBeVisible();
    },
  ],
];

for (const language of languages) {
  test.for(views)(`every user can use the view “%s” (${language})`, async ([, openView]) => {
    await openView({ text: texts[language], language });
    await expect.poll(() => document.querySelectorAll('[aria-busy="true"]')).toHaveLength(0);
    for (const field of listPasswordFields()) {
      expect(field).toEqual({
        type: "password",
        autocomplete: expect.stringMatching(/^(current|new)-password$/),
        maxLength: -1,
        readOnly: false,
        isPasteAllowed: true,
      });
    }
    await expectAccessible();
  });
}
