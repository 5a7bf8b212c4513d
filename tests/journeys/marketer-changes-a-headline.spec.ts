import { expect, test } from "../support/journey.ts";
import { publish, readStored, signIn, studioErrors, titleField } from "../support/studio.ts";

test.use({
  viewport: { width: 1400, height: 900 },
  // The Studio logs errors about features that the stand-in lacks, and about Sanity hosts that it cannot reach offline.
  expectedErrors: studioErrors,
});
test.setTimeout(300_000);

test("an editor changes the Spanish title of the home page, and visitors get it", async ({ page }) => {
  const { STUDIO = "", SANITY = "" } = process.env;
  await signIn(page, STUDIO);
  await page.getByText("Páginas").click();
  await page.getByText("Inicio").click();
  const title = titleField(page);
  await expect(title).not.toHaveValue("", { timeout: 60_000 });
  const titleBefore = await title.inputValue();
  const newTitle = `Servicios digitales ${Date.now() % 100_000}`;

  await test.step("typed text is stored as a draft that visitors do not see", async () => {
    await title.fill(newTitle);
    await expect.poll(async () => (await readStored(page, SANITY, "drafts.home"))?.title?.es).toBe(newTitle);
    const anonymous = await page.request.get(`${SANITY}/v2025-02-19/data/doc/production/drafts.home`);
    expect((await anonymous.json()).documents).toEqual([]);
    expect((await readStored(page, SANITY, "home"))?.title?.es).toBe(titleBefore);
  });

  await test.step("visitors get the published title within seconds", async () => {
    await publish(page, SANITY, "home");
    await expect.poll(async () => (await readStored(page, SANITY, "home"))?.title?.es).toBe(newTitle);
    expect(await readStored(page, SANITY, "drafts.home")).toBeUndefined();
    await expect
      .poll(async () => (await (await page.request.get("/api/content/home?lang=es")).json()).page.title, {
        timeout: 60_000,
      })
      .toBe(newTitle);
  });

  await test.step("the test restores the title", async () => {
    await title.fill(titleBefore);
    await expect
      .poll(async () => (await readStored(page, SANITY, "drafts.home"))?.title?.es)
      .toBe(titleBefore);
    await publish(page, SANITY, "home");
    await expect.poll(async () => (await readStored(page, SANITY, "home"))?.title?.es).toBe(titleBefore);
  });
});
