import type { BrowserContext, Page } from "@playwright/test";
import { objections } from "../support/accessibility.ts";
import { messagesWith } from "../support/inbox.ts";
import { expect, newSender, test } from "../support/journey.ts";
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
    keepEditing: "Seguir editando",
    sentLater: "Tu mensaje ya se envió",
    notSent: "Tu mensaje no se pudo enviar",
    see: "Ver el mensaje",
    expired: "Tu mensaje no se pudo enviar en 24 horas. Está de nuevo en el formulario",
  },
  en: {
    path: "/en/contact",
    submit: "Send message",
    sent: "Message sent",
    saved: "Message saved; not sent yet",
    offline:
      "There is no connection. Your message is saved on this device and will be sent as soon as it is back.",
    later: "We could not receive your message yet. It is saved on this device",
    sendNow: "Send now",
    keepEditing: "Keep editing",
    sentLater: "Your message has now been sent",
    notSent: "Your message could not be sent",
    see: "See the message",
    expired: "Your message could not be sent within 24 hours. It is back in the form",
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

/** The idempotency key of every try. */
function noteTries(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/contact")) keys.push(request.headers()["idempotency-key"] ?? "none");
  });
  return keys;
}

/** Notes when each try was made, by the page's clock. */
const noteTimes = (page: Page) =>
  page.addInitScript(() => {
    const notes = window as { sentAt?: number[] };
    const send = window.fetch;
    window.fetch = (...given) => {
      if (given[1]?.method === "POST") notes.sentAt = [...(notes.sentAt ?? []), Date.now()];
      return send(...given);
    };
  });

/** Writes a message and sends it; the form has come to life by then. */
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

/** No answer comes, as long as it is not taken back. */
const cutOff = (context: BrowserContext) => context.route(api, (route) => route.abort("connectionfailed"));

/** Holds the page's clock some minutes from now: nothing happens there because of time. */
async function stopTime(page: Page, minutes = 0): Promise<void> {
  const time = Date.now() + minutes * 60_000;
  await page.clock.install({ time });
  await page.clock.pauseAt(time + 1_000);
}

// More messages from one network would be a flood.
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
  extraHTTPHeaders: async ({}, use) => use(ownAddress()),
  expectedErrors: /Failed to load resource/,
});

for (const [language, word] of Object.entries(words)) {
  test(`without a connection a message is kept, which is said, and sent once there is one (${language})`, async ({
    page,
    context,
  }) => {
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
    // A wish does not make a connection.
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
  });

  test(`what waits is there after a reload, and any page sends it after its tab was closed (${language})`, async ({
    page,
    context,
  }) => {
    const tries = noteTries(context);
    await cutOff(context);
    const sender = await send(page, word);
    await expect(said(page, word.later)).toBeVisible();
    // Nothing is touched, and no time passes: the page wakes by itself.
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
  });
}

