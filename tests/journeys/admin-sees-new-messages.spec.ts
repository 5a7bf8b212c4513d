import { enterInbox, newAdministrator, newMark, rowOf, rowsOf, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test("a new message is announced within ten seconds, and moves nothing until it is brought in", async ({
  page,
  request,
  baseURL,
}) => {
  const mark = newMark();
  await seedMessages(mark, 30);
  await enterInbox(page, `/buzon?q=${mark}`);
  const scroller = page.getByRole("region", { name: "Mensajes" }).locator("ul").locator("..");
  await expect(rowOf(page, "Persona 1")).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo({ top: 1_000 }));
  const row = rowOf(page, "Persona 12");
  await row.getByRole("link").click();
  const { y: before } = (await row.boundingBox()) ?? {};
  const answer = await request.post(`${baseURL}/api/contact`, {
    data: { name: "Recién llegada", email: "nueva@example.com", message: `Sobre ${mark}` },
  });
  expect(answer.status()).toBe(201);
  const pill = page.getByRole("button", { name: "1 nuevo", exact: true });
  await expect(pill).toBeVisible({ timeout: 10_000 });
  await expect(rowOf(page, "Recién llegada")).toHaveCount(0);
  expect((await row.boundingBox())?.y).toBe(before);
  await expect(page.getByRole("article", { name: "Persona 12" })).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\+?\) Buzón/);
  await pill.click();
  await expect(rowOf(page, "Recién llegada").getByRole("link")).toBeFocused();
  await expect(pill).toHaveCount(0);
});

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
    timeout: 12_000,
  });
  await expect(page.getByRole("article").getByRole("button", { name: "Marcar como no leído" })).toBeVisible();

  await rowOf(other, "Persona 1").getByRole("link").click();
  await other.getByRole("article").getByRole("button", { name: "Delete" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete message" }).click();
  await expect(rowOf(page, "Persona 1")).toHaveCount(0, { timeout: 12_000 });
  await expect(rowsOf(page)).toHaveCount(2);
  await other.close();
});
