import type { Locator, Page } from "@playwright/test";
import type { SanityClient } from "@sanity/client";
import { createTestClient } from "../local/sanity/clients.ts";
import { expect, test } from "./journey.ts";
import type { Product } from "./product.ts";
import { removeProduct, startPreparedProduct } from "./product.ts";

/** The origins of a Studio and its content. */
type StudioOrigins = Pick<Product, "studio" | "sanity">;

const { STUDIO = "", SANITY = "" } = process.env;
/** The Studio of the product that all journeys share. */
export const sharedStudio: StudioOrigins = { studio: STUDIO, sanity: SANITY };

/** Starts a product for the tests of a file alone, which change its content and run in their order. */
export function startOwnProduct(): Product {
  const product = {} as Product;
  test.describe.configure({ mode: "serial" });
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    Object.assign(product, await startPreparedProduct());
  });
  test.afterAll(() => removeProduct(product));
  return product;
}

/**
 * Console errors of the Studio that are no faults: it requests features that the stand-in lacks, and Sanity hosts that it
 * cannot reach offline. It also requests the state of the site, which sends no CORS headers while it is away or restarts.
 */
const studioErrors =
  /Failed to load resource|WebSocket connection|localhost:\d+\/static\/|Access to fetch at '[^']+' from origin '[^']+' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header/;

/** Prepares the tests of a file for the Studio. A form draws only what is in view, so long forms need a high window. */
export function prepareForStudio(height = 900): void {
  test.use({ viewport: { width: 1400, height }, expectedErrors: studioErrors });
  test.setTimeout(300_000);
}

/** Opens the Studio at `studio`, and signs in with its one click. */
export async function signIn(page: Page, studio: string): Promise<void> {
  await page.goto(studio);
  await page.getByText("Entrar en este equipo · Sign in on this computer").click();
  await expect(page.getByText("Páginas")).toBeVisible({ timeout: 60_000 });
}

/**
 * Signs in through the calls of that click, for tests whose subject is not the sign-in.
 * The Studio takes seconds to load. This way it loads once instead of three times.
 */
export async function signInByCalls(page: Page, { studio, sanity }: StudioOrigins): Promise<void> {
  const login = await page.request.get(`${sanity}/v1/auth/login/local?origin=${encodeURIComponent(studio)}`, {
    maxRedirects: 0,
  });
  const [, signInId = ""] = /#sid=(.+)$/.exec(login.headers().location ?? "") ?? [];
  const { token } = await (await page.request.get(`${sanity}/v1/auth/fetch?sid=${signInId}`)).json();
  await page.context().addInitScript(
    ([origin, session]) => {
      if (location.origin === origin) localStorage.setItem("__studio_auth_token_vitrina0", session ?? "");
    },
    [new URL(studio).origin, JSON.stringify({ token })],
  );
}

/** Opens a page's document by its name in the desk. */
export async function openPage(page: Page, studio: string, id: string): Promise<void> {
  await page.goto(`${studio}/structure/pages;${id}`);
  await expect(titleField(page)).not.toHaveValue("", { timeout: 60_000 });
}

/** Signs in, and opens a page's document by its name. */
export async function signInToPage(page: Page, origins: StudioOrigins, id: string): Promise<void> {
  await signInByCalls(page, origins);
  await openPage(page, origins.studio, id);
}

/** Creates a client of the content with the token of the open Studio. */
export async function createEditor(page: Page, { sanity }: StudioOrigins): Promise<SanityClient> {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes("studio_auth_token"));
    return JSON.parse(localStorage.getItem(key ?? "") ?? "{}").token as string;
  });
  return createTestClient(sanity, token);
}

/** Reads a stored document with the Studio's token. The title is absent while a page has only its name. */
export const readStored = async (page: Page, origins: StudioOrigins, id: string) =>
  (await createEditor(page, origins)).getDocument<{ title?: { es: string }; sections: object[] }>(id);

/** Returns the field of the open page's Spanish title. */
export const titleField = (page: Page) => page.getByTestId("field-title").getByRole("textbox").first();

/**
 * Publishes the open document `id`, and waits until its draft is gone.
 * The button is no proof: the Studio disables it while it saves, and drops a click then.
 */
export async function publish(page: Page, origins: StudioOrigins, id: string): Promise<void> {
  const readDraft = () => readStored(page, origins, `drafts.${id}`);
  await expect.poll(readDraft, { timeout: 60_000 }).toBeDefined();
  await expect(async () => {
    await page.getByRole("button", { name: "Publicar", exact: true }).click({ timeout: 10_000 });
    await expect.poll(readDraft, { timeout: 10_000 }).toBeUndefined();
  }).toPass({ timeout: 120_000 });
}

/** Returns a field of the open section by the end of its path, such as `noticeLink.anchor`. */
export const sectionField = (page: Page, path: string) =>
  page.locator(`[data-testid^="field-sections"][data-testid$=".${path}"]`);

/**
 * Scrolls to an area until `part` is visible. The Studio draws an area once it is in view, and replaces it once more
 * content has loaded.
 */
export async function bringIntoView(area: Locator, part: Locator): Promise<void> {
  await expect(async () => {
    await area.scrollIntoViewIfNeeded({ timeout: 5_000 });
    await expect(part).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/**
 * Finds the first section of the open page that the list shows with `text`: its headline, its type or its description.
 */
export async function findSection(page: Page, text: string): Promise<Locator> {
  const sections = page.getByTestId("field-sections");
  const section = sections.getByText(text, { exact: true }).first();
  await bringIntoView(sections, section);
  return section;
}

/** Opens the section that the list shows with `text`. */
export async function openSection(page: Page, text: string): Promise<void> {
  await (await findSection(page, text)).click();
}

/** Opens the Studio's search from its desk, and types `text`. Returns the results. */
export async function search(page: Page, text: string): Promise<Locator> {
  // The Studio closes a search when it moves on to its first tool.
  await expect(page.getByText("Datos de la empresa").first()).toBeVisible({ timeout: 60_000 });
  await page.getByTestId("studio-search").click();
  await expect(page.getByPlaceholder("Buscar", { exact: true })).toBeFocused();
  // The field keeps the previous search.
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
  return page.getByTestId("search-results");
}
