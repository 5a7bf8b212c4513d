import {
  createAdministrator,
  createMark,
  enterInbox,
  getRow,
  getRows,
  seedMessages,
} from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test("two administrators see each other's marks and deletions", async ({ page, browser, baseURL }) => {
  const mark = createMark();
  await seedMessages(mark, 3);
  await enterInbox(page, `/buzon?q=${mark}`);
  const otherPage = await browser.newPage({ baseURL: baseURL ?? "" });
  await enterInbox(otherPage, `/en/inbox?q=${mark}`, await createAdministrator());
  await expect(getRows(page)).toHaveCount(3);
  await getRow(page, "Persona 2").getByRole("link").click();

  await getRow(otherPage, "Persona 2").getByRole("link").click();
  await otherPage.getByRole("article").getByRole("button", { name: "Mark as read" }).click();
  await expect(getRow(page, "Persona 2").getByText("Nuevo", { exact: true })).toHaveCount(0, {
    timeout: 60_000,
  });
  await expect(page.getByRole("article").getByRole("button", { name: "Marcar como no leído" })).toBeVisible();

  await getRow(otherPage, "Persona 1").getByRole("link").click();
  await otherPage.getByRole("article").getByRole("button", { name: "Delete" }).click();
  await otherPage.getByRole("alertdialog").getByRole("button", { name: "Delete message" }).click();
  await expect(getRow(page, "Persona 1")).toHaveCount(0, { timeout: 60_000 });
  await expect(getRows(page)).toHaveCount(2);
  await otherPage.close();
});
