import type { Page } from "@playwright/test";
import { trapField } from "#functions/contract/doubt.ts";
import { companyDay, offeredDays } from "#functions/contract/meeting.ts";
import { expect, newSender, nightly, test } from "../support/journey.ts";
import { ownAddress } from "../support/people.ts";

// Every test has its own network address, because many messages from one network count as a flood.
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

/** Returns the form's current values. */
const written = (page: Page) =>
  page.evaluate((trapName) => {
    const {
      language: _,
      [trapName]: trap,
      ...fields
    } = Object.fromEntries(new FormData(document.querySelector("form") ?? undefined));
    return trap ? { ...fields, trap } : fields;
  }, trapField);

/** Records the form's values at DOMContentLoaded in every document. Only the document's own scripts run before. */
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
    `text typed on ${path} is in the form after a reload and in the other language, without React`,
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
      // Text that is typed after the return is kept as well.
      await field(page, "company").fill("Otra empresa");
      await page.reload({ waitUntil: "domcontentloaded" });
      expect(await whenRead(page)).toEqual({ ...typed, company: "Otra empresa" });
    },
  );
}

test("hydration keeps the restored text, text typed meanwhile, and the caret", async ({
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

test("elements that an extension adds to the form lose no text, and the message is sent", async ({
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
  // The press comes before React, on a form that React replaces.
  await page.getByRole("button", { name: "Enviar mensaje" }).click();
  await expect(page.getByText("Mensaje enviado", { exact: true })).toBeVisible();
  expect(await written(page)).toEqual(nothing);
});

test("text typed while React loads the form's code is kept", async ({ page }) => {
  await page.route("**/assets/contact-form-*.js", () => {});
  await page.goto("/contacto");
  // React captures all events by the time it requests the form's code.
  const asked = page.waitForRequest("**/assets/contact-form-*.js");
  await field(page, "name").fill("Ana");
  await asked;
  await field(page, "message").fill("Buenas");
  await page.reload({ waitUntil: "domcontentloaded" });
  await expect(field(page, "message")).toHaveValue("Buenas");
});

test.describe("when React cannot be loaded", () => {
  test.use({ expectedErrors: /Failed to load resource|browser-[\w-]+\.js/ });

  test("the form posts without script, is empty afterwards, and keeps newly typed text", async ({
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
    // waitForURL also waits until the page and its scripts are loaded.
    await page.waitForURL(({ hash }) => hash === "#formulario");
    await field(page, "name").fill("Luis");
    await page.reload();
    expect(await written(page)).toEqual({ ...nothing, name: "Luis" });
  });

  test("a rejected message is in the form again, beside the reason", nightly, async ({ page }) => {
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
