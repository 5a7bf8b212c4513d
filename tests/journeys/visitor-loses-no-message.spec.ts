import type { BrowserContext, Page } from "@playwright/test";
import { objections } from "../support/accessibility.ts";
import { messagesWith } from "../support/inbox.ts";
import { expect, newSender, nightly, test } from "../support/journey.ts";
import { ownAddress } from "../support/people.ts";

const words = {
  es: {
    path: "/contacto",
    submit: "Enviar mensaje",
    sent: "Mensaje enviado",
    saved: "Mensaje guardado; aún no se ha enviado",
    offline: "No hay conexión. Tu mensaje está guardado en este dispositivo y se enviará en cuanto vuelva.",
    later: "Aún no pudimos recibir tu mensaje. Está guardado en este dispositivo",
    sendNow: "Enviar ahora",
    sentLater: "Tu mensaje ya se envió",
  },
  en: {
    path: "/en/contact",
    submit: "Send message",
    sent: "Message sent",
    saved: "Message saved; not sent yet",
    offline:
      "You’re offline. Your message is saved on this device and will be sent as soon as you’re back online.",
    later: "We couldn’t receive your message yet. It’s saved on this device",
    sendNow: "Send now",
    sentLater: "Your message has now been sent",
  },
} as const;
const { es } = words;
type Words = (typeof words)[keyof typeof words];

const api = "**/api/contact";
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const toast = (page: Page, text: string) => page.getByRole("region").getByRole("status").getByText(text);
const rows = ({ email }: { email: string }) => messagesWith(email.replace("@example.com", ""));

/** Collects the idempotency key of every attempt. */
function noteTries(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/contact")) keys.push(request.headers()["idempotency-key"] ?? "none");
  });
  return keys;
}

/** Fills in the hydrated form and sends it. */
async function send(page: Page, word: Words, sender = newSender()) {
  await page.goto(word.path);
  await field(page, "name").fill(sender.name);
  await field(page, "email").fill(sender.email);
  await field(page, "message").fill("Cuatro cámaras.");
  await expect(page.locator("form[novalidate]")).toBeVisible();
  await button(page, word.submit).click();
  return sender;
}

const expectEmpty = async (page: Page) => {
  for (const name of ["name", "email", "message"]) await expect(field(page, name)).toHaveValue("");
};

/** Aborts every attempt until the route is removed. */
const cutOff = (context: BrowserContext) => context.route(api, (route) => route.abort("connectionfailed"));

/** Stops the page's clock `minutes` from now, so that no timer of the page fires. */
async function stopTime(page: Page, minutes = 0): Promise<void> {
  const time = Date.now() + minutes * 60_000;
  await page.clock.install({ time });
  await page.clock.pauseAt(time + 1_000);
}

// Every test has its own network address, because many messages from one network count as a flood.
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
  extraHTTPHeaders: async ({}, use) => use(ownAddress()),
  expectedErrors: /Failed to load resource/,
});

