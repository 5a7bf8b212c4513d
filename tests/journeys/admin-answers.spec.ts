import { createMark, enterInbox, getRow, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test("prints an opened message alone, in the light theme", async ({ page }) => {
  const mark = createMark();
  await seedMessages(mark, 1);
  await enterInbox(page, `/buzon?q=${mark}`);
  await getRow(page, "Persona 1").getByRole("link").click();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("link", { name: "Responder" })).toBeHidden();
  const getColorScheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await getColorScheme()).toBe("light");
});
