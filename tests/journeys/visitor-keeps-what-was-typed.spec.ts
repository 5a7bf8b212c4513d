import type { Page } from "@playwright/test";
import { trapField } from "#functions/contract/contact.ts";
import { getOfferedDays, toCompanyDay } from "#functions/contract/meeting.ts";
import { createSender, expect, isHydrated, nightly, test, waitUntilScriptsRan } from "../support/journey.ts";
import { createAddressHeader } from "../support/people.ts";

// Every test has its own network address, because many messages from one network count as a flood.
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
test.use({ extraHTTPHeaders: async ({}, use) => use(createAddressHeader()) });

const typedValues = {
  name: "Ana Mora",
  email: "ana@example.com",
  phone: "+506 0000 0001",
  company: "Ferretería El Yunque",
  service: "technical-support",
  plan: "TI Básico",
  meeting_day: getOfferedDays(toCompanyDay(new Date())).first,
  meeting_part: "afternoon",
  source: "recommendation",
  message: "Buenas:\n\nqueremos cámaras en dos bodegas.",
};
const emptyValues = Object.fromEntries(Object.keys(typedValues).map((field) => [field, ""]));

const react = "**/assets/browser-*.js";
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);

async function fillForm(page: Page): Promise<void> {
  await page.locator("form [data-disclosure=meeting] summary").click();
  for (const [name, value] of Object.entries(typedValues)) {
    const isChoice = await field(page, name).evaluate((control) => control.matches("select"));
    if (isChoice) await field(page, name).selectOption(value);
    else await field(page, name).fill(value);
  }
}

/** Returns the form's current values. */
const readForm = (page: Page) =>
  page.evaluate((trapName) => {
    const {
      language: _,
      upload: __,
      files,
      [trapName]: trap,
      ...fields
    } = Object.fromEntries(new FormData(document.querySelector("form") ?? undefined));
    return { ...fields, ...(trap && { trap }), ...(files && { files }) };
  }, trapField);

for (const [path, otherPath, language, details] of [
  ["/contacto", "/en/contact", "English", {}],
  ["/en/contact", "/contacto", "Español", nightly],
] as const) {
  test(
    `text typed on ${path} is in the form after a reload and in the other language, without React`,
    details,
    async ({ page }) => {
      await page.route(react, () => {});
      await page.goto(path);
      expect(await readForm(page)).toEqual(emptyValues);
      await fillForm(page);

      await page.reload({ waitUntil: "domcontentloaded" });
      expect(await readForm(page)).toEqual(typedValues);

      await page.getByRole("banner").getByRole("link", { name: language }).click();
      await expect(page).toHaveURL(new RegExp(`${otherPath}#?`));
      await expect(field(page, "name")).toHaveValue(typedValues.name);
      expect(await readForm(page)).toEqual(typedValues);
      // Text that is typed after the return is kept as well.
      await field(page, "company").fill("Otra empresa");
      await page.reload({ waitUntil: "domcontentloaded" });
      expect(await readForm(page)).toEqual({ ...typedValues, company: "Otra empresa" });
    },
  );
}

test("text typed while React loads the form's code is kept", async ({ page }) => {
  await page.route("**/assets/contact-form-*.js", () => {});
  await page.goto("/contacto");
  await field(page, "name").fill("Ana");
  // React captures all events from now on. The page may have requested the form's code before, while it was idle.
  await expect.poll(() => isHydrated(page)).toBe(true);
  await field(page, "message").fill("Buenas");
  await page.reload({ waitUntil: "domcontentloaded" });
  await expect(field(page, "message")).toHaveValue("Buenas");
});

test.describe("when React cannot be loaded", () => {
  test.use({ expectedErrors: /Failed to load resource|browser-[\w-]+\.js/ });

  test("the form posts without script, is empty afterwards, and keeps newly typed text", async ({ page }) => {
    await page.route(react, (route) => route.abort());
    await page.goto("/contacto");
    await fillForm(page);
    await field(page, "email").fill(createSender().email);
    await page.getByRole("button", { name: "Enviar mensaje" }).click();
    await expect(page).toHaveURL(/#enviado$/);
    await expect(page.getByText("Gracias por contactarnos. Te responderemos pronto.")).toBeVisible();
    expect(await readForm(page)).toEqual(emptyValues);
    // The page stays, so its script forgets the draft even if it has not run yet.
    await page.evaluate(() => document.body.setAttribute("data-same", ""));
    await page.getByRole("link", { name: "Enviar otro mensaje" }).click();
    await page.waitForURL(({ hash }) => hash === "#formulario");
    await expect(page.locator("body[data-same]")).toHaveCount(1);
    await waitUntilScriptsRan(page);
    await field(page, "name").fill("Luis");
    await page.reload();
    expect(await readForm(page)).toEqual({ ...emptyValues, name: "Luis" });
  });

  test("a rejected message is in the form again, beside the reason", async ({ page }) => {
    await page.route(react, (route) => route.abort());
    await page.route("**/api/contact", (route) =>
      route.fulfill({ status: 303, headers: { location: "/contacto#error-unavailable" } }),
    );
    await page.goto("/contacto");
    await fillForm(page);
    await page.getByRole("button", { name: "Enviar mensaje" }).click();
    await expect(page.getByRole("alert")).toContainText("No pudimos guardar tu mensaje");
    await waitUntilScriptsRan(page);
    expect(await readForm(page)).toEqual(typedValues);
  });
});
