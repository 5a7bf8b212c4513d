import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { arrivalKey, leaveFlash } from "#web/ui/flash.ts";
import { listNumberedSubmissions } from "../../support/fake-api.ts";
import { getOverflow, listViolations, resetLook, resizeWindow } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";
import { listCutOff } from "../../support/page-checks.ts";

beforeEach(() => resizeWindow(360, 740));
afterEach(resetLook);

const article = page.getByRole("article");
const bar = page.getByRole("group", { name: "Acciones" });
const getBox = (locator: Locator) => locator.element().getBoundingClientRect();
const getListBox = () =>
  page
    .getByRole("region", { name: "Mensajes" })
    .element()
    .querySelector("ul")
    ?.parentElement?.getBoundingClientRect() as DOMRect;

const message = `${"Necesitamos cámaras para una bodega. ".repeat(40)} Mi celular es 8888-8888.`;
const fields = { phone: "2222-2222 / 8888-8888", company: "Bodegas", message } as const;
const longMessages = () => listNumberedSubmissions(30).map((submission) => ({ ...submission, ...fields }));

test("a notification covers no row of the list and no control of a message", async () => {
  const { link, press, toasts } = await mountInbox({ submissions: longMessages() });
  const before = getListBox();
  await press("j");
  await press("u");
  const toast = toasts.getByRole("status");
  await expect.element(toasts.getByText("Marcado como leído", { exact: true })).toBeVisible();
  await expect.poll(() => getListBox().bottom).toBeLessThanOrEqual(getBox(toast).top);
  expect(getListBox().top).toBe(before.top);
  await link("Persona 1").click();
  await expect.element(article).toBeVisible();
  await press("u");
  await expect.element(toasts.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  await expect.poll(() => getBox(bar).top - getBox(toast).bottom).toBeGreaterThanOrEqual(0);
  const content = page.getByRole("region", { name: "Mensaje", exact: true }).element();
  for (const control of content.querySelectorAll("a, button, summary")) {
    if (!control.checkVisibility()) continue;
    control.scrollIntoView({ block: "nearest" });
    const { left, top, width, height, bottom } = control.getBoundingClientRect();
    expect(bottom <= getBox(toast).top || top >= getBox(toast).bottom, control.outerHTML).toBe(true);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    expect(control.contains(hit), control.outerHTML).toBe(true);
  }
});

test("the status line greets after a sign-in, without a notification", async () => {
  leaveFlash({ title: "Sesión iniciada", description: "Bienvenido de vuelta." }, arrivalKey);
  const { toasts } = await mountInbox({ count: 3 });
  await expect.element(page.getByText("Sesión iniciada", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Bienvenido de vuelta.", { exact: true })).toBeVisible();
  await expect.element(toasts.getByText("Sesión iniciada")).not.toBeInTheDocument();
  expect(getListBox().bottom).toBeLessThanOrEqual(getBox(page.getByText("Sesión iniciada")).top);
});

test("an unread row has a dot in place of the badge, and shows the name and the service", async () => {
  const name = "María Solís Rodríguez de Transportes Centroamericanos";
  const { row, newBadges } = await mountInbox({
    submissions: [{ name, email: "m@cliente.example", service_type: "reputation" }],
  });
  const badge = newBadges(name).element();
  expect(badge.getBoundingClientRect().width).toBeLessThanOrEqual(1);
  expect(badge.parentElement?.getBoundingClientRect().width).toBe(8);
  for (const part of [name, "Plataforma de gestión de reputación"])
    expect(getBox(row(name).getByText(part, { exact: true })).width).toBeGreaterThan(60);
  await resizeWindow(1280, 800);
  expect(newBadges(name).element().getBoundingClientRect().width).toBeGreaterThan(30);
});

test("the row and its opened message show the same age", async () => {
  const { row } = await mountInbox({ submissions: [{ name: "Ana", email: "a@a.example", minutesAgo: 5 }] });
  await resizeWindow(1280, 800);
  await expect.element(row("Ana").getByText(/^hace\s5\smin$/)).toBeVisible();
  const startedAt = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => startedAt + 90_000);
  await row("Ana").getByRole("link").click();
  await expect.element(article.getByText(/· hace\s5\smin$/)).toBeVisible();
});

test("no control with the focus is under a bar, forwards and backwards", async () => {
  const { link, press } = await mountInbox({ submissions: longMessages() });
  await link("Persona 1").click();
  await expect.element(article.getByRole("heading", { level: 2 })).toHaveFocus();
  const pane = page.getByRole("region", { name: "Mensaje", exact: true }).element();
  const topBar = article.element().firstElementChild as Element;
  const controls = [
    ...article.element().querySelectorAll<HTMLElement>("a, button, summary, textarea"),
  ].filter(
    (control) => control.checkVisibility() && !topBar.contains(control) && !bar.element().contains(control),
  );
  expect(controls.length).toBeGreaterThan(4);
  for (const [key, side] of [
    ["Shift+Tab", "top"],
    ["Tab", "bottom"],
  ] as const) {
    for (const [index, control] of controls.entries()) {
      const neighbor = controls[index + (side === "top" ? 1 : -1)];
      if (!neighbor) continue;
      neighbor.focus({ preventScroll: true });
      // The bar covers the control until it has the focus.
      pane.scrollTop += control.getBoundingClientRect()[side] - pane.getBoundingClientRect()[side];
      await press(key);
      expect(document.activeElement).toBe(control);
      const box = control.getBoundingClientRect();
      expect(box.top, control.outerHTML).toBeGreaterThanOrEqual(topBar.getBoundingClientRect().bottom);
      // The bar is hidden while the user writes.
      const barTop = control.closest("[data-composer]") ? innerHeight : getBox(bar).top;
      expect(box.bottom, control.outerHTML).toBeLessThanOrEqual(barTop);
    }
  }
});

test("text at 200 % causes no sideways scrolling, and the bars leave four fifths to the message", async () => {
  document.documentElement.style.fontSize = "200%";
  onTestFinished(() => {
    document.documentElement.style.fontSize = "";
  });
  const { link } = await mountInbox({ submissions: longMessages() });
  expect(getOverflow()[0]).toBe(0);
  expect(listCutOff()).toEqual([0]);
  expect(getListBox().height).toBeGreaterThan(200);
  const advice = page.getByText("Protege el buzón: una contraseña robada no bastará.");
  await expect.element(advice).toBeVisible();
  expect(getListBox().height).toBeGreaterThan(200);
  advice.element().scrollIntoView();
  await expect.element(advice).toBeInViewport({ ratio: 0.9 });
  await link("Persona 1").click();
  await expect.element(article).toBeVisible();
  expect(getOverflow()[0]).toBe(0);
  expect(listCutOff()).toEqual([0]);
  const siteHeader = 88;
  const sticky = [...document.querySelectorAll("main *")].filter(
    (element) => getComputedStyle(element).position === "sticky",
  );
  const height = sticky.reduce((sum, element) => sum + element.getBoundingClientRect().height, siteHeader);
  expect(height).toBeLessThanOrEqual(0.2 * 740);
  expect(await listViolations()).toEqual([]);
});
