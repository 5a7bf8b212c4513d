import type { Page } from "@playwright/test";
import { path } from "#cms/content/site.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { openPage, publish, signIn, signInByCalls, studioErrors, titleField } from "../support/studio.ts";

test.use({
  viewport: { width: 1400, height: 900 },
  // The Studio logs errors about features that the stand-in lacks, and about Sanity hosts that it cannot reach offline.
  expectedErrors: studioErrors,
});
test.setTimeout(300_000);

const { STUDIO = "", SANITY = "" } = process.env;

/** Changes the published content without the Studio, which would reject the change. */
async function patchPublished(page: Page, id: string, set: Record<string, unknown>): Promise<void> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("__studio_auth_token_vitrina0") ?? "{}").token as string,
  );
  const answer = await page.request.post(`${SANITY}/v2025-02-19/data/mutate/production`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { mutations: [{ patch: { id, set } }] },
  });
  expect(answer.status()).toBe(200);
}

test("after publishing, the Studio shows since when and where the page is live, and visitors without script get it", async ({
  page,
}) => {
  await signIn(page, STUDIO);
  await openPage(page, STUDIO, "privacy");
  const titleBefore = await titleField(page).inputValue();
  const newTitle = `Privacidad ${Date.now() % 100_000}`;
  await titleField(page).fill(newTitle);
  await publish(page, SANITY, "privacy");
  const liveNotice = page.getByRole("alert").filter({ hasText: "/privacidad" });
  await expect(liveNotice).toBeVisible({ timeout: 60_000 });
  await expect(liveNotice).toContainText(/En línea desde las \d\d:\d\d:\d\d/);
  await expect(liveNotice).toContainText("español e inglés: /privacidad · /en/privacy");
  for (const language of ["es", "en"] as const) {
    const answer = await page.request.get(path("privacy", language));
    expect(await answer.text()).toContain(language === "es" ? `<title>${newTitle} ·` : "<title>");
    expect(answer.headers()["server-timing"]).toMatch(/^(rendered|cached);/);
  }
  await titleField(page).fill(titleBefore);
  await publish(page, SANITY, "privacy");
});

test(
  "the Studio shows which pages are live, and which cannot be shown and why",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, STUDIO, SANITY);
    await page.goto(`${STUDIO}/site`);
    const getItem = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
    const marketing = getItem("Marketing digital");
    await expect(marketing.getByText("En línea", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(marketing.getByRole("link", { name: "/en/digital-marketing" })).toBeVisible();

    const publishedContent = await (await page.request.get("/api/content/digital-marketing?lang=en")).json();
    await patchPublished(page, "digital-marketing", { "title.en": "" });
    await expect(marketing.getByText("No se puede mostrar", { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    await expect(marketing.getByText("Título: falta el texto en inglés.")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "una compilación fallaría" })).toBeVisible();
    // Visitors keep the last valid page.
    expect(await (await page.request.get(path("digital-marketing", "en"))).text()).toContain(
      publishedContent.page.title,
    );

    await patchPublished(page, "digital-marketing", { "title.en": publishedContent.page.title });
    await expect(marketing.getByText("En línea", { exact: true })).toBeVisible({ timeout: 60_000 });
  },
);
