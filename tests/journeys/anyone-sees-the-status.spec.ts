import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { cutOff, inEveryLook, objections, tooSmall } from "../support/accessibility.ts";
import { expect, test } from "../support/journey.ts";

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

test("the status page says of the running site that everything works, in both languages, and leads to it", async ({
  page,
  baseURL,
}) => {
  await page.goto(address());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Todo funciona");
  await expect(page.getByText("Guaria Digital")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Funciona" })).toHaveCount(4);
  await expect(page.getByRole("img", { name: "Páginas: sin fallas en los últimos 90 días" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Ir al sitio" })).toHaveAttribute("href", `${baseURL}/`);
  await expect(page.getByRole("link", { name: "English" })).toHaveAttribute("href", "en/");
  await page.goto(new URL("en/index.html", address()).href);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everything works");
  await expect(page.getByText("Nothing has failed in the last 90 days.")).toBeVisible();
});

test("it says that nobody has looked for long, once that is so", async ({ page }) => {
  const stale = page.getByText("Nadie ha mirado desde hace más de una hora");
  await page.goto(address());
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(stale).toBeHidden();
  await page.clock.setFixedTime(Date.now() + 3_700_000);
  await page.reload();
  await expect(stale).toBeVisible();
});

test("it is for everyone: on phones and desktops, light and dark", async ({ page }) => {
  const file = join(folder, "status.json");
  const record = JSON.parse(await readFile(file, "utf8"));
  record.outages = [{ part: "mails", from: record.lookedAt, until: null }];
  await writeFile(file, JSON.stringify(record));
  // Nothing is at that address: the page has to say so of every part.
  await run(process.execPath, ["local/commands/status.ts", folder], {
    env: { ...process.env, SITE_ORIGIN: "http://localhost:1" },
  });
  await page.goto(address());
  await expect(page.getByText("No funciona", { exact: true })).toHaveCount(4);
  await inEveryLook(page, async (name) => {
    expect([name, await objections(page)]).toEqual([name, []]);
    expect([name, await cutOff(page)]).toEqual([name, [0]]);
    expect([name, await tooSmall(page)]).toEqual([name, []]);
  });
});
