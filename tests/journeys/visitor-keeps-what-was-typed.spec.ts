import type { Page } from "@playwright/test";
import { trapField } from "#functions/contract/doubt.ts";
import { companyDay, offeredDays } from "#functions/contract/meeting.ts";
import { expect, newSender, nightly, test } from "../support/journey.ts";
import { ownAddress } from "../support/people.ts";

// More messages from one network would be a flood.
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(ownAddress()) });

const typed = {
  name: "Ana Mora",
  email: "ana@example.com",
  phone: "+506 0000 0001",
  company: "Ferretería El Yunque",
  service: "technical-support",
  plan: "TI Básico",
  meeting_day: offeredDays(companyDay(new Date())).first,
  meeting_part: "afternoon",
  source: "recommendation",
  message: "Buenas:\n\nqueremos cámaras en dos bodegas.",
};
const nothing = Object.fromEntries(Object.keys(typed).map((field) => [field, ""]));

const react = "**/assets/browser-*.js";
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);

async function write(page: Page): Promise<void> {
  await page.locator("form [data-disclosure=meeting] summary").click();
  for (const [name, value] of Object.entries(typed)) {
    const isChoice = await field(page, name).evaluate((control) => control.matches("select"));
    if (isChoice) await field(page, name).selectOption(value);
    else await field(page, name).fill(value);
  }
}

/** What the form holds now. */
const written = (page: Page) =>
  page.evaluate((trapName) => {
    const {
      language: _,
      [trapName]: trap,
      ...fields
    } = Object.fromEntries(new FormData(document.querySelector("form") ?? undefined));
    return trap ? { ...fields, trap } : fields;
  }, trapField);

/** Notes in every document what its form holds once it is read; only scripts of the document itself came before. */
const noteWhenRead = (page: Page) =>
  page.addInitScript((trapName) => {
    const notes = window as { whenRead?: string };
    addEventListener("DOMContentLoaded", () => {
      const form = document.querySelector("form");
      const { language: _, [trapName]: trap, ...fields } = form ? Object.fromEntries(new FormData(form)) : {};
      notes.whenRead = JSON.stringify(trap ? { ...fields, trap } : fields);
    });
  }, trapField);
const whenRead = async (page: Page) =>
  JSON.parse(await page.evaluate(() => (window as { whenRead?: string }).whenRead ?? ""));

for (const [path, other, language, runs] of [
  ["/contacto", "/en/contact", "English", {}],
  ["/en/contact", "/contacto", "Español", nightly],
] as const) {
  test(
    `what was typed on ${path} stands there once the page is read, after a reload and in the other language, without React`,
    runs,
    async ({ page }) => {
      await page.route(react, () => {});
      await noteWhenRead(page);
      await page.goto(path);
      expect(await whenRead(page)).toEqual(nothing);
      await write(page);

      await page.reload({ waitUntil: "domcontentloaded" });
      expect(await whenRead(page)).toEqual(typed);

      await page.getByRole("banner").getByRole("link", { name: language }).click();
      await expect(page).toHaveURL(new RegExp(`${other}#?`));
      await expect(field(page, "name")).toHaveValue(typed.name);
      expect(await whenRead(page)).toEqual(typed);
      // What is written after coming back is kept as well.
      await field(page, "company").fill("Otra empresa");
      await page.reload({ waitUntil: "domcontentloaded" });
      expect(await whenRead(page)).toEqual({ ...typed, company: "Otra empresa" });
    },
  );
}

test("React comes later and leaves the words, what was typed meanwhile, and the caret where it is", async ({
  page,
}) => {
  await page.goto("/contacto");
  await write(page);
  const held = Promise.withResolvers<void>();
  await page.route(react, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "domcontentloaded" });

  await field(page, "phone").fill("");
  const message = field(page, "message");
  await message.press("Control+Home");
  await message.pressSequentially("Hola. ");
  const caret = () =>
    message.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]);
  expect(await caret()).toEqual([6, 6]);

  held.resolve();
  await expect(page.locator("form[novalidate]")).toBeVisible();
  const now = { ...typed, phone: "", message: `Hola. ${typed.message}` };
  expect(await written(page)).toEqual(now);
  await expect(message).toBeFocused();
  expect(await caret()).toEqual([6, 6]);
  await page.keyboard.type("¿Qué tal? ");
  await page.reload();
  expect(await written(page)).toEqual({ ...now, message: `Hola. ¿Qué tal? ${typed.message}` });
});

