import { afterEach, beforeEach, expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { getOverflow, listViolations, resetLook, resizeWindow } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

const article = page.getByRole("article");

beforeEach(() => resizeWindow(360, 740));
afterEach(resetLook);

const getBox = (locator: Locator) => locator.element().getBoundingClientRect();

test("shows the list or the message; the button and the browser's back return to the same rows", async () => {
  const { row, rows, link, scrollList, goBack } = await mountInbox({
    language: "en",
    address: "/en/inbox?q=prueba",
    count: 30,
  });
  scrollList(1_500);
  await link("Persona 16").click();
  await expect.element(page.getByRole("article", { name: "Persona 16" })).toBeVisible();
  expect(rows().elements()).toEqual([]);
  await page.getByRole("button", { name: "Back to the messages" }).click();
  await expect.element(row("Persona 16")).toBeInViewport();
  await expect.element(article).not.toBeInTheDocument();
  await link("Persona 16").click();
  await expect.element(article).toBeVisible();
  goBack();
  await expect.element(article).not.toBeInTheDocument();
  await expect.element(row("Persona 16")).toBeInViewport();
  expect(getOverflow()[0]).toBe(0);
});

test("at 320 px the words stand above their writer, and a bar at the lower edge has the actions", async () => {
  await resizeWindow(320, 640);
  const { api, link, location } = await mountInbox({ address: "/buzon?q=prueba", count: 2 });
  await link("Persona 1").click();
  await expect.poll(location).toContain(`m=${api.submissions[0]?.id}`);
  const message = page.getByRole("article", { name: "Persona 1" });
  const messageText = message.getByText("Mensaje 1 sobre prueba", { exact: true });
  await expect.element(messageText).toBeVisible();
  const writer = message.getByRole("region", { name: "Quién escribió" });
  expect(getBox(messageText).top).toBeGreaterThan(0);
  expect(getBox(messageText).top).toBeLessThan(getBox(writer).top);

  const labels = Array.from(
    (await message.findElement()).querySelectorAll("dt"),
    ({ textContent }) => textContent,
  );
  expect(labels).toEqual(["Correo", "Teléfono", "Servicio", "Idioma", "Referencia"]);
  await message.getByText("2 datos sin llenar").click();
  await expect.element(message.getByText("Empresa · Cómo supo de nosotros")).toBeVisible();

  const bar = page.getByRole("group", { name: "Acciones" });
  expect(Math.round(getBox(bar).bottom)).toBe(640);
  for (const action of (await bar.findElement()).querySelectorAll(":scope > a, :scope > button")) {
    const { width, height } = action.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  expect(getOverflow()).toEqual([0, 0]);
  // A control half behind the bar would count as a small target.
  page.getByRole("region", { name: "Mensaje", exact: true }).element().scrollTo({ top: 10_000 });
  expect(await listViolations()).toEqual([]);
});

test("the bar marks a message, and the notification about it does not cover the bar", async () => {
  const { link, toasts } = await mountInbox({ language: "en", address: "/en/inbox?q=prueba", count: 1 });
  await link("Persona 1").click();
  const bar = page.getByRole("group", { name: "Actions" });
  await bar.getByRole("button", { name: "Mark as read" }).click();
  await expect.element(toasts.getByText("Marked as read")).toBeVisible();
  await expect.element(bar.getByRole("button", { name: "Mark as unread" })).toBeVisible();
  const notification = toasts.getByRole("status");
  await expect.poll(() => getBox(bar).top - getBox(notification).bottom).toBeGreaterThanOrEqual(0);
});

test("the menu of the bar has the other actions, closes with Escape, and deletes a message", async () => {
  const { link, press, toasts } = await mountInbox({
    ...{ language: "en", address: "/en/inbox?q=prueba", count: 1 },
  });
  await link("Persona 1").click();
  const menu = page.getByRole("button", { name: "More actions" });
  const call = page.getByRole("link", { name: "Call" });
  await menu.click();
  await expect.element(call).toBeVisible();
  await press("Escape");
  await expect.element(call).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
  await menu.click();
  expect(await listViolations()).toEqual([]);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete message" }).click();
  await expect.element(page.getByRole("heading", { name: /^Nothing matches/ })).toBeVisible();
  await expect.element(toasts.getByText("Deleting in 10 seconds")).toBeVisible();
});
