import { enterInbox, newMark, rowOf, rowsOf, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test("on a phone the list and the message take turns, back works, and the list stays where it was", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 30);
  await enterInbox(page, `/en/inbox?q=${mark}`);
  await rowOf(page, "Persona 20")
    .getByRole("link")
    .or(rowOf(page, "Persona 1").getByRole("link"))
    .first()
    .waitFor();
  const scroller = page.getByRole("region", { name: "Messages" }).locator("ul").locator("..");
  await scroller.evaluate((element) => element.scrollTo({ top: 1_500 }));
  const row = rowOf(page, "Persona 16");
  await row.getByRole("link").tap();
  await expect(page.getByRole("article", { name: "Persona 16" })).toBeVisible();
  await expect(rowsOf(page).first()).toBeHidden();
  await page.getByRole("button", { name: "Back to the messages" }).click();
  await expect(row).toBeInViewport();
  await expect(page.getByRole("article")).toBeHidden();
  await row.getByRole("link").tap();
  await page.goBack();
  await expect(row).toBeInViewport();
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
});
