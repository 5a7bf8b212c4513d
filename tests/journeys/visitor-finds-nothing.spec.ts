import { expect, nightly, test } from "../support/journey.ts";

test.use({ expectedErrors: /404/ });

for (const [language, path, home] of [
  ["es", "/no-existe", "/"],
  ["en", "/en/does-not-exist", "/en"],
] as const) {
  test(
    `an unknown path answers 404 and leads home (${language})`,
    language === "es" ? {} : nightly,
    async ({ page }) => {
      const logged = page.waitForEvent("console", (message) => message.text().includes(path));
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.getByText("404")).toBeVisible();
      await expect(page.getByText("Oops! Page not found")).toBeVisible();
      expect((await logged).type()).toBe("error");
      await page.getByRole("link", { name: "Return to Home" }).click();
      await expect(page).toHaveURL(home);
    },
  );
}
