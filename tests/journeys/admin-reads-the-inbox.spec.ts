import type { APIRequestContext } from "@playwright/test";
import { createAdministrator, createMark, enterInbox, getRow, seedMessages } from "../support/inbox.ts";
import { createSender, expect, nightly, test } from "../support/journey.ts";
import { signIn } from "../support/people.ts";

async function sendMessage(request: APIRequestContext, baseURL: string | undefined) {
  const sender = createSender();
  const answer = await request.post(`${baseURL}/api/contact`, {
    data: { ...sender, service: "cctv", message: "Cuatro cámaras para una bodega en Heredia." },
  });
  expect(answer.status()).toBe(201);
  return sender;
}

test("an administrator reads, marks and deletes a message and signs out", async ({
  page,
  request,
  baseURL,
  administrator,
}) => {
  const sender = await sendMessage(request, baseURL);
  await page.goto("/buzon");
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await signIn(page, administrator);
  await expect(page).toHaveURL(/\/buzon$/);
  await expect(page.getByText("Sesión iniciada", { exact: true })).toBeVisible();
  await expect(page.getByText("Bienvenido de vuelta.")).toBeVisible();

  const row = page.getByRole("listitem").filter({ hasText: sender.name });
  await expect(row.getByText("Nuevo", { exact: true })).toBeVisible();
  await row.getByRole("link").first().click();
  const detail = page.getByRole("article");
  await expect(detail.getByRole("link", { name: sender.email })).toBeVisible();
  await expect(detail.getByText("Cuatro cámaras para una bodega en Heredia.")).toBeVisible();

  await detail.getByRole("button", { name: "Marcar como leído", exact: true }).click();
  await expect(page.getByText("Marcado como leído", { exact: true })).toBeVisible();
  await expect(row.getByText("Nuevo", { exact: true })).toBeHidden();
  await detail.getByRole("button", { name: "Marcar como no leído", exact: true }).click();
  await expect(page.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  await expect(row.getByText("Nuevo", { exact: true })).toBeVisible();

  await page.reload();
  await expect(detail.getByText(sender.email).first()).toBeVisible();
  await detail.getByRole("button", { name: "Eliminar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar mensaje" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole("link").first().click();
  await detail.getByRole("button", { name: "Eliminar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar mensaje" }).click();
  // The deletion can be undone for ten seconds.
  await expect(page.getByText("Mensaje eliminado", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("El mensaje ha sido eliminado permanentemente")).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/buzon");
  await expect(page).toHaveURL(/\/auth(\?|$)/);
});

test("nothing of the inbox stays in the browser after a sign-out, in any tab", async ({ page, context }) => {
  const mark = createMark();
  await seedMessages(mark, 3);
  const email = await createAdministrator();
  await enterInbox(page, `/buzon?q=${mark}`, email);
  const otherTab = await context.newPage();
  await otherTab.goto(`/buzon?q=${mark}`);
  for (const tab of [page, otherTab]) {
    await getRow(tab, "Persona 1").getByRole("link").click();
    await expect(tab.getByRole("article", { name: "Persona 1" })).toBeVisible();
    await tab.getByLabel("Seleccionar el mensaje de Persona 2").check();
    await tab.reload();
    await expect(tab.getByLabel("Seleccionar el mensaje de Persona 2")).toBeChecked();
  }
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page).toHaveURL("/");
  await expect(otherTab).toHaveURL("/auth");
  for (const tab of [page, otherTab]) {
    const stored = await tab.evaluate(async () => ({
      session: Object.keys(sessionStorage).filter((key) => key.startsWith("inbox.")),
      local: Object.keys(localStorage).filter((key) => key !== "theme"),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      state: JSON.stringify(history.state),
    }));
    expect(stored).toMatchObject({ session: [], local: [], databases: [], caches: [] });
    expect(stored.state).not.toContain(mark);
    expect(await tab.content()).not.toMatch(/Persona \d/);
  }
  // The back button leads to no message either.
  await page.goBack();
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent("/buzon")}`);
});

test(
  "stores nothing that is typed at the sign-in, also when the visitor leaves before the page hydrates",
  nightly,
  async ({ page }) => {
    await page.route("**/assets/browser-*.js", () => {
      // The request stays unanswered, so that the page does not hydrate.
    });
    await page.goto("/auth");
    await page.getByLabel("Correo electrónico").fill("ana@example.com");
    await page.getByLabel(/^Contraseña/).fill("una contraseña secreta");
    await page.goto("/contacto");
    const storage = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(storage).not.toContain("ana@example.com");
    expect(storage).not.toContain("secreta");
  },
);

test("the private pages say that they need JavaScript", async ({ request, baseURL }) => {
  // The test browser keeps <noscript> closed even when it runs no script, so the test reads the document.
  for (const path of ["/auth", "/buzon"]) {
    const html = await (await request.get(`${baseURL}${path}`)).text();
    expect(html).toMatch(/<noscript>.*Esta página necesita JavaScript\..*<\/noscript>/s);
  }
});
