import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../support/journey.ts";
import { type Product, productPorts, startProduct } from "../support/product.ts";
import {
  openPage,
  openSection,
  publish,
  sectionField,
  signIn,
  stored,
  titleField,
} from "../support/studio.ts";

// A product of their own, because they change what it says and stop it.
test.describe.configure({ mode: "serial" });
test.use({
  // As high as a section's form, which draws only what is in view.
  viewport: { width: 1400, height: 1800 },
  expectedErrors: [/Failed to load resource|WebSocket connection|localhost:\d+\/static\//],
});
test.setTimeout(240_000);

let state: string;
let ports: Product["ports"];
let product: Product;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  state = await mkdtemp(join(tmpdir(), "vitrina-marketer-"));
  ports = await productPorts();
  product = await startProduct(process.cwd(), state, ports);
});

test.afterAll(async () => {
  await product.interrupt();
  await rm(state, { recursive: true, force: true });
});

type Section = { _type: string; [field: string]: unknown };

/** The sections of a page as visitors get them. */
async function sectionsOf(page: Page, name: string): Promise<Section[]> {
  const answer = await page.request.get(`${product.site}/api/content/${name}?lang=es`);
  return (await answer.json()).page.sections;
}
const sectionOf = async (page: Page, name: string, type: string) =>
  (await sectionsOf(page, name)).find(({ _type }) => _type === type);

test("the Studio speaks Spanish, and English to who chooses it", async ({ page }) => {
  await signIn(page, product.studio);
  await openPage(page, product.studio, "contact");
  await expect(page.getByText("Lo que muestra la página, de arriba abajo.")).toBeVisible();
  await page
    .getByTestId("field-sections")
    .getByRole("button", { name: /Añadir elemento/ })
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

test("publishing is refused while the English is missing, in the words of the Studio's language", async ({
  page,
}) => {
  await signIn(page, product.studio);
  await openPage(page, product.studio, "technical-support");
  const english = titleField(page)
    .locator("xpath=ancestor::*[@data-testid='field-title']")
    .getByRole("textbox")
    .nth(1);
  await english.fill("");
  await expect
    .poll(async () => (await stored(page, product.lake, "drafts.technical-support"))?.title)
    .not.toHaveProperty("en");
  await page.getByRole("button", { name: "Validación" }).click();
  await expect(page.getByRole("button", { name: "Título / Inglés Falta el texto en inglés." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Publicar", exact: true })).toBeDisabled();

  await page.getByRole("button", { name: "English" }).click();
  await expect(
    page.getByRole("button", { name: "Title / English The English text is missing." }),
  ).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();

  await page.getByTestId("field-title").getByRole("textbox").nth(1).fill("Technical support for companies");
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeEnabled({ timeout: 20_000 });
});

test("a picture is uploaded with its description and focal point, and visitors get it", async ({ page }) => {
  const file = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#7a2a7a" } })
    .png()
    .toBuffer();
  await signIn(page, product.studio);
  await openPage(page, product.studio, "cctv");
  const before = (await sectionOf(page, "cctv", "hero"))?.picture as { url: string };
  await openSection(page, "Apertura");

  await page.getByTestId("options-menu-button").click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Subir" }).click();
  await (await chooser).setFiles({ name: "fachada.png", mimeType: "image/png", buffer: file });
  const stays = () => stored(page, product.lake, "drafts.cctv") as Promise<unknown>;
  await expect.poll(async () => JSON.stringify(await stays()), { timeout: 30_000 }).toContain("1600x900-png");

  const alt = sectionField(page, "picture.alt").getByRole("textbox");
  await alt.nth(0).fill("Fachada de una tienda pintada de morado.");
  await alt.nth(1).fill("The front of a shop painted purple.");

  await page.getByTestId("options-menu-edit-details").click();
  const tool = page.getByRole("dialog").last();
  const area = await tool.locator("svg:has([data-handle])").first().boundingBox();
  if (!area) throw new Error("The picture cannot be seen.");
  await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.35, area.y + area.height / 2, { steps: 8 });
  await page.mouse.up();
  await tool.getByRole("button", { name: "Close dialog" }).click();

  await publish(page);
  type Shown = { url: string; alt: string; width: number; focus: { x: number } };
  const picture = async () => (await sectionOf(page, "cctv", "hero"))?.picture as Shown;
  await expect.poll(async () => (await picture()).url, { timeout: 20_000 }).not.toBe(before.url);
  expect(await picture()).toMatchObject({
    alt: "Fachada de una tienda pintada de morado.",
    width: 1600,
    height: 900,
  });
  expect((await picture()).focus.x).toBeLessThan(0.45);
});
