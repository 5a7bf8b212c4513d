import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { findFreePorts } from "#local/processes/ports.ts";
import { startStudio } from "#local/studio/server.ts";
import { createTestClient } from "../local/sanity/clients.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { company, getLaunchSectionWithPicture } from "../support/launch-copy.ts";
import { putStudio } from "../support/prepared-studio.ts";
import {
  errorsWhileAway,
  openPage,
  openSection,
  publish,
  readStored,
  sectionField,
  signInByCalls,
  titleField,
} from "../support/studio.ts";

// These tests need their own content service, because they end it.
test.describe.configure({ mode: "serial" });
test.use({
  viewport: { width: 1400, height: 900 },
  expectedErrors: errorsWhileAway,
});
test.setTimeout(300_000);

let directory: string;
let studio: Awaited<ReturnType<typeof startStudio>>;
let contentService: ChildProcess;
let sanity: string;
let environment: Record<string, string>;

async function startContent(): Promise<void> {
  contentService = spawn(process.execPath, ["local/sanity/main.ts"], {
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  await expect
    .poll(
      () =>
        fetch(`${sanity}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
}

async function killContent(): Promise<void> {
  const exit = once(contentService, "exit");
  contentService.kill("SIGKILL");
  await exit;
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  directory = await mkdtemp(join(tmpdir(), "vitrina-studio-"));
  const [port = 0] = await findFreePorts(1);
  sanity = `http://localhost:${port}`;
  environment = {
    LAKE_PORT: String(port),
    SANITY_DIRECTORY: join(directory, "content"),
    SANITY_PROJECT_ID: "vitrina0",
    SANITY_DATASET: "production",
  };
  const studioDirectory = join(directory, "studio");
  await Promise.all([putStudio(studioDirectory, { sanity, site: "http://localhost:1" }), startContent()]);
  studio = await startStudio({ port: 0, directory: studioDirectory });
});

test.afterAll(async () => {
  await killContent();
  await studio.close();
  await rm(directory, { recursive: true, force: true });
});

/** Creates a client that writes content as the Studio does. */
const createEditor = async () =>
  createTestClient(sanity, await readFile(join(directory, "content", "token"), "utf8"));

test("the history begins with the launch copy of a page, and brings it back", nightly, async ({ page }) => {
  const readPublishedTitle = async () => (await readStored(page, sanity, "reputation"))?.title?.es;
  await signInByCalls(page, studio.origin, sanity);
  await openPage(page, studio.origin, "reputation");
  const launchTitle = await titleField(page).inputValue();
  await titleField(page).fill("Otra reputación");
  await expect
    .poll(async () => (await readStored(page, sanity, "drafts.reputation"))?.title?.es)
    .toBe("Otra reputación");
  await publish(page, sanity, "reputation");
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
    .poll(async () => (await readStored(page, sanity, "drafts.reputation"))?.title?.es)
    .toBe(launchTitle);
  expect(await readPublishedTitle()).toBe("Otra reputación");
  await publish(page, sanity, "reputation");
  await expect.poll(readPublishedTitle, { timeout: 60_000 }).toBe(launchTitle);
});

test(
  "a page without a document opens with its name, and can be written and published",
  nightly,
  async ({ page }) => {
    const launchDocument = await (await createEditor()).getDocument("privacy");
    await killContent();
    const journal = join(directory, "content", "journal.ndjson");
    const [firstLine = "", ...otherLines] = (await readFile(journal, "utf8")).split("\n");
    const otherDocuments = (JSON.parse(firstLine) as { _id: string }[]).filter(
      ({ _id }) => _id !== "privacy",
    );
    await writeFile(journal, [JSON.stringify(otherDocuments), ...otherLines].join("\n"));
    await startContent();

    await signInByCalls(page, studio.origin, sanity);
    await page.goto(studio.origin);
    await page.getByText("Páginas").click();
    await page.getByText("Privacidad").click();
    const name = page.getByTestId("field-name").locator("option:checked");
    await expect(name).toHaveText("Privacidad", { timeout: 60_000 });
    const publishButton = page.getByRole("button", { name: "Publicar", exact: true });
    await expect(publishButton).toBeDisabled();
    await titleField(page).fill("Privacidad", { timeout: 60_000 });
    await expect
      .poll(async () => (await readStored(page, sanity, "drafts.privacy"))?.title?.es)
      .toBe("Privacidad");
    // The long rest of the page is written through the API.
    const { title, description, sections } = launchDocument ?? ({} as Record<string, unknown>);
    await (await createEditor()).patch("drafts.privacy").set({ title, description, sections }).commit();
    await expect(publishButton).toBeEnabled({ timeout: 60_000 });
    await publish(page, sanity, "privacy");
    await expect
      .poll(async () => (await createEditor()).getDocument("privacy"), { timeout: 60_000 })
      .toMatchObject({ _type: "page", name: "privacy", title, sections });
  },
);

test(
  "a picture that is too small blocks publishing, and a new picture asks for a new description",
  nightly,
  async ({ page }) => {
    await signInByCalls(page, studio.origin, sanity);
    await openPage(page, studio.origin, "technical-support");
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
        .poll(async () => JSON.stringify(await readStored(page, sanity, "drafts.technical-support")), {
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
      await expect.poll(() => readStored(page, sanity, "drafts.technical-support")).toBeUndefined();
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
    await signInByCalls(page, studio.origin, sanity);
    await openPage(page, studio.origin, "web-development");
    const outdatedNotice = page
      .getByRole("status")
      .filter({ hasText: "El inglés está desactualizado: el español cambió después." });
    const badges = page.getByTestId("pane-footer");
    const deskNotice = page.getByText("English: desactualizado", { exact: true });
    const titles = page.getByTestId("field-title").getByRole("textbox");
    const readDraft = () => readStored(page, sanity, "drafts.web-development");
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
    await page.goto(`${studio.origin}/structure/to-review`);
    await expect(deskNotice).toBeVisible({ timeout: 60_000 });

    await test.step("the notice survives publishing, and a change of the other language ends it", async () => {
      await openPage(page, studio.origin, "web-development");
      await publish(page, sanity, "web-development");
      await expect(outdatedNotice).toBeVisible();
      await titles.nth(1).press("End");
      await titles.nth(1).pressSequentially(" fast");
      await expect(outdatedNotice).toBeHidden();
      await expect.poll(async () => JSON.stringify((await readDraft())?.title)).toContain(' fast"');
      await page.goto(`${studio.origin}/structure/to-review`);
      await expect(page.getByText("No hay nada por revisar", { exact: false })).toBeVisible({
        timeout: 60_000,
      });
    });
  },
);

test("the Studio shows the company's new name after a reload", nightly, async ({ page }) => {
  await signInByCalls(page, studio.origin, sanity);
  await page.goto(studio.origin);
  await expect(page).toHaveTitle(new RegExp(company.brandName));
  await (await createEditor()).patch("siteSettings").set({ brandName: "Orquídea" }).commit();
  await page.reload();
  await expect(page).toHaveTitle(/Orquídea/, { timeout: 60_000 });
  await expect(page.getByText("Orquídea", { exact: true })).toBeVisible();
});
