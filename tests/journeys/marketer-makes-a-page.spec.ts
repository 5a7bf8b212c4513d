import type { Locator, Page } from "@playwright/test";
import { expect, nightly, test } from "../support/journey.ts";
import {
  prepareForStudio,
  publish,
  readStored,
  sectionField,
  signInByCalls,
  signInToPage,
  startOwnProduct,
  titleField,
} from "../support/studio.ts";

prepareForStudio(2400);

const product = startOwnProduct();
/** The id of the page that the first test creates. */
let createdPageId: string;

/** Writes a text of the open document in both languages. */
async function write(field: Locator, es: string, en: string): Promise<void> {
  await field.getByRole("textbox").nth(0).fill(es);
  await field.getByRole("textbox").nth(1).fill(en);
}

/** Polls the answer that visitors without script get: its status and the target of a redirect. */
const pollAnswer = (page: Page, address: string) =>
  expect.poll(
    async () => {
      const answer = await page.request.get(`${product.site}${address}`, { maxRedirects: 0 });
      const { location } = answer.headers();
      return location
        ? `${answer.status()} ${new URL(location, product.site).pathname}`
        : `${answer.status()}`;
    },
    { timeout: 60_000 },
  );
const readHtml = async (page: Page, address: string) =>
  (await page.request.get(`${product.site}${address}`)).text();
const findFirstGroup = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
/** Returns the text of the first link to an address. */
const readLinkText = (html: string, address: string) =>
  findFirstGroup(html, new RegExp(`<a [^>]*href="${address}"[^>]*>(.*?)</a>`))?.replace(/<[^>]*>/g, "");

test(
  "an editor creates a page, publishes it and adds it to the menu: visitors find it in both languages",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, product);

    await test.step("the editor creates a complete page", async () => {
      await page.goto(`${product.studio}/structure/pages;other-pages`);
      await page.getByRole("link", { name: "Crear página" }).click({ timeout: 60_000 });
      await write(page.getByTestId("field-title"), "Sobre nosotros", "About us");
      await page.getByRole("button", { name: "Usar «sobre-nosotros»" }).click();
      await page.getByRole("button", { name: "Usar «about-us»" }).click();
      await write(
        page.getByTestId("field-description"),
        "Quiénes somos, desde cuándo trabajamos y qué pueden esperar de nosotros las empresas del país.",
        "Who we are, since when we have been working, and what businesses of the country can expect of us.",
      );
      await page
        .getByTestId("field-sections")
        .getByRole("button", { name: /Agregar elemento/ })
        .click();
      await page.getByRole("menuitem", { name: "Apertura" }).click();
      await write(sectionField(page, "title"), "Gente de aquí", "People from here");
      await page.getByRole("dialog").getByRole("button", { name: "Close dialog" }).click();
      [createdPageId = ""] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
      await publish(page, product, createdPageId);
      await expect(page.getByTestId("menu-notice")).toContainText("Esta página no está en ningún menú.");
    });

    await test.step("the editor adds the page to the menu by its title", async () => {
      await page.goto(`${product.studio}/structure/navigation`);
      const menu = page.getByTestId("field-menu");
      await expect(menu.getByText("Contacto", { exact: true })).toBeVisible({ timeout: 60_000 });
      // The Studio closes an open menu when it redraws the form.
      await expect(async () => {
        await menu.getByRole("button", { name: /Agregar elemento/ }).click({ timeout: 5_000 });
        await page.getByRole("menuitem", { name: "Página", exact: true }).click({ timeout: 5_000 });
      }).toPass({ timeout: 120_000 });
      await page.getByRole("dialog").getByRole("combobox").fill("Sobre");
      await page.getByRole("option").filter({ hasText: "Sobre nosotros" }).getByRole("button").click();
      await page.getByRole("dialog").getByRole("button", { name: "Close dialog" }).click();
      await publish(page, product, "navigation");
    });

    await test.step("visitors without script find it in the menu and the sitemap", async () => {
      await pollAnswer(page, "/sobre-nosotros").toBe("200");
      await pollAnswer(page, "/en/about-us").toBe("200");
      const spanish = await readHtml(page, "/sobre-nosotros");
      expect(findFirstGroup(spanish, /<h1[^>]*>([^<]*)/)).toBe("Gente de aquí");
      expect(findFirstGroup(spanish, /hreflang="en" href="([^"]*)"/i)).toBe(`${product.site}/en/about-us`);
      expect(findFirstGroup(await readHtml(page, "/en/about-us"), /<h1[^>]*>([^<]*)/)).toBe(
        "People from here",
      );
      for (const [from, to, text] of [
        ["/contacto", "/sobre-nosotros", "Sobre nosotros"],
        ["/en/contact", "/en/about-us", "About us"],
      ] as const) {
        await expect
          .poll(async () => readLinkText(await readHtml(page, from), to), { timeout: 60_000 })
          .toBe(text);
      }
      expect(findFirstGroup(await readHtml(page, "/sitemap.xml"), /<loc>[^<]*(\/en\/about-us)<\/loc>/)).toBe(
        "/en/about-us",
      );
    });
  },
);

