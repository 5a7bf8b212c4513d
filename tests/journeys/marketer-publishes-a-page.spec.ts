import type { Locator, Page } from "@playwright/test";
import { expect, nightly, test } from "../support/journey.ts";
import { company, getEmptySection, getLaunchSection, listLaunchAnchors } from "../support/launch-copy.ts";
import {
  findSection,
  openSection,
  prepareForStudio,
  publish,
  readStored,
  sectionField,
  signInToPage,
  startOwnProduct,
  titleField,
} from "../support/studio.ts";

prepareForStudio(1800);

const product = startOwnProduct();

type PublishedSection = { _type: string; [field: string]: unknown };

/** Returns the sections of a page as visitors get them. */
async function readSections(page: Page, name: string): Promise<PublishedSection[]> {
  const answer = await page.request.get(`${product.site}/api/content/${name}?lang=es`);
  return (await answer.json()).page.sections;
}
const readSection = async (page: Page, name: string, type: string) =>
  (await readSections(page, name)).find(({ _type }) => _type === type);

/** Waits until the stored draft of a page contains `text`. The Studio saves with a delay of up to a second. */
const expectDraft = (page: Page, name: string, text: string) =>
  expect
    .poll(async () => JSON.stringify(await readStored(page, product, `drafts.${name}`)), {
      timeout: 60_000,
    })
    .toContain(text);

