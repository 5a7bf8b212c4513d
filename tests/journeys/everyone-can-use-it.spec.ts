import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "../support/journey.ts";

const paths = ["/", "/contacto", "/marketing-digital", "/soporte-tecnico", "/privacidad", "/auth"];
const english = [
  "/en",
  "/en/contact",
  "/en/digital-marketing",
  "/en/technical-support",
  "/en/privacy",
  "/en/auth",
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test(`axe finds nothing to object to, ${colorScheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const path of [...paths, ...english]) {
        await page.goto(path);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([]);
      }
    });
  }
}

test("the first Tab reaches the link that skips to the content", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Saltar al contenido" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
