import { objections } from "../support/accessibility.ts";
import { enterInbox, messagesWith, newMark, rowOf, rowsOf, seedMessages } from "../support/inbox.ts";
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

for (const width of [320, 360]) {
  test(`at ${width} px the words come first, then who wrote them, and what can be done is one bar at the lower edge`, async ({
    page,
  }) => {
    const mark = newMark();
    const id = await seedMessages(mark, 2);
    await enterInbox(page, `/buzon?q=${mark}`);
    await page.setViewportSize({ width, height: 640 });
    await rowOf(page, "Persona 1").getByRole("link").tap();
    await expect(page).toHaveURL(new RegExp(`m=${id}`));
    const message = page.getByRole("article", { name: "Persona 1" });
    const top = async (locator: ReturnType<typeof page.locator>) => (await locator.boundingBox())?.y ?? 0;
    const words = await top(message.getByText(`Mensaje 1 sobre ${mark}`, { exact: true }));
    expect(words).toBeGreaterThan(0);
    expect(words).toBeLessThan(await top(message.getByRole("region", { name: "Quién escribió" })));

    // What was left empty is one line, which says what it is when it is asked.
    await expect(message.locator("dt")).toHaveText([
      "Correo",
      "Teléfono",
      "Servicio",
      "Idioma",
      "Referencia",
    ]);
    await message.getByText("2 datos sin llenar").tap();
    await expect(message.getByText("Empresa · Cómo nos conoció")).toBeVisible();

    const bar = page.getByRole("group", { name: "Acciones" });
    const box = await bar.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(640);
    for (const action of await bar.locator("> a, > button").all()) {
      const size = await action.boundingBox();
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    });
    expect(beyond).toEqual([0, 0]);
    expect(await objections(page)).toEqual([]);
  });
}

test("the bar marks a message, its menu has the rest, and what is said of it does not lie on the bar", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 1);
  await enterInbox(page, `/en/inbox?q=${mark}`);
  await rowOf(page, "Persona 1").getByRole("link").tap();
  const bar = page.getByRole("group", { name: "Actions" });
  await bar.getByRole("button", { name: "Mark as read" }).tap();
  const toast = page.getByText("Marked as read");
  await expect(toast).toBeVisible();
  await expect(bar.getByRole("button", { name: "Mark as unread" })).toBeVisible();
  const lowest = async () => {
    const box = await toast
      .locator("xpath=ancestor::li[1] | ancestor::*[@role='status'][1]")
      .last()
      .boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  // Once it has come in from below.
  await expect
    .poll(async () => ((await bar.boundingBox())?.y ?? 0) - (await lowest()))
    .toBeGreaterThanOrEqual(0);

  const menu = page.getByRole("button", { name: "More actions" });
  await menu.tap();
  await expect(page.getByRole("link", { name: "Call" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Call" })).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.tap();
  expect(await objections(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete message" }).tap();
  await expect(page.getByRole("heading", { name: /^Nothing matches/ })).toBeVisible();
  // The list is ahead of the database: it shows what was asked for at once.
  await expect.poll(() => messagesWith(mark)).toEqual([]);
});
