import type { APIRequestContext, Page } from "@playwright/test";
import { expect, newSender, test } from "../support/journey.ts";

const words = {
  es: {
    auth: "/auth",
    inbox: "/buzon",
    home: "/",
    email: "Correo electrónico",
    password: "Contraseña",
    signIn: "Iniciar sesión",
    signedIn: "Sesión iniciada",
    welcome: "Bienvenido de vuelta.",
    isNew: "Nuevo",
    read: "Marcar como leído",
    readDone: "Marcado como leído",
    unread: "Marcar como no leído",
    unreadDone: "Marcado como no leído",
    remove: "Eliminar",
    confirm: "Eliminar mensaje",
    removed: "Mensaje eliminado",
    removedDetail: "El mensaje ha sido eliminado permanentemente",
    search: "Buscar",
    signOut: "Cerrar sesión",
  },
  en: {
    auth: "/en/auth",
    inbox: "/en/inbox",
    home: "/en",
    email: "Email",
    password: "Password",
    signIn: "Sign in",
    signedIn: "Signed in",
    welcome: "Welcome back.",
    isNew: "New",
    read: "Mark as read",
    readDone: "Marked as read",
    unread: "Mark as unread",
    unreadDone: "Marked as unread",
    remove: "Delete",
    confirm: "Delete message",
    removed: "Message deleted",
    removedDetail: "The message has been deleted permanently",
    search: "Search",
    signOut: "Sign out",
  },
} as const;
type Words = (typeof words)[keyof typeof words];

async function signIn(page: Page, word: Words, administrator: { email: string; password: string }) {
  await page.getByLabel(word.email).fill(administrator.email);
  await page.getByLabel(new RegExp(`^${word.password}`)).fill(administrator.password);
  await page.getByRole("main").getByRole("button", { name: word.signIn, exact: true }).click();
}

async function leaveMessage(request: APIRequestContext, baseURL: string | undefined) {
  const sender = newSender();
  const answer = await request.post(`${baseURL}/api/contact`, {
    data: { ...sender, service: "cctv", message: "Cuatro cámaras para una bodega en Heredia." },
  });
  expect(answer.status()).toBe(201);
  return sender;
}

for (const [language, word] of Object.entries(words)) {
  test(`an administrator reads, marks and deletes a message and signs out (${language})`, async ({
    page,
    request,
    baseURL,
    administrator,
  }) => {
    const sender = await leaveMessage(request, baseURL);
    await page.goto(word.inbox);
    await expect(page).toHaveURL(new RegExp(`${word.auth}(\\?|$)`));
    await signIn(page, word, administrator);
    await expect(page).toHaveURL(new RegExp(`${word.inbox}$`));
    await expect(page.getByText(word.signedIn, { exact: true })).toBeVisible();
    await expect(page.getByText(word.welcome)).toBeVisible();

    const row = page.getByRole("listitem").filter({ hasText: sender.name });
    await expect(row.getByText(word.isNew, { exact: true })).toBeVisible();
    await row.getByRole("link").first().click();
    const detail = page.getByRole("article");
    await expect(detail.getByRole("link", { name: sender.email })).toBeVisible();
    await expect(detail.getByText("Cuatro cámaras para una bodega en Heredia.")).toBeVisible();

    await detail.getByRole("button", { name: word.read, exact: true }).click();
    await expect(page.getByText(word.readDone, { exact: true })).toBeVisible();
    await expect(row.getByText(word.isNew, { exact: true })).toBeHidden();
    await detail.getByRole("button", { name: word.unread, exact: true }).click();
    await expect(page.getByText(word.unreadDone, { exact: true })).toBeVisible();
    await expect(row.getByText(word.isNew, { exact: true })).toBeVisible();

    await page.reload();
    await expect(detail.getByText(sender.email).first()).toBeVisible();
    await detail.getByRole("button", { name: word.remove }).click();
    await page
      .getByRole("dialog")
      .or(page.getByRole("alertdialog"))
      .getByRole("button", { name: word.confirm })
      .click();
    await expect(page.getByText(word.removed, { exact: true })).toBeVisible();
    await expect(page.getByText(word.removedDetail)).toBeVisible();
    await expect(row).toHaveCount(0);

    await page.getByRole("button", { name: word.signOut }).click();
    await expect(page).toHaveURL(word.home);
    await page.goto(word.inbox);
    await expect(page).toHaveURL(new RegExp(`${word.auth}(\\?|$)`));
  });
}

