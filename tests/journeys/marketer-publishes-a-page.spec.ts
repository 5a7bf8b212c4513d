import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, nightly, test } from "../support/journey.ts";
import {
  company,
  getEmptySection,
  getLaunchSection,
  getLaunchSectionWithPicture,
  listLaunchAnchors,
} from "../support/launch-copy.ts";
import { removeProduct, startPreparedProduct } from "../support/prepared-state.ts";
import { type Product, startProduct } from "../support/product.ts";
import {
  errorsWhileAway,
  findSection,
  openPage,
  openSection,
  publish,
  readStored,
  sectionField,
  signInByCalls,
  titleField,
} from "../support/studio.ts";

// These tests need their own product, because they change its content and stop it.
test.describe.configure({ mode: "serial" });
test.use({
  // The window is as high as a section's form, which draws only what is in view.
  viewport: { width: 1400, height: 1800 },
  expectedErrors: errorsWhileAway,
});
test.setTimeout(300_000);

let product: Product;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startPreparedProduct();
});

test.afterAll(() => removeProduct(product));

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
    .poll(async () => JSON.stringify(await readStored(page, product.sanity, `drafts.${name}`)), {
      timeout: 60_000,
    })
    .toContain(text);

test("the Studio is in Spanish, and in English once an editor chooses it", nightly, async ({ page }) => {
  await signInByCalls(page, product.studio, product.sanity);
  await openPage(page, product.studio, "contact");
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
  "publishing is refused while the English is missing, in the words of the Studio's language",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, product.studio, product.sanity);
    await openPage(page, product.studio, "technical-support");
    const english = titleField(page)
      .locator("xpath=ancestor::*[@data-testid='field-title']")
      .getByRole("textbox")
      .nth(1);
    await english.fill("");
    await expect
      .poll(async () => (await readStored(page, product.sanity, "drafts.technical-support"))?.title)
      .not.toHaveProperty("en");
    const errors = page.getByTestId("publish-errors");
    await expect(errors).toContainText("No se puede publicar: Falta el texto en inglés.");
    await titleField(page).click();
    await errors.getByRole("button", { name: "Título › Inglés" }).click();
    await expect(english).toBeFocused();
    await page.getByRole("button", { name: "Validación" }).click();
    await expect(
      page.getByRole("button", { name: "Título / Inglés Falta el texto en inglés." }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Publicar", exact: true })).toBeDisabled();

    await page.getByRole("button", { name: "English" }).click();
    await expect(
      page.getByRole("button", { name: "Title / English The English text is missing." }),
    ).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();

    await expect(errors).toContainText("Can’t be published: The English text is missing.");
    await page.getByTestId("field-title").getByRole("textbox").nth(1).fill("Technical support for companies");
    await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeEnabled({ timeout: 60_000 });
    await expect(errors).not.toBeAttached();
  },
);

test(
  "a picture is uploaded with its description and focal point, and visitors get it",
  nightly,
  async ({ page }) => {
    const file = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#7a2a7a" } })
      .png()
      .toBuffer();
    await signInByCalls(page, product.studio, product.sanity);
    await openPage(page, product.studio, "cctv");
    type PublishedPicture = { url: string; alt: string; width: number; focus: { x: number } };
    const readPicture = async () =>
      (await readSections(page, "cctv")).find(({ picture }) => picture)?.picture as PublishedPicture;
    const pictureBefore = await readPicture();
    await openSection(page, getLaunchSectionWithPicture("cctv").title.es);

    await page.getByTestId("options-menu-button").first().click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name: "Subir" }).click();
    await (await chooser).setFiles({ name: "fachada.png", mimeType: "image/png", buffer: file });
    await expectDraft(page, "cctv", "1600x900-png");

    const alt = sectionField(page, "picture.alt").getByRole("textbox");
    await alt.nth(0).fill("Fachada de una tienda pintada de morado.");
    await alt.nth(1).fill("The front of a shop painted purple.");

    await page.getByTestId("options-menu-edit-details").first().click();
    const tool = page.getByRole("dialog").last();
    const area = await tool.locator("svg:has([data-handle])").first().boundingBox();
    if (!area) throw new Error("The picture cannot be seen.");
    await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width * 0.35, area.y + area.height / 2, { steps: 8 });
    await page.mouse.up();
    await tool.getByRole("button", { name: "Close dialog" }).click();

    await publish(page, product.sanity, "cctv");
    await expect.poll(async () => (await readPicture()).url, { timeout: 60_000 }).not.toBe(pictureBefore.url);
    expect(await readPicture()).toMatchObject({
      alt: "Fachada de una tienda pintada de morado.",
      width: 1600,
      height: 900,
    });
    expect((await readPicture()).focus.x).toBeLessThan(0.45);
  },
);

test(
  "an optional picture and text are removed, and visitors get the page without them",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, product.studio, product.sanity);
    await openPage(page, product.studio, "digital-marketing");
    const { title } = getLaunchSectionWithPicture("digital-marketing");
    await openSection(page, title.es);
    for (const language of [0, 1])
      await sectionField(page, "text").getByRole("textbox").nth(language).fill("");
    await page.getByTestId("options-menu-button").first().click();
    await page.getByRole("menuitem", { name: "Limpiar campo" }).click();
    const readDraft = async () => {
      type Draft = { title: { es: string }; text?: object; picture?: { asset?: object } };
      const sections = (await readStored(page, product.sanity, "drafts.digital-marketing"))
        ?.sections as Draft[];
      const opening = sections?.find((section) => section.title?.es === title.es);
      return opening && { text: opening.text, asset: opening.picture?.asset };
    };
    await expect.poll(readDraft, { timeout: 60_000 }).toEqual({ text: undefined, asset: undefined });
    await publish(page, product.sanity, "digital-marketing");
    await expect
      .poll(
        async () =>
          (await readSections(page, "digital-marketing")).find((section) => section.title === title.es),
        { timeout: 60_000 },
      )
      .toMatchObject({ picture: null, text: null });
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
    await signInByCalls(page, product.studio, product.sanity);
    await openPage(page, product.studio, "contact");

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
    await publish(page, product.sanity, "contact");
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

  await signInByCalls(page, product.studio, product.sanity);
  await openPage(page, product.studio, "home");
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
  await publish(page, product.sanity, "home");
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

test(
  "published text is in the static page after the next start, in both languages",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, product.studio, product.sanity);
    await openPage(page, product.studio, "seo-consulting");
    await openSection(page, "Apertura");
    const headline = sectionField(page, "title").getByRole("textbox");
    await headline.nth(0).fill("Que te encuentren primero");
    await headline.nth(1).fill("Be the first one found");
    await expectDraft(page, "seo-consulting", "Be the first one found");
    await publish(page, product.sanity, "seo-consulting");
    // The Studio would keep requesting a product that is about to end.
    await page.goto("about:blank");

    await product.interrupt();
    product = await startProduct(process.cwd(), product.state, product.ports);
    for (const [address, expectedHeadline] of [
      ["/seo-consulting", "Que te encuentren primero"],
      ["/en/seo-consulting", "Be the first one found"],
    ]) {
      const html = await (await page.request.get(`${product.site}${address}`)).text();
      expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1], address).toBe(expectedHeadline);
    }
  },
);
