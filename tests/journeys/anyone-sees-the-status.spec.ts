import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { languages, statusPath } from "#cms/content/site.ts";
import { cutOff, inEveryLook, objections, tooSmall } from "../support/accessibility.ts";
import { expect, nightly, test } from "../support/journey.ts";

const run = promisify(execFile);

let folder: string;
test.beforeEach(async ({ baseURL }) => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-status-"));
  await run(process.execPath, ["local/commands/status.ts", folder], {
    env: { ...process.env, SITE_ORIGIN: String(baseURL) },
  });
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const address = () => pathToFileURL(join(folder, "index.html")).href;

test(
  "the status page says of the running site that everything works, in both languages, and leads to it",
  nightly,
  async ({ page, baseURL }) => {
    await page.goto(address());
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Todo funciona");
    await expect(page.getByText("Guaria Digital")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Funciona" })).toHaveCount(4);
    await expect(page.getByRole("img", { name: "Páginas: sin fallas en los últimos 90 días" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Ir al sitio" })).toHaveAttribute("href", `${baseURL}/`);
    await expect(page.getByRole("link", { name: "English" })).toHaveAttribute("href", "en/");
    await page.goto(new URL("en/index.html", address()).href);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everything is working");
    await expect(page.getByText("Nothing has failed in the last 90 days.")).toBeVisible();
  },
);

test("it says that nobody has looked for long, once that is so", nightly, async ({ page }) => {
  const stale = page.getByText("Nadie lo ha revisado desde hace más de una hora");
  await page.goto(address());
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(stale).toBeHidden();
  await page.clock.setFixedTime(Date.now() + 3_700_000);
  await page.reload();
  await expect(stale).toBeVisible();
});

test("it is for everyone: on phones and desktops, light and dark", nightly, async ({ page }) => {
  const file = join(folder, "status.json");
  const record = JSON.parse(await readFile(file, "utf8"));
  record.outages = [{ part: "mails", from: record.lookedAt, until: null }];
  await writeFile(file, JSON.stringify(record));
  // Nothing is at that address: the page has to say so of every part.
  const look = run(process.execPath, ["local/commands/status.ts", folder], {
    env: { ...process.env, SITE_ORIGIN: "http://localhost:1" },
  });
  await expect(look).rejects.toMatchObject({ code: 1 });
  await page.goto(address());
  await expect(page.getByText("No funciona", { exact: true })).toHaveCount(4);
  await inEveryLook(page, async (name) => {
    expect([name, await objections(page)]).toEqual([name, []]);
    expect([name, await cutOff(page)]).toEqual([name, [0]]);
    expect([name, await tooSmall(page)]).toEqual([name, []]);
  });
});

/** The parts that are said to be so; what else may be said of them is there, and hidden. */
const shown = (page: Page, state: string) => page.getByText(state, { exact: true }).filter({ visible: true });
const ownAddresses = languages.map((language) => [language, statusPath(language)] as const);

test(
  "the site itself says at /status how it is now, in both languages, to no search engine",
  nightly,
  async ({ page }) => {
    const [es, en] = ownAddresses.map(([, path]) => path);
    const answer = await page.goto(String(es));
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
    await expect(page.getByRole("heading", { level: 1, name: "Estado del sitio" })).toBeVisible();
    await expect(shown(page, "Funciona")).toHaveCount(4);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await page.getByRole("link", { name: "English" }).click();
    await expect(page).toHaveURL(new RegExp(`${en}$`));
    await expect(shown(page, "Working")).toHaveCount(4);
  },
);

test("there it says what does not work, and what it does not know", nightly, async ({ page }) => {
  const late = { database: "unavailable", content: "ok", mail: "unknown", cron: "ok" };
  await page.route("**/api/health", (route) => route.fulfill({ json: late }));
  await page.goto("/status");
  const part = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(part("Cuentas y buzón").getByText("No funciona")).toBeVisible();
  await expect(part("Avisos por correo").getByText("Sin datos todavía")).toBeVisible();
  await expect(shown(page, "Funciona")).toHaveCount(2);
});

test("that page is for everyone too", nightly, async ({ page }) => {
  for (const [language, address] of ownAddresses) {
    await page.goto(address);
    await expect(shown(page, { es: "Funciona", en: "Working" }[language])).toHaveCount(4);
    await inEveryLook(page, async (name) => {
      expect([language, name, await objections(page)]).toEqual([language, name, []]);
      expect([language, name, await cutOff(page)]).toEqual([language, name, [0]]);
      expect([language, name, await tooSmall(page)]).toEqual([language, name, []]);
    });
  }
});

test(
  "without script it says that the pages work, and that it knows no more",
  nightly,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: String(baseURL) });
    const page = await context.newPage();
    await page.goto("/en/status");
    // The test browser keeps <noscript> closed even when it runs no script, so the document is looked at.
    expect(await page.content()).toMatch(
      /<noscript>.*Without it, this page only says that the pages work\..*<\/noscript>/s,
    );
    await expect(shown(page, "Working")).toHaveCount(1);
    await expect(shown(page, "No data yet")).toHaveCount(3);
    await context.close();
  },
);
