import { path } from "#cms/content/site.ts";
import { expect, nightly, test } from "../support/journey.ts";
import {
  createEditor,
  openPage,
  prepareForStudio,
  publish,
  sharedStudio,
  signIn,
  signInByCalls,
  titleField,
} from "../support/studio.ts";

prepareForStudio();

test("after publishing, the Studio shows since when and where the page is live, and visitors without script get it", async ({
  page,
}) => {
  await signIn(page, sharedStudio.studio);
  await openPage(page, sharedStudio.studio, "privacy");
  const titleBefore = await titleField(page).inputValue();
  const newTitle = `Privacidad ${Date.now() % 100_000}`;
  await titleField(page).fill(newTitle);
  await publish(page, sharedStudio, "privacy");
  const liveNotice = page.getByRole("alert").filter({ hasText: "/privacidad" });
  await expect(liveNotice).toBeVisible({ timeout: 60_000 });
  await expect(liveNotice).toContainText(/En línea desde las \d\d:\d\d:\d\d/);
  await expect(liveNotice).toContainText("español e inglés: /privacidad · /en/privacy");
  // The notice is beside the publish button and its menu, not above them, so it covers them with no footer.
  const [notice, publishButton] = await Promise.all([
    liveNotice.boundingBox(),
    page.getByRole("button", { name: "Publicar", exact: true }).boundingBox(),
  ]);
  expect((notice?.x ?? 0) + (notice?.width ?? 0)).toBeLessThan(publishButton?.x ?? 0);
  for (const language of ["es", "en"] as const) {
    const answer = await page.request.get(path("privacy", language));
    expect(await answer.text()).toContain(language === "es" ? `<title>${newTitle} ·` : "<title>");
    expect(answer.headers()["server-timing"]).toMatch(/^(rendered|cached);/);
  }
  await titleField(page).fill(titleBefore);
  await publish(page, sharedStudio, "privacy");
});

test(
  "the Studio shows which pages are live, and which lack what is broken and why",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, sharedStudio);
    await page.goto(`${sharedStudio.studio}/site`);
    const getItem = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
    const marketing = getItem("Marketing digital");
    await expect(marketing.getByText("En línea", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(marketing.getByRole("link", { name: "/en/digital-marketing" })).toBeVisible();

    const publishedContent = await (await page.request.get("/api/content/digital-marketing?lang=en")).json();
    // The Studio would reject the change.
    const published = (await createEditor(page, sharedStudio)).patch("digital-marketing");
    await published.set({ "title.en": "" }).commit();
    await expect(marketing.getByText("En línea, menos lo que falla", { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    await expect(marketing.getByText("Título: falta el texto en inglés.")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "menos lo que falla" })).toBeVisible();
    // A missing text shows that of the other language.
    expect(await (await page.request.get(path("digital-marketing", "en"))).text()).toContain(
      "<title>Marketing digital para empresas",
    );

    await published.set({ "title.en": publishedContent.page.title }).commit();
    await expect(marketing.getByText("En línea", { exact: true })).toBeVisible({ timeout: 60_000 });
  },
);
