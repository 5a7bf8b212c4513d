import { path } from "#cms/content/site.ts";
import { expect, test } from "../support/journey.ts";

const loader = "**/assets/loader-*.js";

test("a click before the scripts have arrived is repeated", async ({ page }) => {
  const scripts = Promise.withResolvers<void>();
  await page.route(loader, (route) => scripts.promise.then(() => route.continue()));
  await page.goto(path("seo-consulting", "en"));
  await page.locator("header [data-theme-toggle]").click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
  scripts.resolve();
  await expect(page.locator("html")).toHaveAttribute("data-theme", /./);
});

test("a form that is sent before the scripts have arrived explains its errors on the page", async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route(loader, (route) => scripts.promise.then(() => route.continue()));
  await page.goto(path("contact", "en"));
  await page.getByRole("button", { name: "Send message" }).click();
  scripts.resolve();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path("contact", "en"));
});

test("a form works as HTML when the scripts do not arrive", async ({ page }) => {
  await page.route(loader, (route) => route.abort());
  await page.goto(path("contact", "en"));
  const send = page.getByRole("button", { name: "Send message" });
  await send.click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Ana");
  await page.getByLabel("Message").fill("Hola");
  await send.click();
  await expect(page).toHaveURL(/#error/);
});
