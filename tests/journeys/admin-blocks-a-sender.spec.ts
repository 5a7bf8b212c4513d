import { inEveryLook, objections } from "../support/accessibility.ts";
import {
  castDoubt,
  enterInbox,
  messagesWith,
  newMark,
  rowOf,
  rowsOf,
  seedMessages,
} from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

/** Three messages of one sender: one to be looked at, one that nothing is said of, and one in spam. */
async function seedDoubtful(): Promise<{ mark: string; newest: string }> {
  const mark = newMark();
  const newest = await seedMessages(mark, 3);
  await castDoubt(mark, "Persona 1", [{ code: "hurried", count: 2 }, { code: "unproved" }], false);
  await castDoubt(mark, "Persona 2", [{ code: "unproved" }], false);
  await castDoubt(mark, "Persona 3", [{ code: "without_script" }, { code: "trap" }], true);
  return { mark, newest };
}

test("what is doubtful says why; its sender is blocked, and may write again when one message is no spam", async ({
  page,
}) => {
  const { mark } = await seedDoubtful();
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page).getByText("Revisar", { exact: true })).toHaveCount(1);
  await expect(rowOf(page, "Persona 1").getByText("Revisar", { exact: true })).toBeVisible();
  await rowOf(page, "Persona 1").getByRole("link").click();
  const message = page.getByRole("article", { name: "Persona 1" });
  await expect(
    message.getByText(/^Conviene revisarlo: enviado 2\ss después de abrir el formulario · enviado sin/),
  ).toBeVisible();

  await message.getByRole("button", { name: "Bloquear remitente" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: `¿Bloquear a ${mark}@example.com?` });
  await expect(question).toContainText("saca de spam uno de sus mensajes");
  await question.getByRole("button", { name: "Cancelar" }).press("Enter");
  await expect(rowsOf(page)).toHaveCount(2);
  await message.getByRole("button", { name: "Bloquear remitente" }).press("Enter");
  await question.getByRole("button", { name: "Bloquear remitente" }).press("Enter");
  const toasts = page.getByRole("region", { name: "Avisos" });
  await expect(toasts.getByText("Remitente bloqueado", { exact: true })).toBeVisible();
  await expect(toasts.getByText(/^2 mensajes pasaron a spam/)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  expect((await messagesWith(mark)).map(({ spam }) => spam)).toEqual([true, true, true]);

  await page.getByRole("radio", { name: /^Spam/ }).check();
  await expect(rowsOf(page)).toHaveCount(3);
  const reasons = "llenó un campo que las personas no ven · enviado desde un navegador sin JavaScript";
  await expect(rowOf(page, "Persona 3").getByText(reasons)).toBeVisible();
  await rowOf(page, "Persona 3").getByRole("link").click();
  const spam = page.getByRole("article", { name: "Persona 3" });
  await expect(spam.getByText(`Está en spam por: ${reasons}`)).toBeVisible();
  await spam.getByRole("button", { name: "No es spam" }).click();
  await expect(toasts.getByText("Marcado como no spam", { exact: true })).toBeVisible();
  await expect(
    toasts.getByText("Los próximos mensajes de este remitente llegarán al buzón.", { exact: true }),
  ).toBeVisible();
  // What someone has looked at is not doubtful any more, and still says what was.
  await expect(spam.getByText(`Señales de spam: ${reasons}`)).toBeVisible();
  await page.getByRole("radio", { name: /^Todos/ }).check();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, "Persona 3").getByText("Nuevo", { exact: true })).toBeVisible();
  await expect(rowsOf(page).getByText("Revisar", { exact: true })).toHaveCount(0);
});

test("the reasons are said in English too, and everyone can read them in every look", async ({ page }) => {
  const { mark, newest } = await seedDoubtful();
  await enterInbox(page, `/en/inbox?q=${mark}&m=${newest}`);
  const message = page.getByRole("article", { name: "Persona 1" });
  const reasons = /^Worth a look: sent 2\ss after the form was opened · sent without/;
  await expect(message.getByText(reasons)).toBeVisible();
  await inEveryLook(page, async (look) => expect(await objections(page), look).toEqual([]));
  await expect(rowOf(page, "Persona 1").getByText("Review", { exact: true })).toBeVisible();
  await rowOf(page, "Persona 2").getByRole("link").click();
  const quiet = page.getByRole("article", { name: "Persona 2" });
  await expect(quiet.getByText("Note: sent without the form’s check")).toBeVisible();
});

test.describe("when the edge refuses", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("to block a sender, that is said and nothing changes", async ({ page }) => {
    const { mark, newest } = await seedDoubtful();
    await enterInbox(page, `/buzon?q=${mark}&m=${newest}`);
    await page.route("**/api/submissions/*/block", (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({ code: "database_unavailable", status: 503 }),
      }),
    );
    await page.getByRole("button", { name: "Bloquear remitente" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Bloquear remitente" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "No se pudo bloquear al remitente" });
    await expect(alert.getByText(/La base de datos no responde/)).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(2);
  });
});
