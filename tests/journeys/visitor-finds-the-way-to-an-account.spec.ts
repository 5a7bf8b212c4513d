import { holdReact } from "../support/held-react.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { watchLayoutShifts } from "../support/layout-shifts.ts";

for (const [path, line, details] of [
  ["/auth", "¿No tienes cuenta? Crea una", {}],
  ["/en/auth", "No account yet? Create one", nightly],
] as const) {
  test(
    `"${line}" is visible before React and any answer, and nothing moves when they arrive`,
    details,
    async ({ page }) => {
      const shifts = await watchLayoutShifts(page);
      const react = Promise.withResolvers<void>();
      const answers = Promise.withResolvers<void>();
      await page.route("**/assets/browser-*.js", (route) => react.promise.then(() => route.continue()));
      await page.route("**/api/**", (route) => answers.promise.then(() => route.continue()));
      await page.goto(path, { waitUntil: "domcontentloaded" });
      const signUpButton = page.getByRole("button", { name: line, exact: true });
      await expect(signUpButton).toBeVisible();
      const boxBefore = await signUpButton.boundingBox();

      react.resolve();
      await expect(page.locator("[data-ready]")).toBeVisible();
      expect(await signUpButton.boundingBox()).toEqual(boxBefore);
      answers.resolve();
      await page.waitForLoadState("networkidle");
      expect(await signUpButton.boundingBox()).toEqual(boxBefore);
      expect(await shifts()).toEqual([]);
      await signUpButton.click();
      await expect(page.locator("input[autocomplete=new-password]").first()).toBeVisible();
    },
  );
}

test("an address that was typed before hydration stays when the visitor chooses to sign up", async ({
  page,
}) => {
  const react = Promise.withResolvers<void>();
  await page.route("**/assets/browser-*.js", (route) => react.promise.then(() => route.continue()));
  await page.goto("/auth");
  await page.getByLabel("Correo electrónico").fill("ana@example.com");
  await page.getByRole("button", { name: "¿No tienes cuenta? Crea una" }).click();
  react.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Crear cuenta" })).toBeVisible();
  await expect(page.getByLabel("Correo electrónico")).toHaveValue("ana@example.com");
});

test("a press at any step of hydration counts once", nightly, async ({ page }) => {
  await holdReact(page);
  for (let steps = 0, isHydrated = false; !isHydrated; steps++) {
    await page.goto("/auth");
    // No view is stored from the previous round.
    await page.evaluate(() => sessionStorage.clear());
    // A key starts the hydration, so that the press does not.
    await page.keyboard.press("Shift");
    isHydrated = await page.evaluate((steps) => window.letReactWork(steps), steps);
    await page.getByRole("button", { name: "¿No tienes cuenta? Crea una" }).click();
    await page.evaluate(() => window.letReactWork());
    await expect(page.locator("[data-ready]")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 }), `after ${steps} steps`).toHaveText("Crear cuenta");
  }
});
