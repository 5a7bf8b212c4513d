import {
  endSessions,
  enterInbox,
  newAdministrator,
  newMark,
  rowOf,
  rowsOf,
  seedMessages,
  withdrawRole,
} from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";
import { ageSession } from "../support/people.ts";

const refreshed = /grant_type=refresh_token/;

test.use({ expectedErrors: /Failed to load resource/ });

test("without a network what is loaded stays readable, and a change waits for it", async ({
  page,
  context,
}) => {
  const mark = newMark();
  await seedMessages(mark, 2);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(2);
  await context.setOffline(true);
  await expect(page.getByText("Sin conexión. Se muestra lo que ya estaba cargado.")).toBeVisible();
  await rowOf(page, "Persona 1").getByRole("link").click();
  const message = page.getByRole("article", { name: "Persona 1" });
  await expect(message.getByText(`Mensaje 1 sobre ${mark}`)).toBeVisible();
  await message.getByRole("button", { name: "Marcar como leído" }).click();
  await expect(page.getByText("1 cambio espera a que vuelva la conexión.")).toBeVisible();
  await expect(page.getByText("Marcado como leído", { exact: true })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText("Marcado como leído", { exact: true })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, "Persona 1").getByText("Nuevo", { exact: true })).toHaveCount(0);
  await expect(rowOf(page, "Persona 2").getByText("Nuevo", { exact: true })).toBeVisible();
});

test("a change that was on its way without a network is sent again when that is back before the answer", async ({
  page,
  context,
}) => {
  const mark = newMark();
  await seedMessages(mark, 1);
  await enterInbox(page, `/buzon?q=${mark}`);
  await rowOf(page, "Persona 1").getByRole("link").click();
  const asked = Promise.withResolvers<void>();
  const back = Promise.withResolvers<void>();
  let held = false;
  await page.route("**/api/submissions/*", async (route) => {
    if (held || route.request().method() !== "PATCH") return route.fallback();
    held = true;
    asked.resolve();
    await back.promise;
    return route.abort("internetdisconnected");
  });
  await context.setOffline(true);
  await expect(page.getByText("Sin conexión. Se muestra lo que ya estaba cargado.")).toBeVisible();
  await page.getByRole("article").getByRole("button", { name: "Marcar como leído" }).click();
  await asked.promise;
  await context.setOffline(false);
  await expect(page.getByText("Sin conexión. Se muestra lo que ya estaba cargado.")).toHaveCount(0);
  back.resolve();
  await expect(page.getByText("Marcado como leído", { exact: true })).toBeVisible();
});

test("what was asked for without a network, as the session was to be renewed, is done when that is back", async ({
  page,
  context,
}) => {
  const mark = newMark();
  await seedMessages(mark, 1);
  await page.clock.install();
  await enterInbox(page, `/buzon?q=${mark}`);
  await rowOf(page, "Persona 1").getByRole("link").click();
  await ageSession(page);
  await context.setOffline(true);
  const tried = () => page.waitForEvent("requestfailed", (request) => refreshed.test(request.url()));
  const first = tried();
  await page.getByRole("article").getByRole("button", { name: "Marcar como leído" }).click();
  await first;
  await expect(page.getByText("1 cambio espera a que vuelva la conexión.")).toBeVisible();
  // Half a minute long it is tried again, then not at all for a minute.
  const last = tried();
  await page.clock.runFor(31_000);
  await last;
  await context.setOffline(false);
  await expect(page.getByText("Marcado como leído", { exact: true })).toBeVisible();
});

