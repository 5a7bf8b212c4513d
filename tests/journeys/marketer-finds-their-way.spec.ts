import { listPageViolations } from "../support/accessibility.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { company, getLaunchSection, getLaunchSectionWithPicture } from "../support/launch-copy.ts";
import {
  bringIntoView,
  openPage,
  prepareForStudio,
  search,
  sharedStudio,
  signIn,
  signInByCalls,
  signInToPage,
  titleField,
} from "../support/studio.ts";

prepareForStudio();

const headline = (page: string) => getLaunchSection(page, "hero").title;
const { picture } = getLaunchSectionWithPicture("technical-support");
const removeAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

test(
  "words that are printed on the site, with their accents or without, lead to the page that has them",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, sharedStudio);
    await page.goto(sharedStudio.studio);
    for (const [searchText, name, id] of [
      [headline("home").es, "Inicio", "home"],
      [headline("reputation").en, "Plataforma de gestión de reputación", "reputation"],
      [removeAccents(headline("home").es).toUpperCase(), "Inicio", "home"],
      [picture.alt.es, "Soporte técnico", "technical-support"],
    ] as const) {
      await test.step(searchText, async () => {
        const results = await search(page, searchText);
        await results.getByText(name, { exact: true }).click({ timeout: 20_000 });
        await expect(page).toHaveURL(new RegExp(`;${id}\\b`));
        // The text is in a field of a section, which opens.
        await expect(page).toHaveURL(/path(=|%3D)sections/, { timeout: 60_000 });
        await page.getByRole("dialog").getByRole("button", { name: "Close dialog" }).click();
        await expect(page.getByTestId("field-name").locator("option:checked")).toHaveText(name, {
          timeout: 60_000,
        });
      });
    }
  },
);

test(
  "counts typed characters, and previews search results and shares while the editor types",
  nightly,
  async ({ page }) => {
    await signInToPage(page, sharedStudio, "reputation");
    const previewRegion = page.getByRole("region", { name: "Cómo se ve en buscadores y al compartirla" });
    const title = "Cuida lo que se dice de tu empresa en todas partes";
    await titleField(page).fill(title);
    await expect(page.getByTestId("field-title").getByText(`${title.length} / 60`)).toBeVisible();
    await expect(page.getByTestId("field-title").getByText("Quedan 10 caracteres o menos.")).toBeAttached();
    await bringIntoView(previewRegion, previewRegion.getByText(title, { exact: true }).first());
    await expect(previewRegion.getByText("gestion-de-reputacion")).toBeVisible();
    await expect(previewRegion.locator("img[src*='images/']").first()).toBeVisible();

    await previewRegion.getByRole("button", { name: "Computadora" }).click();
    await expect(previewRegion.getByRole("button", { name: "Computadora" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(previewRegion.getByText(/^Cuida lo que .* …$/)).toBeVisible();
    expect(await listPageViolations(page, "section[aria-label]")).toEqual([]);
    expect(await listPageViolations(page, "[data-testid='field-title']")).toEqual([]);

    await page.getByTestId("action-menu-button").click();
    await page.getByRole("menuitem", { name: "Descartar cambios" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Descartar cambios" }).click();
    await expect(titleField(page)).not.toHaveValue(title);
  },
);

test("the Studio has the company's name and icon, also before the sign-in", nightly, async ({ page }) => {
  const tabIcon = page.locator('head link[rel="icon"]');
  await page.goto(sharedStudio.studio);
  await expect(page.getByText("Entrar en este equipo · Sign in on this computer")).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(company.brandName, { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(company.brandName));
  await expect(tabIcon).toHaveCount(1);
  await expect(tabIcon).toHaveAttribute("href", /^data:image\/svg/);

  await signIn(page, sharedStudio.studio);
  await expect(page.getByText(company.brandName, { exact: true })).toBeVisible();
  await openPage(page, sharedStudio.studio, "contact");
  await expect(page).toHaveTitle(new RegExp(company.brandName));
  await expect(page.getByText("Vitrina")).toHaveCount(0);
});