test("a message written without a network from the first input on is stored, and sent once the network is back", async ({
  page,
  context,
}) => {
  const word = words.es;
  const requested: string[] = [];
  page.on("requestfinished", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(word.path);
  for (const file of [/browser-.*js$/, /pages-.*css$/, /copy-.*json$/]) {
    await expect.poll(() => requested.filter((path) => file.test(path)).length).toBe(1);
  }
  await context.setOffline(true);
  const sender = newSender();
  await field(page, "name").fill(sender.name);
  await field(page, "email").fill(sender.email);
  await button(page, word.submit).click();
  await expect(said(page, word.offline)).toBeVisible();
  await context.setOffline(false);
  await expect(toast(page, word.sentLater)).toBeVisible();
  expect(await rows(sender)).toHaveLength(1);
});

test(
  "a form sent without a network before its scripts arrive waits for the network",
  nightly,
  async ({ page, context }) => {
    const word = words.es;
    // Idle callbacks never run, so the page does not load its scripts in advance.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.goto(word.path);
    await context.setOffline(true);
    const sender = newSender();
    await field(page, "name").fill(sender.name);
    await field(page, "email").fill(sender.email);
    await button(page, word.submit).click();
    await expect(page.getByText("Enviaremos tu mensaje en cuanto vuelva")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(word.path);
    await context.setOffline(false);
    await expect.poll(() => rows(sender)).toHaveLength(1);
    await expect(page.getByText("Recibimos tu mensaje")).toBeVisible();
  },
);

for (const [language, word] of Object.entries(words)) {
  const runs = language === "es" ? {} : nightly;
  test(
    `a message sent without a connection is stored, announced, and sent later (${language})`,
    runs,
    async ({ page, context }) => {
      const tries = noteTries(context);
      await page.goto(word.path);
      const sender = newSender();
      await field(page, "name").fill(sender.name);
      await field(page, "email").fill(sender.email);
      await expect(page.locator("form[novalidate]")).toBeVisible();
      await context.setOffline(true);
      await button(page, word.submit).click();

      await expect(said(page, word.offline)).toBeVisible();
      await expect(toast(page, word.saved)).toBeVisible();
      await expect(page.getByText(word.sent, { exact: true })).toHaveCount(0);
      await expect(button(page, word.sendNow)).toBeFocused();
      await expectEmpty(page);
      expect(await objections(page, "form")).toEqual([]);
      // The button cannot send without a connection.
      await button(page, word.sendNow).click();
      await expect.poll(() => tries.length).toBe(2);
      await expect(said(page, word.offline)).toBeVisible();
      expect(await rows(sender)).toEqual([]);

      await context.setOffline(false);
      await expect(toast(page, word.sentLater)).toBeVisible();
      await expect(said(page, word.offline)).toHaveCount(0);
      await expect(page.locator("form").getByText(word.sentLater)).toBeVisible();
      expect(await objections(page, "form")).toEqual([]);
      expect(await rows(sender)).toHaveLength(1);
      expect(new Set(tries).size).toBe(1);
    },
  );

  test(
    `a stored message survives a reload, and any page sends it after its tab closed (${language})`,
    runs,
    async ({ page, context }) => {
      const tries = noteTries(context);
      await cutOff(context);
      const sender = await send(page, word);
      await expect(said(page, word.later)).toBeVisible();
      // The page hydrates by itself, without input or passing time.
      await stopTime(page);
      await page.reload();
      await expect(said(page, word.later)).toBeVisible();
      await expectEmpty(page);
      await page.close();
      expect(await rows(sender)).toEqual([]);

      await context.unroute(api);
      const next = await context.newPage();
      await stopTime(next, 5);
      await next.goto(word === es ? "/" : "/en");
      await expect(toast(next, word.sentLater)).toBeVisible();
      expect(await rows(sender)).toHaveLength(1);
      expect(new Set(tries).size).toBe(1);
      await next.goto(word.path);
      await expectEmpty(next);
      await expect.poll(() => next.evaluate(() => localStorage.getItem("contact-waits"))).toBeNull();
    },
  );
}

test("a tab that closes while sending leaves the message to the next tab", async ({ page, context }) => {
  const tries = noteTries(context);
  const asked = page.waitForRequest(api);
  await page.route(api, () => {});
  const sender = await send(page, es);
  await asked;
  await page.close();
  const next = await context.newPage();
  await next.goto("/contacto");
  await expect(toast(next, es.sentLater)).toBeVisible();
  await expectEmpty(next);
  expect(await rows(sender)).toHaveLength(1);
  expect(tries).toHaveLength(2);
  expect(new Set(tries).size).toBe(1);
});

test("two tabs send a stored message once, and both report it", async ({ page, context }) => {
  await cutOff(context);
  const sender = await send(page, es);
  await expect(said(page, es.later)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/contacto");
  await expect(said(other, es.later)).toBeVisible();

  await context.unroute(api);
  const tries = noteTries(context);
  const held = Promise.withResolvers<void>();
  await context.route(api, async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const tab of [page, other]) await tab.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => tries.length).toBe(1);
  held.resolve();
  for (const tab of [page, other]) await expect(tab.locator("form").getByText(es.sentLater)).toBeVisible();
  expect(tries).toHaveLength(1);
  expect(await rows(sender)).toHaveLength(1);
});
