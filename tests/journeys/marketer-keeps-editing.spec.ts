import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "#local/processes/ports.ts";
import { startStudio } from "#local/studio/server.ts";
import { expect, test } from "../support/journey.ts";
import { openPage, signIn, stored, titleField } from "../support/studio.ts";

// A content service of their own, because they end it.
test.describe.configure({ mode: "serial" });
test.use({
  viewport: { width: 1400, height: 900 },
  expectedErrors: [/Failed to load resource|WebSocket connection|localhost:\d+\/static\//],
});
test.setTimeout(240_000);

let directory: string;
let studio: Awaited<ReturnType<typeof startStudio>>;
let content: ChildProcess;
let lake: string;
let environment: Record<string, string>;

async function startContent(): Promise<void> {
  content = spawn(process.execPath, ["local/content/main.ts"], {
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  await expect
    .poll(
      () =>
        fetch(`${lake}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
}

async function killContent(): Promise<void> {
  const ended = once(content, "exit");
  content.kill("SIGKILL");
  await ended;
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  directory = await mkdtemp(join(tmpdir(), "vitrina-studio-"));
  const [port = 0] = await freePorts(1);
  lake = `http://localhost:${port}`;
  environment = {
    LAKE_PORT: String(port),
    LAKE_DIRECTORY: join(directory, "content"),
    LAKE_ORIGIN: lake,
    STUDIO_DIRECTORY: join(directory, "studio"),
    SANITY_PROJECT_ID: "vitrina0",
    SANITY_DATASET: "production",
  };
  const build = spawn(process.execPath, ["local/build-studio.ts"], {
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  const [[code]] = await Promise.all([once(build, "exit"), startContent()]);
  expect(code).toBe(0);
  studio = await startStudio({ port: 0, directory: environment.STUDIO_DIRECTORY ?? "" });
});

test.afterAll(async () => {
  await killContent();
  await studio.close();
  await rm(directory, { recursive: true, force: true });
});

test("a draft is discarded, and the page says again what is published", async ({ page }) => {
  await signIn(page, studio.origin);
  await openPage(page, studio.origin, "cctv");
  const before = await titleField(page).inputValue();
  await titleField(page).fill("Borrador");
  await expect.poll(async () => (await stored(page, lake, "drafts.cctv"))?.title.es).toBe("Borrador");
  await page.getByTestId("action-menu-button").click();
  await page.getByRole("menuitem", { name: "Descartar cambios" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Descartar cambios" }).click();
  await expect(titleField(page)).toHaveValue(before);
  await expect.poll(() => stored(page, lake, "drafts.cctv")).toBeUndefined();
});

test("the search finds a page by a word of its title", async ({ page }) => {
  await signIn(page, studio.origin);
  await page.getByTestId("studio-search").click();
  await page.keyboard.type("CCTV");
  const results = page.getByTestId("search-results");
  await expect(results.getByText("Sistemas CCTV").first()).toBeVisible({ timeout: 20_000 });
});

test("an old address is made to lead to a page, and one that the site uses is refused", async ({ page }) => {
  await signIn(page, studio.origin);
  await page.getByText("Direcciones antiguas").click();
  await page.goto(`${studio.origin}/intent/create/template=redirect;type=redirect/`);
  const from = page.getByTestId("field-from").getByRole("textbox");
  const publishing = page.getByRole("button", { name: "Publicar", exact: true });
  await from.fill("/contacto", { timeout: 60_000 });
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("option").filter({ hasText: "Sistemas CCTV" }).getByRole("button").click();
  await page.getByRole("button", { name: "Validación" }).click();
  await expect(
    page.getByRole("button", { name: "Dirección antigua Esa dirección la usa el propio sitio." }),
  ).toBeVisible();
  await expect(publishing).toBeDisabled();

  await from.fill("/servicios/camaras");
  await expect(publishing).toBeEnabled({ timeout: 20_000 });
  await publishing.click();
  const query = encodeURIComponent('*[_type == "redirect"]{from, language, "page": to->name}');
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${lake}/v2025-02-19/data/query/production?query=${query}`);
      return (await answer.json()).result;
    })
    .toEqual([{ from: "/servicios/camaras", language: "es", page: "cctv" }]);
});

test("the history panel tells that a draft was begun and edited", async ({ page }) => {
  await signIn(page, studio.origin);
  await openPage(page, studio.origin, "web-development");
  await titleField(page).fill("Otro título");
  await expect
    .poll(async () => (await stored(page, lake, "drafts.web-development"))?.title.es)
    .toBe("Otro título");
  await page.getByTestId("pane-context-menu-button").click();
  await page.getByRole("menuitem", { name: "Revisar cambios" }).click();
  await expect(page.getByText("Borrador creado")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Editado", { exact: true }).first()).toBeVisible();
});

test("what one tab changes shows in another", async ({ page, context }) => {
  await signIn(page, studio.origin);
  await openPage(page, studio.origin, "seo-consulting");
  const other = await context.newPage();
  await openPage(other, studio.origin, "seo-consulting");
  await titleField(page).fill("Visto en las dos pestañas");
  await expect(titleField(other)).toHaveValue("Visto en las dos pestañas", { timeout: 20_000 });
});

test("the content service is killed under an open Studio, and editing goes on", async ({ page }) => {
  await signIn(page, studio.origin);
  await openPage(page, studio.origin, "contact");
  await titleField(page).fill("Antes de la interrupción");
  await expect
    .poll(async () => (await stored(page, lake, "drafts.contact"))?.title.es)
    .toBe("Antes de la interrupción");
  await killContent();
  await startContent();
  expect((await stored(page, lake, "drafts.contact"))?.title.es).toBe("Antes de la interrupción");
  await expect(titleField(page)).toBeEditable({ timeout: 60_000 });
  await titleField(page).fill("Después de la interrupción");
  await expect
    .poll(async () => (await stored(page, lake, "drafts.contact"))?.title.es, { timeout: 60_000 })
    .toBe("Después de la interrupción");
});
