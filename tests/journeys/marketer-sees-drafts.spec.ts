import { path } from "#cms/content/site.ts";
import { expect, test } from "../support/journey.ts";
import { enter, stored, studioErrors } from "../support/studio.ts";

test.use({
  viewport: { width: 1400, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
  // The Studio logs errors about features that the stand-in lacks, and about Sanity hosts that it cannot reach offline.
  expectedErrors: studioErrors,
});
test.setTimeout(300_000);

const { STUDIO = "", SANITY = "" } = process.env;
const address = path("web-development", "es");

test("an editor edits a headline on the real page, sees the draft there and shows it to a colleague; visitors do not see it", async ({
  page,
  browser,
  baseURL,
}) => {
  // The page fetches itself once to learn what it shows. That request is answered only after the first edit.
  const written = Promise.withResolvers<void>();
  await page.route(`**${address}`, async (route) => {
    if (route.request().resourceType() === "xhr") await written.promise;
    await route.continue();
  });
  await enter(page, STUDIO, SANITY);
  await page.goto(`${STUDIO}/presentation?preview=${address}`);
  const shown = page.frameLocator("iframe").first();
  const headline = shown.locator("h1");
  const field = page
    .getByTestId(/field-sections.*\.title$/)
    .getByRole("textbox")
    .first();
  const first = `Un sitio que vende ${Date.now() % 100_000}`;
  const words = `${first} más`;

  await test.step("a click on the headline opens its field", async () => {
    await expect(headline).toHaveAttribute("data-sanity", /title\.es/, { timeout: 60_000 });
    const before = await headline.innerText();
    await expect(async () => {
      await headline.click();
      await expect(field).toHaveValue(before, { timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
  });

  await test.step("the typed text appears on the page, and visitors do not see it", async () => {
    // The Studio drops typed text while it still opens the field.
    await expect(async () => {
      await field.fill(first);
      const draft = async () => JSON.stringify(await stored(page, SANITY, "drafts.web-development"));
      await expect.poll(draft, { timeout: 20_000 }).toContain(first);
    }).toPass({ timeout: 120_000 });
    written.resolve();
    await expect(headline).toHaveText(first, { timeout: 60_000 });
    await field.fill(words);
    await expect(headline).toHaveText(words, { timeout: 60_000 });
    // This request has none of the browser's cookies.
    expect(await (await fetch(`${baseURL}${address}`)).text()).not.toContain(first);
  });

  await test.step("a colleague without an account opens the link and leaves the preview", async () => {
    await shown.getByRole("button", { name: "Copiar enlace" }).click();
    await expect(shown.getByText("Enlace copiado: se abre por un día.")).toBeVisible();
    const link = await shown.getByRole("textbox", { name: "Se abre sin cuenta, por un día." }).inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect(link.startsWith(`${baseURL}/api/preview/open?token=`)).toBe(true);
    const colleague = await (await browser.newContext()).newPage();
    await colleague.goto(link);
    await expect(colleague.getByRole("heading", { level: 1 })).toHaveText(words);
    await colleague.getByRole("link", { name: "Salir de la vista previa" }).click();
    await expect(colleague.getByRole("heading", { level: 1 })).not.toHaveText(words);
    await expect(colleague.getByRole("complementary", { name: "Vista previa" })).toHaveCount(0);
    await colleague.context().close();
  });
});
