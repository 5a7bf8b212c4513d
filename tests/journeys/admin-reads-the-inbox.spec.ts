import type { APIRequestContext, Page } from "@playwright/test";
import { createSender, expect, nightly, test } from "../support/journey.ts";

const texts = {
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
    removedDetail: "The message has been permanently deleted",
    signOut: "Sign out",
  },
} as const;
type InboxTexts = (typeof texts)[keyof typeof texts];

async function signIn(page: Page, text: InboxTexts, administrator: { email: string; password: string }) {
  await page.getByLabel(text.email).fill(administrator.email);
  await page.getByLabel(new RegExp(`^${text.password}`)).fill(administrator.password);
  await page.getByRole("main").getByRole("button", { name: text.signIn, exact: true }).click();
}

async function sendMessage(request: APIRequestContext, baseURL: string | undefined) {
  const sender = createSender();
  const answer = await request.post(`${baseURL}/api/contact`, {
    data: { ...sender, service: "cctv", message: "Cuatro cámaras para una bodega en Heredia." },
  });
  expect(answer.status()).toBe(201);
  return sender;
}

for (const [language, text] of Object.entries(texts)) {
  const details = language === "es" ? {} : nightly;
  test(
    `an administrator reads, marks and deletes a message and signs out (${language})`,
    details,
    async ({ page, request, baseURL, administrator }) => {
      const sender = await sendMessage(request, baseURL);
      await page.goto(text.inbox);
      await expect(page).toHaveURL(new RegExp(`${text.auth}(\\?|$)`));
      await signIn(page, text, administrator);
      await expect(page).toHaveURL(new RegExp(`${text.inbox}$`));
      await expect(page.getByText(text.signedIn, { exact: true })).toBeVisible();
      await expect(page.getByText(text.welcome)).toBeVisible();

      const row = page.getByRole("listitem").filter({ hasText: sender.name });
      await expect(row.getByText(text.isNew, { exact: true })).toBeVisible();
      await row.getByRole("link").first().click();
      const detail = page.getByRole("article");
      await expect(detail.getByRole("link", { name: sender.email })).toBeVisible();
      await expect(detail.getByText("Cuatro cámaras para una bodega en Heredia.")).toBeVisible();

      await detail.getByRole("button", { name: text.read, exact: true }).click();
      await expect(page.getByText(text.readDone, { exact: true })).toBeVisible();
      await expect(row.getByText(text.isNew, { exact: true })).toBeHidden();
      await detail.getByRole("button", { name: text.unread, exact: true }).click();
      await expect(page.getByText(text.unreadDone, { exact: true })).toBeVisible();
      await expect(row.getByText(text.isNew, { exact: true })).toBeVisible();

      await page.reload();
      await expect(detail.getByText(sender.email).first()).toBeVisible();
      await detail.getByRole("button", { name: text.remove }).click();
      await page
        .getByRole("dialog")
        .or(page.getByRole("alertdialog"))
        .getByRole("button", { name: text.confirm })
        .click();
      await expect(page.getByText(text.removed, { exact: true })).toBeVisible();
      await expect(page.getByText(text.removedDetail)).toBeVisible();
      await expect(row).toHaveCount(0);

      await page.getByRole("button", { name: text.signOut }).click();
      await expect(page).toHaveURL(text.home);
      await page.goto(text.inbox);
      await expect(page).toHaveURL(new RegExp(`${text.auth}(\\?|$)`));
    },
  );
}

test(
  "stores nothing that is typed at the sign-in, also when the visitor leaves before the page hydrates",
  nightly,
  async ({ page }) => {
    await page.route("**/assets/browser-*.js", () => {
      // The request stays unanswered, so that the page does not hydrate.
    });
    await page.goto("/auth");
    await page.getByLabel(texts.es.email).fill("ana@example.com");
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
