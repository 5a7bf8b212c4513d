import {
  createMark,
  enterInbox,
  getRow,
  getRows,
  listMessages,
  seedMessages,
  setDoubts,
} from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test("a blocked sender's messages go to spam, and one of them comes back", async ({ page }) => {
  const mark = createMark();
  await seedMessages(mark, 3);
  await setDoubts(mark, "Persona 1", [{ code: "hurried", count: 2 }, { code: "turnstile_missing" }], false);
  await setDoubts(
    mark,
    "Persona 3",
    [{ code: "without_script" }, { code: "trap" }, { code: "links", count: 3 }],
    true,
  );
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(getRow(page, "Persona 1").getByText("Revisar", { exact: true })).toBeVisible();
  await getRow(page, "Persona 1").getByRole("link").click();
  const message = page.getByRole("article");
  await message.getByRole("button", { name: "Más acciones" }).click();
  await message.getByRole("button", { name: "Bloquear remitente" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Bloquear remitente" }).click();
  const toasts = page.getByRole("region", { name: "Avisos" });
  await expect(toasts.getByText("Remitente bloqueado", { exact: true })).toBeVisible();
  await expect(message.getByText("lo que envíe va a spam.", { exact: false })).toBeVisible();
  await expect(getRows(page)).toHaveCount(0);
  expect((await listMessages(mark)).map(({ spam }) => spam)).toEqual([true, true, true]);

  await page.getByRole("radio", { name: /^Spam/ }).check();
  await getRow(page, "Persona 3").getByRole("link").click();
  await page.getByRole("article").getByRole("button", { name: "No es spam" }).click();
  await expect(toasts.getByText("Marcado como no spam", { exact: true })).toBeVisible();
  await expect(getRow(page, "Persona 3")).toHaveCount(0);
  const getSpam = async () => (await listMessages(mark)).map(({ spam }) => spam);
  await expect.poll(getSpam).toEqual([true, true, false]);
});