test("a session that ends in the middle asks for the password, and goes on where it was", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 40);
  const email = await newAdministrator();
  await enterInbox(page, `/buzon?q=${mark}`, email);
  const scroller = page.getByRole("region", { name: "Mensajes", exact: true }).locator("ul").locator("..");
  await rowOf(page, "Persona 1").waitFor();
  await scroller.evaluate((element) => element.scrollTo({ top: 2_000 }));
  const selected = page.getByLabel("Seleccionar el mensaje de Persona 23");
  await selected.check();
  await rowOf(page, "Persona 22").getByRole("link").click();
  const message = page.getByRole("article", { name: "Persona 22" });
  await expect(message).toBeVisible();
  const scrolled = await scroller.evaluate((element) => element.scrollTop);
  await endSessions(email);
  await message.getByRole("button", { name: "Marcar como leído" }).click();
  const dialog = page.getByRole("dialog", { name: "Tu sesión terminó" });
  await expect(dialog).toBeVisible();
  // Not hidden behind the dialog: not there.
  await expect(page.getByRole("main").getByText("Persona", { exact: false })).toHaveCount(0);
  expect(await page.content()).not.toMatch(/Persona \d|Mensaje \d+ sobre/);
  await expect(dialog.getByLabel(/^Contraseña/)).toBeFocused();
  await dialog.getByLabel(/^Contraseña/).fill("no es esta");
  await dialog.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(dialog.getByRole("alert")).toContainText("El correo o la contraseña no son correctos.");
  await dialog.getByLabel(/^Contraseña/).fill(process.env.ADMIN_PASSWORD ?? "");
  await dialog.getByRole("button", { name: "Iniciar sesión" }).click();
  // It goes by itself, after seconds: what stays is looked at afterwards.
  await expect(page.getByText("Marcado como leído", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(message).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue(mark);
  await expect(selected).toBeChecked();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(scrolled);
  await expect(page.getByRole("heading", { level: 2, name: "Persona 22", exact: true })).toBeFocused();
});

test("an administrator who no longer is one sees nothing more at once", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 2);
  const email = await newAdministrator();
  await enterInbox(page, `/buzon?q=${mark}`, email);
  await expect(rowsOf(page)).toHaveCount(2);
  await withdrawRole(email);
  await expect(page.getByText(mark)).toHaveCount(0);
  await expect(page).toHaveURL("/");
  await expect(page.getByText("El buzón es solo para administradores")).toBeVisible();
});

test("what a finger is on stays under it when the edge stops answering just then", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 3);
  const pressed = Promise.withResolvers<void>();
  await page.route("**/api/submissions/counts", async (route) => {
    await pressed.promise;
    await route.fulfill({ status: 503, body: "" });
  });
  await enterInbox(page, `/buzon?q=${mark}`);
  const all = page.getByLabel("Seleccionar los mensajes cargados");
  await all.hover();
  await page.mouse.down();
  pressed.resolve();
  await expect(page.getByText("No se puede actualizar en este momento.")).toBeVisible();
  await page.mouse.up();
  await expect(all).toBeChecked();
});

test("what a finger is on stays under it when a passkey is asked for just then", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 3);
  const pressed = Promise.withResolvers<void>();
  await page.route("**/api/auth/passkeys", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await enterInbox(page, `/buzon?q=${mark}`);
  const all = page.getByLabel("Seleccionar los mensajes cargados");
  await all.hover();
  await page.mouse.down();
  pressed.resolve();
  await expect(page.getByText("Protege el buzón:")).toBeVisible();
  await page.mouse.up();
  await expect(all).toBeChecked();
});

test("while the database is away what is shown stays, says that it may be old, and a deletion is taken back", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 2);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(2);
  const away = {
    status: 503,
    contentType: "application/problem+json",
    body: JSON.stringify({ code: "database_unavailable" }),
  };
  await page.route("**/api/submissions/**", (route) => route.fulfill(away));
  await rowOf(page, "Persona 1").getByRole("link").click();
  await page.getByRole("article").getByRole("button", { name: "Eliminar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar mensaje" }).click();
  await expect(page.getByRole("alert").getByText("No se pudo eliminar el mensaje")).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByText("No se puede actualizar en este momento. Se sigue intentando.")).toBeVisible();
  await page.unroute("**/api/submissions/**");
  await expect(page.getByText("No se puede actualizar en este momento.")).toBeHidden({ timeout: 60_000 });
});
