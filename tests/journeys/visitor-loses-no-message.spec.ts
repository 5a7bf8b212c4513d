import type { BrowserContext, Page } from "@playwright/test";
import { listPageViolations } from "../support/accessibility.ts";
import { listMessages } from "../support/inbox.ts";
import { createSender, expect, nightly, test } from "../support/journey.ts";
import { createAddressHeader } from "../support/people.ts";

const text = {
  submit: "Enviar mensaje",
  sent: "Mensaje enviado",
  saved: "Mensaje guardado; aún no se ha enviado",
  offline: "No hay conexión. Tu mensaje está guardado en este dispositivo y se enviará en cuanto vuelva.",
  later: "Aún no pudimos recibir tu mensaje. Está guardado en este dispositivo",
  sendNow: "Enviar ahora",
  sentLater: "Tu mensaje ya se envió",
};

const api = "**/api/contact";
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const getStatus = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const toast = (page: Page, text: string) => page.getByRole("region").getByRole("status").getByText(text);
const listRows = ({ email }: { email: string }) => listMessages(email.replace("@example.com", ""));

/** Collects the idempotency key of every attempt. */
function recordAttempts(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/contact")) keys.push(request.headers()["idempotency-key"] ?? "none");
  });
  return keys;
}

/** Fills in the hydrated form and sends it. */
async function send(page: Page, sender = createSender()) {
  await page.goto("/contacto");
  await field(page, "name").fill(sender.name);
  await field(page, "email").fill(sender.email);
  await field(page, "message").fill("Cuatro cámaras.");
  await expect(page.locator("form[novalidate]")).toBeVisible();
  await button(page, text.submit).click();
  return sender;
}

const expectEmpty = async (page: Page) => {
  for (const name of ["name", "email", "message"]) await expect(field(page, name)).toHaveValue("");
};

/** Aborts every attempt until the route is removed. */
const abortAttempts = (context: BrowserContext) =>
  context.route(api, (route) => route.abort("connectionfailed"));

/** Stops the page's clock `minutes` from now, so that no timer of the page fires. */
async function stopTime(page: Page, minutes = 0): Promise<void> {
  const time = Date.now() + minutes * 60_000;
  await page.clock.install({ time });
  await page.clock.pauseAt(time + 1_000);
}

// Every test has its own network address, because many messages from one network count as a flood.
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
  extraHTTPHeaders: async ({}, use) => use(createAddressHeader()),
  expectedErrors: /Failed to load resource/,
});

test(
  "a form sent without a network before its scripts arrive waits for the network",
  nightly,
  async ({ page, context }) => {
    // Idle callbacks never run, so the page does not load its scripts in advance.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.goto("/contacto");
    await context.setOffline(true);
    const sender = createSender();
    await field(page, "name").fill(sender.name);
    await field(page, "email").fill(sender.email);
    await button(page, text.submit).click();
    await expect(page.getByText("Enviaremos tu mensaje en cuanto vuelva")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/contacto");
    await context.setOffline(false);
    await expect.poll(() => listRows(sender)).toHaveLength(1);
    await expect(page.getByText("Recibimos tu mensaje")).toBeVisible();
  },
);

test("a message written without a network from the first input on is stored, announced, and sent later", async ({
  page,
  context,
}) => {
  const attempts = recordAttempts(context);
  const requested: string[] = [];
  page.on("requestfinished", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/contacto");
  for (const file of [/browser-.*js$/, /pages-.*css$/, /copy-.*json$/]) {
    await expect.poll(() => requested.filter((path) => file.test(path)).length).toBe(1);
  }
  await context.setOffline(true);
  const sender = createSender();
  await field(page, "name").fill(sender.name);
  await field(page, "email").fill(sender.email);
  await button(page, text.submit).click();

  await expect(getStatus(page, text.offline)).toBeVisible();
  await expect(toast(page, text.saved)).toBeVisible();
  await expect(page.getByText(text.sent, { exact: true })).toHaveCount(0);
  await expect(button(page, text.sendNow)).toBeFocused();
  await expectEmpty(page);
  expect(await listPageViolations(page, "form")).toEqual([]);
  // The button cannot send without a connection.
  await button(page, text.sendNow).click();
  await expect.poll(() => attempts.length).toBe(2);
  await expect(getStatus(page, text.offline)).toBeVisible();
  expect(await listRows(sender)).toEqual([]);

  await context.setOffline(false);
  await expect(toast(page, text.sentLater)).toBeVisible();
  await expect(getStatus(page, text.offline)).toHaveCount(0);
  await expect(page.locator("form").getByText(text.sentLater)).toBeVisible();
  expect(await listPageViolations(page, "form")).toEqual([]);
  expect(await listRows(sender)).toHaveLength(1);
  expect(new Set(attempts).size).toBe(1);
});

test("a stored message survives a reload, and any page sends it after its tab closed", async ({
  page,
  context,
}) => {
  const attempts = recordAttempts(context);
  await abortAttempts(context);
  const sender = await send(page);
  await expect(getStatus(page, text.later)).toBeVisible();
  // The page hydrates by itself, without input or passing time.
  await stopTime(page);
  await page.reload();
  await expect(getStatus(page, text.later)).toBeVisible();
  await expectEmpty(page);
  await page.close();
  expect(await listRows(sender)).toEqual([]);

  await context.unroute(api);
  const nextPage = await context.newPage();
  await stopTime(nextPage, 5);
  await nextPage.goto("/");
  await expect(toast(nextPage, text.sentLater)).toBeVisible();
  expect(await listRows(sender)).toHaveLength(1);
  expect(new Set(attempts).size).toBe(1);
  await nextPage.goto("/contacto");
  await expectEmpty(nextPage);
  await expect.poll(() => nextPage.evaluate(() => localStorage.getItem("contact-waits"))).toBeNull();
});

test("a tab that closes while sending leaves the message to the next tab", async ({ page, context }) => {
  const attempts = recordAttempts(context);
  const sendRequest = page.waitForRequest(api);
  await page.route(api, () => {});
  const sender = await send(page);
  await sendRequest;
  await page.close();
  const nextPage = await context.newPage();
  await nextPage.goto("/contacto");
  await expect(toast(nextPage, text.sentLater)).toBeVisible();
  await expectEmpty(nextPage);
  expect(await listRows(sender)).toHaveLength(1);
  expect(attempts).toHaveLength(2);
  expect(new Set(attempts).size).toBe(1);
});

test("two tabs send a stored message once, and both report it", async ({ page, context }) => {
  await abortAttempts(context);
  const sender = await send(page);
  await expect(getStatus(page, text.later)).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto("/contacto");
  await expect(getStatus(otherTab, text.later)).toBeVisible();

  // This route replaces the failing one at once, so that no attempt passes between them.
  const attempts: string[] = [];
  const release = Promise.withResolvers<void>();
  await context.route(api, async (route) => {
    attempts.push(route.request().url());
    await release.promise;
    await route.continue();
  });
  for (const tab of [page, otherTab]) await tab.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => attempts.length).toBe(1);
  release.resolve();
  for (const tab of [page, otherTab])
    await expect(tab.locator("form").getByText(text.sentLater)).toBeVisible();
  expect(attempts).toHaveLength(1);
  expect(await listRows(sender)).toHaveLength(1);
});
