import { path } from "#cms/content/site.ts";
import { expect, test } from "../support/journey.ts";
import { prepareForStudio, readStored, sharedStudio, signInByCalls } from "../support/studio.ts";

prepareForStudio();
test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const address = path("web-development", "es");

test("an editor edits a headline on the real page, sees the draft there and shows it to a colleague; visitors do not see it", async ({
  page,
  browser,
  baseURL,
}) => {
  // The page fetches itself once to learn what it shows. That request is answered only after the first edit.
  const firstEdit = Promise.withResolvers<void>();
  await page.route(`**${address}`, async (route) => {
    if (route.request().resourceType() === "xhr") await firstEdit.promise;
    await route.continue();
  });
  await signInByCalls(page, sharedStudio);
  await page.goto(`${sharedStudio.studio}/presentation?preview=${address}`);
  const previewFrame = page.frameLocator("iframe").first();
  const headline = previewFrame.locator("h1");
  const field = page
    .getByTestId(/field-sections.*\.title$/)
    .getByRole("textbox")
    .first();
  const firstHeadline = `Un sitio que vende ${Date.now() % 100_000}`;
  const finalHeadline = `${firstHeadline} más`;

  await test.step("a click on the headline opens its field", async () => {
    await expect(headline).toHaveAttribute("data-sanity", /title\.es/, { timeout: 60_000 });
    const headlineBefore = await headline.innerText();
    await expect(async () => {
      await headline.click();
      await expect(field).toHaveValue(headlineBefore, { timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
  });

  await test.step("the typed text appears on the page, and visitors do not see it", async () => {
    // The Studio drops typed text while it still opens the field.
    await expect(async () => {
      await field.fill(firstHeadline);
      const readDraft = async () =>
        JSON.stringify(await readStored(page, sharedStudio, "drafts.web-development"));
      await expect.poll(readDraft, { timeout: 20_000 }).toContain(firstHeadline);
    }).toPass({ timeout: 120_000 });
    firstEdit.resolve();
    await expect(headline).toHaveText(firstHeadline, { timeout: 60_000 });
    await field.fill(finalHeadline);
    await expect(headline).toHaveText(finalHeadline, { timeout: 60_000 });
    // This request has none of the browser's cookies.
    expect(await (await fetch(`${baseURL}${address}`)).text()).not.toContain(firstHeadline);
  });

  await test.step("a colleague without an account opens the link and leaves the preview", async () => {
    await previewFrame.getByRole("button", { name: "Copiar enlace" }).click();
    const linkField = previewFrame.getByRole("textbox", { name: "Se abre sin cuenta, por un día." });
    await expect(linkField).toBeVisible({ timeout: 60_000 });
    const link = await linkField.inputValue();
    // Chromium forbids the copy when the link arrives more than five seconds after the click.
    const isCopied = await previewFrame.getByText("Enlace copiado: se abre por un día.").isVisible();
    if (isCopied) expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect(link.startsWith(`${baseURL}/api/preview/open?token=`)).toBe(true);
    const colleague = await (await browser.newContext()).newPage();
    await colleague.goto(link);
    await expect(colleague.getByRole("heading", { level: 1 })).toHaveText(finalHeadline);
    await colleague.getByRole("link", { name: "Salir de la vista previa" }).click();
    await expect(colleague.getByRole("heading", { level: 1 })).not.toHaveText(finalHeadline);
    await expect(colleague.getByRole("complementary", { name: "Vista previa" })).toHaveCount(0);
    await colleague.context().close();
  });
});
