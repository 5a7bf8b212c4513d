import { enterInbox, newAdministrator, newMark, rowOf, rowsOf, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test("two administrators see each other's marks and deletions", async ({ page, browser, baseURL }) => {
  const mark = newMark();
  await seedMessages(mark, 3);
  await enterInbox(page, `/buzon?q=${mark}`);
  const other = await browser.newPage({ baseURL: baseURL ?? "" });
  await enterInbox(other, `/en/inbox?q=${mark}`, await newAdministrator());
  await expect(rowsOf(page)).toHaveCount(3);
  await rowOf(page, "Persona 2").getByRole("link").click();

  await rowOf(other, "Persona 2").getByRole("link").click();
  await other.getByRole("article").getByRole("button", { name: "Mark as read" }).click();
  await expect(rowOf(page, "Persona 2").getByText("Nuevo", { exact: true })).toHaveCount(0, {
    timeout: 60_000,
  });
  await expect(page.getByRole("article").getByRole("button", { name: "Marcar como no leído" })).toBeVisible();

  await rowOf(other, "Persona 1").getByRole("link").click();
  await other.getByRole("article").getByRole("button", { name: "Delete" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete message" }).click();
  await expect(rowOf(page, "Persona 1")).toHaveCount(0, { timeout: 60_000 });
  await expect(rowsOf(page)).toHaveCount(2);
  await other.close();
});