test("the Studio is in Spanish, and in English once an editor chooses it", nightly, async ({ page }) => {
  await signInToPage(page, product, "contact");
  await expect(page.getByText("Lo que muestra la página, de arriba abajo.")).toBeVisible();
  await page
    .getByTestId("field-sections")
    .getByRole("button", { name: /Agregar elemento/ })
    .click();
  await expect(page.getByRole("menuitem", { name: "Llamado a la acción" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByText("What the page shows, from top to bottom.")).toBeVisible({ timeout: 60_000 });
  for (const pane of ["Content", "Pages"])
    await expect(page.getByText(pane, { exact: true })).not.toHaveCount(0);
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
  await page
    .getByTestId("field-sections")
    .getByRole("button", { name: /Add item/ })
    .click();
  await expect(page.getByRole("menuitem", { name: "Call to action" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.reload();
  await expect(page.getByText("What the page shows, from top to bottom.")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByText("Lo que muestra la página, de arriba abajo.")).toBeVisible({ timeout: 60_000 });
});

test(
  "publishing is refused while the English is missing, and the error leads to its field",
  nightly,
  async ({ page }) => {
    await signInToPage(page, product, "technical-support");
    const english = page.getByTestId("field-title").getByRole("textbox").nth(1);
    const publishButton = page.getByRole("button", { name: "Publicar", exact: true });
    await english.fill("");
    await expect
      .poll(async () => (await readStored(page, product, "drafts.technical-support"))?.title)
      .not.toHaveProperty("en");
    const errors = page.getByTestId("publish-errors");
    await expect(errors).toContainText("No se puede publicar: Falta el texto en inglés.");
    await titleField(page).click();
    await errors.getByRole("button", { name: "Título › Inglés" }).click();
    await expect(english).toBeFocused();
    await expect(publishButton).toBeDisabled();
    await english.fill("Technical support for companies");
    await expect(publishButton).toBeEnabled({ timeout: 60_000 });
    await expect(errors).not.toBeAttached();
  },
);

/** A section of the CCTV page, to which the test links from another page. */
const [linkedSection] = listLaunchAnchors("cctv");
/** A company figure that the contact page does not show yet. */
const figure = company.figures.find(({ key }) => {
  const { items } = getLaunchSection<{ items: { key: string }[] }>("contact", "figures");
  return !items.some((item) => item.key === key);
});

/** Chooses the only option of a list field that contains `text`. Expects that the field accepts no typing. */
async function choose(field: Locator, text: string): Promise<void> {
  const option = field.locator("option", { hasText: text });
  await expect(option).toHaveCount(1);
  await expect(field.getByRole("textbox")).toHaveCount(0);
  await field.getByRole("combobox").selectOption({ label: (await option.textContent()) ?? "" });
}

test(
  "a link's page and section, and a figure, are chosen from lists, and an anchor is never typed",
  nightly,
  async ({ page }) => {
    await signInToPage(page, product, "contact");

    await test.step("a link leads to a page, and then to a section of that page", async () => {
      await openSection(page, "Formulario de contacto");
      const link = sectionField(page, "noticeLink");
      await link.getByTestId("default-preview").locator("xpath=following::button[1]").click();
      await page.getByRole("menuitem", { name: "Reemplazar" }).click();
      await link.getByRole("button", { name: "Clear" }).click();
      await link.getByRole("button", { name: "Open" }).click();
      await page.getByRole("option").filter({ hasText: "Sistemas CCTV" }).getByRole("button").click();
      await choose(sectionField(page, "noticeLink.anchor"), `(#${linkedSection?.anchor})`);
    });

    await test.step("the section gets its own anchor from its headline", async () => {
      await sectionField(page, "title").getByRole("textbox").first().fill("¿Qué te preocupa hoy?");
      const anchor = sectionField(page, "anchor").last();
      await anchor.getByRole("button", { name: "Usar «que-te-preocupa-hoy»" }).click();
      await expect(anchor.getByRole("textbox")).toHaveValue("que-te-preocupa-hoy");
      await expect(anchor.getByRole("textbox")).not.toBeEditable();
      await page.getByRole("dialog").getByRole("button", { name: "Close dialog" }).click();
    });

    await test.step("a company figure is added", async () => {
      await openSection(page, "Cifras");
      await sectionField(page, "items").getByRole("button", { name: "Agregar elemento" }).click();
      const button = page.getByRole("button", { name: "Publicar", exact: true });
      await expect(button).toBeDisabled({ timeout: 60_000 });
      await choose(sectionField(page, "key").last(), `({${figure?.key}})`);
      await expect(button).toBeEnabled({ timeout: 60_000 });
    });

    await expectDraft(page, "contact", `"${figure?.key}"`);
    await publish(page, product, "contact");
    await expect
      .poll(async () => (await readSection(page, "contact", "contactForm"))?.noticeLink, { timeout: 60_000 })
      .toMatchObject({ page: "cctv", anchor: linkedSection?.anchor });
    expect((await readSection(page, "contact", "contactForm"))?.anchor).toBe("que-te-preocupa-hoy");
    expect((await readSection(page, "contact", "figures"))?.items).toContainEqual(
      expect.objectContaining({ key: figure?.key, value: figure?.value }),
    );
  },
);

test("a first testimonial makes its section visible to visitors", nightly, async ({ page }) => {
  const { title } = getEmptySection("home", "testimonials");
  const readHome = async (address: string) => (await page.request.get(`${product.site}${address}`)).text();
  expect(await readHome("/")).not.toContain(title.es);

  await signInToPage(page, product, "home");
  await findSection(page, "Testimonios · vacía: el sitio no la muestra");
  await openSection(page, title.es);
  await sectionField(page, "items")
    .getByRole("button", { name: /Agregar elemento/ })
    .click();
  const quote = sectionField(page, "quote").getByRole("textbox");
  await quote.nth(0).fill("Entendí qué se había dañado.");
  await quote.nth(1).fill("I understood what was broken.");
  await sectionField(page, "name").getByRole("textbox").fill("Ana Ejemplo");
  await expectDraft(page, "home", "Ana Ejemplo");
  await page.getByRole("button", { name: "Validación" }).click();
  await expect(
    page.getByTestId("publish-errors").getByRole("button", { name: "Testimonio › Empresa" }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Publicar", exact: true })).toBeDisabled();

  await sectionField(page, "company").getByRole("textbox").fill("Panadería de Ejemplo");
  await sectionField(page, "source").getByRole("textbox").fill("Por correo, el 2 de noviembre.");
  await expectDraft(page, "home", "Por correo");
  await publish(page, product, "home");
  for (const [address, expectedTexts] of [
    ["/", [title.es, "Entendí qué se había dañado.", "Ana Ejemplo", "Panadería de Ejemplo"]],
    ["/en", [title.en, "I understood what was broken.", "Ana Ejemplo", "Panadería de Ejemplo"]],
  ] as const) {
    for (const expectedText of expectedTexts)
      await expect.poll(() => readHome(address), { timeout: 60_000 }).toContain(expectedText);
    expect(await readHome(address)).not.toContain("2 de noviembre");
  }

  // No page of the build had such a section, so the content policy has to allow its styles here.
  await page.goto(`${product.site}/en`);
  await expect(page.getByText("I understood what was broken.")).toBeVisible();
});