test("a signed-in visitor of /auth is sent to the home page", async ({ page, administrator }) => {
  await page.goto("/auth");
  await signIn(page, words.es, administrator);
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Sesión iniciada", { exact: true })).toBeVisible();
  await page.goto("/auth");
  await expect(page).toHaveURL("/");
});

test("an administrator who reloads the inbox stays there", async ({ page, administrator }) => {
  await page.goto("/buzon");
  await signIn(page, words.es, administrator);
  await expect(page).toHaveURL(/\/buzon$/);
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Buscar" })).toBeVisible();
  expect([...new Set(visited)]).toEqual(["/buzon"]);
});

test("search and filter find a message among others", async ({ page, request, baseURL, administrator }) => {
  const wanted = await leaveMessage(request, baseURL);
  const other = await leaveMessage(request, baseURL);
  await page.goto("/buzon");
  await signIn(page, words.es, administrator);
  await page.getByRole("searchbox", { name: "Buscar" }).fill(wanted.email.toUpperCase());
  await expect(page.getByRole("listitem").filter({ hasText: other.name })).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: wanted.name })).toBeVisible();
});

test.describe("with wrong credentials", () => {
  test.use({ expectedErrors: /400/ });

  test("the red alert says so, whether the account exists or not", async ({ page, administrator }) => {
    await page.goto("/auth");
    const said: string[] = [];
    for (const email of [administrator.email, "nadie@example.com"]) {
      await signIn(page, words.es, { email, password: "no es la contraseña" });
      const alert = page.getByRole("main").getByRole("alert");
      await expect(alert).toContainText(/correo|contraseña/);
      said.push(await alert.innerText());
    }
    expect(said[0]).toBe(said[1]);
  });
});

test.describe("when the edge fails", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("each action says what did not happen, and the inbox stays as it was", async ({
    page,
    request,
    baseURL,
    administrator,
  }) => {
    const sender = await leaveMessage(request, baseURL);
    await page.goto("/buzon");
    await signIn(page, words.es, administrator);
    const row = page.getByRole("listitem").filter({ hasText: sender.name });
    await row.getByRole("link").first().click();
    const detail = page.getByRole("article");
    await page.route("**/api/submissions/*", (route) =>
      route.request().method() === "GET" ? route.continue() : route.abort("connectionfailed"),
    );
    await detail.getByRole("button", { name: words.es.read, exact: true }).click();
    await expect(page.getByText("No se pudo marcar como leído").first()).toBeVisible();
    await expect(row.getByText("Nuevo", { exact: true })).toBeVisible();
    await detail.getByRole("button", { name: words.es.remove }).click();
    await page
      .getByRole("dialog")
      .or(page.getByRole("alertdialog"))
      .getByRole("button", { name: words.es.confirm })
      .click();
    await expect(page.getByText("No se pudo eliminar el mensaje").first()).toBeVisible();
    await expect(row).toBeVisible();
  });

  test("a list that cannot be loaded says so and can be tried again", async ({ page, administrator }) => {
    await page.route("**/api/submissions?*", (route) => route.abort("connectionfailed"));
    await page.goto("/buzon");
    await signIn(page, words.es, administrator);
    await expect(page.getByText("No se pudieron cargar los mensajes").first()).toBeVisible();
    await page.unroute("**/api/submissions?*");
    const again = page.getByRole("main").getByRole("button", { name: "Reintentar" });
    await again.click();
    await expect(again).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Mensajes" })).toBeVisible();
  });
});

test("what is typed at the sign-in is stored nowhere, also when the visitor leaves before the page came to life", async ({
  page,
}) => {
  await page.route("**/assets/browser-*.js", () => {
    // Never answered: the page stays as it was sent.
  });
  await page.goto("/auth");
  await page.getByLabel(words.es.email).fill("ana@example.com");
  await page.getByLabel(/^Contraseña/).fill("una contraseña secreta");
  await page.goto("/contacto");
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain("ana@example.com");
  expect(stored).not.toContain("secreta");
});

test("without JavaScript the private pages say that they need it", async ({ request, baseURL }) => {
  // The test browser keeps <noscript> closed even when it runs no script, so the document is looked at.
  for (const path of ["/auth", "/buzon"]) {
    const html = await (await request.get(`${baseURL}${path}`)).text();
    expect(html).toMatch(/<noscript>.*Esta página necesita JavaScript\..*<\/noscript>/s);
  }
});
