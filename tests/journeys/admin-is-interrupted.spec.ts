import {
  createAdministrator,
  createMark,
  endSessions,
  enterInbox,
  getRow,
  seedMessages,
} from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test.use({ expectedErrors: /Failed to load resource/ });

test("asks for the password when the session ends, and continues where the administrator was", async ({
  page,
}) => {
  const mark = createMark();
  await seedMessages(mark, 40);
  const email = await createAdministrator();
  await enterInbox(page, `/buzon?q=${mark}`, email);
  const scroller = page
    .getByRole("region", { name: "Mensajes", exact: true })
    .locator("div:not([popover]) > ul")
    .locator("..");
  await getRow(page, "Persona 1").waitFor();
  await scroller.evaluate((element) => element.scrollTo({ top: 2_000 }));
  const selected = page.getByLabel("Seleccionar el mensaje de Persona 23");
  await selected.check();
  await getRow(page, "Persona 22").getByRole("link").click();
  const message = page.getByRole("article", { name: "Persona 22" });
  await expect(message).toBeVisible();
  const scrollTopBefore = await scroller.evaluate((element) => element.scrollTop);
  // Ends the session when the change is sent. Earlier, a background request of the inbox could discover it first.
  let isEnded = false;
  await page.route("**/api/submissions/*", async (route) => {
    if (route.request().method() === "PATCH" && !isEnded) {
      isEnded = true;
      await endSessions(email);
    }
    await route.continue();
  });
  await message.getByRole("button", { name: "Marcar como leído" }).click();
  const dialog = page.getByRole("dialog", { name: "Tu sesión terminó" });
  await expect(dialog).toBeVisible();
  // The rows are removed from the document, not only hidden behind the dialog.
  await expect(page.getByRole("main").getByText("Persona", { exact: false })).toHaveCount(0);
  expect(await page.content()).not.toMatch(/Persona \d|Mensaje \d+ sobre/);
  await expect(dialog.getByLabel(/^Contraseña/)).toBeFocused();
  await dialog.getByLabel(/^Contraseña/).fill("no es esta");
  await dialog.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(dialog.getByRole("alert")).toContainText("El correo o la contraseña no son correctos.");
  await dialog.getByLabel(/^Contraseña/).fill(process.env.ADMIN_PASSWORD ?? "");
  await dialog.getByRole("button", { name: "Iniciar sesión" }).click();
  // The toast disappears after seconds, so the test checks it before the lasting parts.
  await expect(page.getByText("Marcado como leído", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(message).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue(mark);
  await expect(selected).toBeChecked();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(scrollTopBefore);
  await expect(page.getByRole("heading", { level: 2, name: "Persona 22", exact: true })).toBeFocused();
});