test("a tab that is closed while it sends leaves the message to the next one", async ({ page, context }) => {
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

test("a message whose answer was lost is stored once", async ({ page, context }) => {
  const tries = noteTries(context);
  await page.route(
    api,
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  const sender = await send(page, es);
  await expect(said(page, es.later)).toBeVisible();
  expect(await rows(sender)).toHaveLength(1);
  await page.keyboard.press("Enter");
  await expect(toast(page, es.sentLater)).toBeVisible();
  await expect(page.locator("[data-sent]")).toBeFocused();
  expect(await rows(sender)).toHaveLength(1);
  expect(new Set(tries).size).toBe(1);
});

test("an edge that asks for some time gets it, and then the message", async ({ page, context }) => {
  const tries = noteTries(context);
  await page.clock.install();
  await noteTimes(page);
  const body = JSON.stringify({ code: "database_unavailable", request_id: "1" });
  const headers = { "Retry-After": "20" };
  await page.route(api, (route) => route.fulfill({ status: 503, headers, body }), { times: 1 });
  const sender = await send(page, es);
  await expect(said(page, es.later)).toBeVisible();
  const links = said(page, es.later).getByRole("link");
  await expect(links.nth(0)).toHaveAttribute("href", /^mailto:/);
  await expect(links.nth(1)).toHaveAttribute("href", /^https:\/\/wa\.me\//);
  // Another message may be written meanwhile.
  await field(page, "message").fill("Otra cosa.");
  await page.clock.fastForward(15_000);
  await page.clock.fastForward(6_000);
  await expect(toast(page, es.sentLater)).toBeVisible();
  const [first = 0, second = 0] = await page.evaluate(() => (window as { sentAt?: number[] }).sentAt ?? []);
  expect(second - first).toBeGreaterThanOrEqual(20_000);
  expect(await rows(sender)).toHaveLength(1);
  expect(new Set(tries).size).toBe(1);
  await expect(field(page, "message")).toHaveValue("Otra cosa.");
});

test("a network's sign-in page in the edge's place is no confirmation", async ({ page }) => {
  const portal = { status: 200, contentType: "text/html", body: "<h1>Wi-Fi</h1>" };
  await page.route(api, (route) => route.fulfill(portal), { times: 1 });
  const sender = await send(page, es);
  await expect(said(page, es.later)).toBeVisible();
  await expect(page.getByText(es.sent, { exact: true })).toHaveCount(0);
  await button(page, es.sendNow).click();
  await expect(toast(page, es.sentLater)).toBeVisible();
  expect(await rows(sender)).toHaveLength(1);
});

test("two tabs send what waits once, and both say so", async ({ page, context }) => {
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

test("what is taken back into the form is not sent, until it is sent again", async ({ page, context }) => {
  await cutOff(context);
  const sender = await send(page, es);
  await expect(said(page, es.later)).toBeVisible();
  await field(page, "message").fill("Y un reloj.");
  await button(page, es.keepEditing).click();
  await expect(said(page, es.later)).toHaveCount(0);
  await expect(field(page, "message")).toBeFocused();
  await expect(field(page, "message")).toHaveValue("Cuatro cámaras.\n\nY un reloj.");
  await context.unroute(api);
  const tries = noteTries(context);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.reload();
  await expect(field(page, "name")).toHaveValue(sender.name);
  await expect(field(page, "message")).toHaveValue("Cuatro cámaras.\n\nY un reloj.");
  expect(tries).toEqual([]);
  await button(page, es.submit).click();
  await expect(toast(page, es.sent)).toBeVisible();
  expect(await rows(sender)).toHaveLength(1);
});

test("what the edge refuses later is back in the form, beside the reason; another page leads there", async ({
  page,
  context,
}) => {
  const tries = noteTries(context);
  await cutOff(context);
  const sender = await send(page, es);
  await expect(said(page, es.later)).toBeVisible();
  await context.unroute(api);
  const errors = [{ field: "email", code: "invalid_email" }];
  const body = JSON.stringify({ code: "invalid_fields", request_id: "1", errors });
  await context.route(api, (route) => route.fulfill({ status: 422, body }));
  await page.clock.install();
  await page.goto("/");
  await page.clock.fastForward("05:00");
  await expect(page.getByRole("alert")).toContainText(es.notSent);
  await page.getByRole("link", { name: es.see }).click();
  await expect(page).toHaveURL(/\/contacto$/);
  await expect(field(page, "name")).toHaveValue(sender.name);
  await expect(field(page, "email")).toHaveAttribute("aria-invalid", "true");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("contact-waits"))).toBeNull();
  await context.unroute(api);
  await button(page, es.submit).click();
  await expect(toast(page, es.sent)).toBeVisible();
  expect(await rows(sender)).toHaveLength(1);
  // It is another message: an edge that has refused a key would refuse it again.
  expect(tries.at(-1)).not.toBe(tries[0]);
});

test("after a day a message is not sent anymore: it is back in the form", async ({ page, context }) => {
  await page.clock.install();
  await cutOff(context);
  const sender = await send(page, es);
  await expect(said(page, es.later)).toBeVisible();
  await context.unroute(api);
  await page.clock.fastForward("24:00:01");
  await expect(page.getByRole("alert")).toContainText(es.expired);
  await expect(field(page, "name")).toHaveValue(sender.name);
  await expect(field(page, "message")).toHaveValue("Cuatro cámaras.");
  expect(await rows(sender)).toEqual([]);
  await button(page, es.submit).click();
  await expect(toast(page, es.sent)).toBeVisible();
  expect(await rows(sender)).toHaveLength(1);
});
