import sharp from "sharp";
import { expect, nightly, test } from "../support/journey.ts";
import { getLaunchSectionWithPicture } from "../support/launch-copy.ts";
import {
  openPage,
  openSection,
  prepareForStudio,
  publish,
  readStored,
  sectionField,
  signInToPage,
  startOwnProduct,
  titleField,
} from "../support/studio.ts";

prepareForStudio();

const product = startOwnProduct();

test("the history begins with the launch copy of a page, and brings it back", nightly, async ({ page }) => {
  const readPublishedTitle = async () => (await readStored(page, product, "reputation"))?.title?.es;
  await signInToPage(page, product, "reputation");
  const launchTitle = await titleField(page).inputValue();
  await titleField(page).fill("Otra reputación");
  await expect
    .poll(async () => (await readStored(page, product, "drafts.reputation"))?.title?.es)
    .toBe("Otra reputación");
  await publish(page, product, "reputation");
  await expect.poll(readPublishedTitle, { timeout: 60_000 }).toBe("Otra reputación");

  // The Studio drops a click while it redraws the document, as it does after publishing.
  const history = page.getByRole("tab", { name: "Historial", exact: true });
  await expect(async () => {
    await page.getByTestId("pane-context-menu-button").click();
    await page.getByRole("menuitem", { name: "Historial y deshacer" }).click();
    await expect(history).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await history.click();
  await page.getByTestId("timeline-item-button").last().click();
  await expect(titleField(page)).toHaveValue(launchTitle, { timeout: 60_000 });
  await page.getByRole("button", { name: "Restaurar", exact: true }).click();
  await page.getByTestId("confirm-popover-confirm-button").click();
  await expect
    .poll(async () => (await readStored(page, product, "drafts.reputation"))?.title?.es)
    .toBe(launchTitle);
  expect(await readPublishedTitle()).toBe("Otra reputación");
  await publish(page, product, "reputation");
  await expect.poll(readPublishedTitle, { timeout: 60_000 }).toBe(launchTitle);
});

test(
  "a picture that is too small blocks publishing, and a new picture asks for a new description",
  nightly,
  async ({ page }) => {
    await signInToPage(page, product, "technical-support");
    const { title, picture } = getLaunchSectionWithPicture("technical-support");
    const publishButton = page.getByRole("button", { name: "Publicar", exact: true });
    const descriptionQuestion = page.getByText("Cambiaste la imagen.");
    const alt = sectionField(page, "picture.alt").getByRole("textbox");
    const upload = async (width: number) => {
      await openSection(page, title.es);
      await page.getByTestId("options-menu-button").first().click();
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("menuitem", { name: "Subir" }).click();
      const create = { width, height: 900, channels: 3 as const, background: "#7a2a7a" };
      const buffer = await sharp({ create }).png().toBuffer();
      await (await chooser).setFiles({ name: "fachada.png", mimeType: "image/png", buffer });
      await expect
        .poll(async () => JSON.stringify(await readStored(page, product, "drafts.technical-support")), {
          timeout: 60_000,
        })
        .toContain(`${width}x900-png`);
      // The question appears beside the exchanged picture.
      await page.getByTestId("options-menu-button").first().scrollIntoViewIfNeeded();
      await expect(descriptionQuestion).toBeInViewport();
    };
    const closeSection = () => page.getByRole("dialog").getByRole("button", { name: "Close dialog" }).click();
    const getProblem = (text: RegExp) => page.getByRole("button", { name: text });

    await upload(900);
    await closeSection();
    await page.getByRole("button", { name: "Validación" }).click();
    await expect(
      getProblem(/La imagen mide 900 píxeles de ancho y aquí hacen falta al menos 1200\./),
    ).toBeVisible();
    await expect(getProblem(/describe la nueva en español y en inglés\./)).toBeVisible();
    await expect(publishButton).toBeDisabled();

    await test.step("a description in one language leaves the other one required", async () => {
      await upload(1600);
      await alt.nth(0).fill("Fachada de una tienda pintada de morado.");
      await expect(getProblem(/describe la nueva en inglés\./)).toBeAttached({ timeout: 60_000 });
      await alt.nth(1).fill("The front of a shop painted purple.");
      await expect(descriptionQuestion).toBeHidden();
    });

    await test.step("an editor can confirm that the description fits another picture", async () => {
      await closeSection();
      await upload(1700);
      await page.getByRole("button", { name: "La descripción también sirve para esta" }).click();
      await expect(descriptionQuestion).toBeHidden();
      await closeSection();
      await expect(getProblem(/La imagen/)).toHaveCount(0, { timeout: 60_000 });
    });

    await test.step("discarding restores the picture and its description", async () => {
      await page.getByTestId("action-menu-button").click();
      await page.getByRole("menuitem", { name: "Descartar cambios" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Descartar cambios" }).click();
      await expect.poll(() => readStored(page, product, "drafts.technical-support")).toBeUndefined();
      await openSection(page, title.es);
      await expect(alt.nth(0)).toHaveValue(picture.alt.es);
      await expect(descriptionQuestion).toBeHidden();
    });
  },
);

test(
  "an outdated translation is shown at its field, on its page and in the desk, until it is settled",
  nightly,
  async ({ page }) => {
    await signInToPage(page, product, "web-development");
    const outdatedNotice = page
      .getByRole("status")
      .filter({ hasText: "El inglés está desactualizado: el español cambió después." });
    const badges = page.getByTestId("pane-footer");
    const deskNotice = page.getByText("English: desactualizado", { exact: true });
    const titles = page.getByTestId("field-title").getByRole("textbox");
    const readDraft = () => readStored(page, product, "drafts.web-development");
    await expect(badges.getByText("English ✓")).toBeVisible();

    await titleField(page).fill("Sitios que venden");
    await expect(outdatedNotice).toBeVisible();
    await expect(badges.getByText("English: desactualizado")).toBeVisible();
    await page.getByRole("button", { name: "Sigue siendo correcto" }).click();
    await expect(outdatedNotice).toBeHidden();
    await expect(badges.getByText("English ✓")).toBeVisible();

    await titleField(page).fill("Sitios que venden más");
    await expect(outdatedNotice).toBeVisible();
    await expect.poll(async () => (await readDraft())?.title?.es).toBe("Sitios que venden más");
    await page.goto(`${product.studio}/structure/to-review`);
    await expect(deskNotice).toBeVisible({ timeout: 60_000 });

    await test.step("the notice survives publishing, and a change of the other language ends it", async () => {
      await openPage(page, product.studio, "web-development");
      await publish(page, product, "web-development");
      await expect(outdatedNotice).toBeVisible();
      await titles.nth(1).press("End");
      await titles.nth(1).pressSequentially(" fast");
      await expect(outdatedNotice).toBeHidden();
      await expect.poll(async () => JSON.stringify((await readDraft())?.title)).toContain(' fast"');
      await page.goto(`${product.studio}/structure/to-review`);
      await expect(page.getByText("No hay nada por revisar", { exact: false })).toBeVisible({
        timeout: 60_000,
      });
    });
  },
);