test("what an extension puts into the form costs nothing that is typed, and a message is sent all the same", async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const icon = document.createElement("div");
      icon.setAttribute("data-lastpass-icon-root", "");
      document.querySelector("form [name=email]")?.after(icon);
    });
  });
  const held = Promise.withResolvers<void>();
  await page.route(react, async (route) => {
    await held.promise;
    await route.continue();
  });
  const { name, email } = newSender();
  await page.goto("/contacto");
  await field(page, "name").fill(name);
  await field(page, "email").fill(email);
  const message = field(page, "message");
  await message.pressSequentially("Bue");
  held.resolve();
  await message.press("n");
  await message.pressSequentially("as tardes");
  await expect(page.locator("form[novalidate]")).toBeVisible();
  await expect(message).toHaveValue("Buenas tardes");
  await expect(message).toBeFocused();
  await message.press("!");
  expect(await written(page)).toEqual({ ...nothing, name, email, message: "Buenas tardes!" });
  await page.reload({ waitUntil: "domcontentloaded" });
  expect(await written(page)).toEqual({ ...nothing, name, email, message: "Buenas tardes!" });
  // Pressed before React is there, on a form that React replaces.
  await page.getByRole("button", { name: "Enviar mensaje" }).click();
  await expect(page.getByText("Mensaje enviado", { exact: true })).toBeVisible();
  expect(await written(page)).toEqual(nothing);
});

test("what is typed while React waits for the form's own code is kept", async ({ page }) => {
  await page.route("**/assets/contact-form-*.js", () => {});
  await page.goto("/contacto");
  // React is there, and hears everything first, when it asks for the form.
  const asked = page.waitForRequest("**/assets/contact-form-*.js");
  await field(page, "name").fill("Ana");
  await asked;
  await field(page, "message").fill("Buenas");
  await page.reload({ waitUntil: "domcontentloaded" });
  await expect(field(page, "message")).toHaveValue("Buenas");
});

test.describe("when React cannot be loaded", () => {
  test.use({ expectedErrors: /Failed to load resource|browser-[\w-]+\.js/ });

  test("the form posts by itself, nothing comes back after it, and what is written then is kept again", async ({
    page,
  }) => {
    await page.route(react, (route) => route.abort());
    await page.goto("/contacto");
    await write(page);
    await field(page, "email").fill(newSender().email);
    await page.getByRole("button", { name: "Enviar mensaje" }).click();
    await expect(page).toHaveURL(/#enviado$/);
    await expect(page.getByText("Gracias por contactarnos. Te responderemos pronto.")).toBeVisible();
    expect(await written(page)).toEqual(nothing);
    await page.getByRole("link", { name: "Enviar otro mensaje" }).click();
    // The page is loaded with its scripts then.
    await page.waitForURL(({ hash }) => hash === "#formulario");
    await field(page, "name").fill("Luis");
    await page.reload();
    expect(await written(page)).toEqual({ ...nothing, name: "Luis" });
  });

  test("what the edge refuses stands in the form again, beside the reason", nightly, async ({ page }) => {
    await page.route(react, (route) => route.abort());
    await page.route("**/api/contact", (route) =>
      route.fulfill({ status: 303, headers: { location: "/contacto#error-unavailable" } }),
    );
    await page.goto("/contacto");
    await write(page);
    await page.getByRole("button", { name: "Enviar mensaje" }).click();
    await expect(page.getByRole("alert")).toContainText("No pudimos guardar tu mensaje");
    expect(await written(page)).toEqual(typed);
  });
});