test(
  "a moved page redirects from its old address, and a deleted page to the chosen page",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, product);
    await page.goto(`${product.studio}/structure/pages;other-pages`);
    await page.getByTestId("pane").last().getByText("Sobre nosotros").click({ timeout: 60_000 });
    await expect(titleField(page)).toHaveValue("Sobre nosotros");
    await expect(page.getByTestId("menu-notice")).toHaveCount(0);

    await test.step("the page moves", async () => {
      const spanish = page.getByTestId("field-address.es");
      await spanish.getByRole("textbox").fill("Quiénes somos");
      await expect(spanish.getByRole("textbox")).toHaveValue("quienes-somos");
      await expect(page.getByText("Al publicar, /sobre-nosotros llevará a /quienes-somos.")).toBeVisible();
      await publish(page, product, createdPageId);
      await pollAnswer(page, "/quienes-somos").toBe("200");
      await pollAnswer(page, "/sobre-nosotros").toBe("301 /quienes-somos");
    });

    await test.step("the page is deleted", async () => {
      await page.getByTestId("action-menu-button").click();
      await page.getByRole("menuitem", { name: "Borrar la página…" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText("Sale del menú y del pie de página.")).toBeVisible();
      await dialog.getByLabel("Quien abra sus direcciones llega a:").selectOption({ label: "Contacto" });
      await dialog.getByRole("button", { name: "Borrar la página", exact: true }).click();
      await expect(page.getByText("La página se borró.")).toBeVisible();
      await expect(page.getByText(/^Ahora llevan a «Contacto»: .*\/quienes-somos/)).toBeVisible();
      await expect(page.getByText(/^Direcciones antiguas: .*\/quienes-somos/)).toBeVisible({
        timeout: 60_000,
      });
      for (const address of ["/quienes-somos", "/sobre-nosotros"])
        await pollAnswer(page, address).toBe("301 /contacto");
      await pollAnswer(page, "/en/about-us").toBe("301 /en/contact");
      await expect
        .poll(async () => (await readHtml(page, "/contacto")).includes("Sobre nosotros"), { timeout: 60_000 })
        .toBe(false);
    });
  },
);

test(
  "two marketers on one page see what the other one writes, lose nothing, and publish it together",
  nightly,
  async ({ page, browser }) => {
    const context = await browser.newContext({ viewport: { width: 1400, height: 2400 }, locale: "es-CR" });
    const otherPage = await context.newPage();
    for (const editorPage of [page, otherPage]) {
      await signInToPage(editorPage, product, "privacy");
    }
    const getEnglishTitle = (editorPage: Page) =>
      editorPage.getByTestId("field-title").getByRole("textbox").nth(1);
    await Promise.all([titleField(page).press("End"), getEnglishTitle(otherPage).press("End")]);
    await Promise.all([
      titleField(page).pressSequentially(" de todos", { delay: 20 }),
      getEnglishTitle(otherPage).pressSequentially(" of everyone", { delay: 20 }),
    ]);
    for (const editorPage of [page, otherPage]) {
      await expect(titleField(editorPage)).toHaveValue(/ de todos$/, { timeout: 60_000 });
      await expect(getEnglishTitle(editorPage)).toHaveValue(/ of everyone$/, { timeout: 60_000 });
    }
    await publish(otherPage, product, "privacy");
    expect((await readStored(page, product, "privacy"))?.title).toMatchObject({
      es: await titleField(page).inputValue(),
      en: await getEnglishTitle(page).inputValue(),
    });
    await expect(page.getByRole("button", { name: "Publicar", exact: true })).toBeDisabled({
      timeout: 60_000,
    });
    await context.close();
  },
);
