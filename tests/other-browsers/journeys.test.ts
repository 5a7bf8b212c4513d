import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMark, listMessages, seedMessages } from "../support/inbox.ts";
import { readLink, waitForMail } from "../support/mailbox.ts";
import { createCredentials } from "../support/people.ts";
import startForJourneys from "../support/start-for-journeys.ts";
import type { DrivenBrowser, Tab } from "./browser.ts";
import { startFirefox } from "./firefox.ts";
import { listMissingBrowsers, locateFirefox, locateWebKit } from "./installed.ts";
import { button, createVisitor, field, heading, link, type Target, text, type Visitor } from "./visitor.ts";
import { startWebKit } from "./webkit.ts";

const missing = listMissingBrowsers();
const getSite = () => process.env.SITE ?? "";

const browsers = [
  { name: "Firefox", start: () => startFirefox(locateFirefox() ?? "", getSite()) },
  {
    name: "WebKit",
    start: () => startWebKit(locateWebKit() as NonNullable<ReturnType<typeof locateWebKit>>, getSite()),
  },
] as const;

let stopProduct: (() => Promise<void>) | undefined;
// The runner calls no hooks after Ctrl-C, and the product has a process group of its own.
const interrupt = () => void stopProduct?.();
const signals = ["SIGINT", "SIGTERM"] as const;
beforeAll(async () => {
  if (browsers.every(({ name }) => missing[name])) return;
  for (const signal of signals) process.once(signal, interrupt);
  stopProduct = await startForJourneys();
});
afterAll(async () => {
  await stopProduct?.();
  for (const signal of signals) process.off(signal, interrupt);
});

const createSender = () => {
  const mark = createMark();
  return { mark, name: `María Solís ${mark}`, email: `${mark}@example.com` };
};

/** Saves a screenshot of a failed test beside the other results of the runner. */
async function saveScreenshot(tab: Tab, title: string): Promise<void> {
  const folder = join("test-results", "other-browsers");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${title.replace(/\W+/g, "-")}.png`), await tab.takeScreenshot());
}

// Firefox and WebKit report the modules and styles that were still loading when the user left the page.
const interruptedImport =
  /loading dynamically imported module|Importing a module script failed|Error: assets\/[\w.-]+\.css$/;

const themeButton = button("Cambiar entre claro y oscuro", "header");
const servicesButton = button("Servicios", "header");

describe.each(browsers)("$name", ({ name, start }) => {
  let browser: DrivenBrowser;
  let visitor: Visitor;
  let openedTab: Tab | undefined;

  beforeAll(async () => {
    if (!missing[name]) browser = await start();
  });
  afterAll(() => browser?.close());

  beforeEach(async ({ skip }) => {
    const reason = missing[name];
    if (reason) skip(reason);
    openedTab = await browser.openTab();
    visitor = createVisitor(browser, openedTab);
  });
  afterEach(async ({ task }) => {
    const tab = openedTab;
    openedTab = undefined;
    if (!tab) return;
    try {
      if (task.result?.state === "fail") await saveScreenshot(tab, `${name} ${task.name}`);
    } finally {
      await tab.close();
    }
  });

  const expectNoErrors = () =>
    expect(visitor.tab.listErrors().filter((error) => !interruptedImport.test(error))).toEqual([]);

  it("shows the home page, and the services menu opens, closes and leads to a page", async () => {
    await visitor.goto("/");
    await visitor.seesAttribute("html", "lang", "es");
    await visitor.seesCount({ css: "h1" }, 1);
    const service = link("Marketing digital", "header");
    await visitor.doesNotSee(service);
    await visitor.focus("header [popovertarget=menu-services]");
    await visitor.press("Enter");
    await visitor.sees(service);
    await visitor.press("Escape");
    await visitor.doesNotSee(service);
    await visitor.seesFocused(servicesButton);
    await visitor.click(servicesButton);
    await visitor.click(service);
    await visitor.seesPath("/marketing-digital");
    await visitor.seesCount({ css: "h1" }, 1);
    expectNoErrors();
  });

  async function writeMessage(sender: ReturnType<typeof createSender>): Promise<void> {
    await visitor.goto("/contacto");
    await visitor.fill(field("Nombre"), sender.name);
    await visitor.fill(field("Correo electrónico"), sender.email);
    await visitor.fill(field("Mensaje"), "Necesitamos soporte para 25 equipos.");
    await visitor.sees({ css: "form[novalidate]" });
  }

  it("sends a message, confirms it and stores it once", async () => {
    const sender = createSender();
    await writeMessage(sender);
    await visitor.click(button("Enviar mensaje"));
    await visitor.seesText("Gracias por contactarnos. Te responderemos pronto.");
    await visitor.seesFocused(heading("Recibimos tu mensaje"));
    await visitor.seesText(sender.email, "#enviado");
    expect(await listMessages(sender.mark)).toMatchObject([{ name: sender.name, spam: false }]);
    expectNoErrors();
  });

  it("keeps a message while the network is down and sends it when the network is back", async () => {
    const sender = createSender();
    await writeMessage(sender);
    await visitor.tab.setConnected(false);
    await visitor.click(button("Enviar mensaje"));
    await visitor.seesText(
      browser.reportsOffline
        ? "No hay conexión. Tu mensaje está guardado en este dispositivo y se enviará en cuanto vuelva."
        : "Aún no pudimos recibir tu mensaje. Está guardado en este dispositivo",
    );
    await visitor.seesFocused(button("Enviar ahora"));
    await visitor.seesValue(field("Mensaje"), "");
    expect(await listMessages(sender.mark)).toEqual([]);
    await visitor.tab.setConnected(true);
    if (!browser.reportsOffline) await visitor.press("Enter");
    await visitor.seesText("Tu mensaje ya se envió", "form");
    expect(await listMessages(sender.mark)).toMatchObject([{ name: sender.name, spam: false }]);
    expectNoErrors();
  });

  const readBackground = () => visitor.tab.evaluate(() => getComputedStyle(document.body).backgroundColor);

  it("keeps the page and the typed text when the language changes, and the theme on the next page", async () => {
    await visitor.goto("/contacto");
    await visitor.fill(field("Nombre"), "Ana Mora");
    await visitor.click(link("English", "header"));
    await visitor.seesPath("/en/contact");
    await visitor.seesAttribute("html", "lang", "en");
    await visitor.seesValue(field("Name"), "Ana Mora");
    await visitor.click(link("Español", "header"));
    await visitor.seesPath("/contacto");

    const light = await readBackground();
    await visitor.click(themeButton);
    await visitor.seesAttribute("html", "data-theme", "dark");
    await expect.poll(readBackground).not.toBe(light);
    await visitor.goto("/");
    await visitor.seesAttribute("html", "data-theme", "dark");
    await visitor.click(themeButton);
    await visitor.seesAttribute("html", "data-theme", null);
    await expect.poll(readBackground).toBe(light);
    expectNoErrors();
  });

  const rows = '[aria-label="Mensajes"] li';
  const row = (person: string): Target => text(person, rows);
  const expectFocusedRow = (person: string) =>
    expect
      .poll(() =>
        visitor.tab.evaluate((css) => {
          const item = document.activeElement?.closest<HTMLElement>(css);
          return document.activeElement?.matches("a") ? item?.innerText : undefined;
        }, rows),
      )
      .toContain(person);

  it("signs an administrator in, and the keys move, open, mark, undo and delete in the inbox", async () => {
    const mark = createMark();
    await seedMessages(mark, 4);
    await visitor.goto(`/buzon?q=${mark}`);
    await visitor.fill(field("Correo electrónico"), process.env.ADMIN_EMAIL ?? "");
    await visitor.fill(field("Contraseña"), process.env.ADMIN_PASSWORD ?? "");
    await visitor.click(button("Iniciar sesión", "main"));
    await visitor.seesPath(`/buzon?q=${mark}`);
    await visitor.seesCount({ css: rows }, 4);

    await visitor.press("j");
    await expectFocusedRow("Persona 1");
    await visitor.press("ArrowDown");
    await expectFocusedRow("Persona 2");
    await visitor.press("Enter");
    await visitor.seesFocused(heading("Persona 2"));
    await visitor.press("u");
    await visitor.seesCount(text("Nuevo", rows), 3);
    await visitor.press("z");
    await visitor.seesCount(text("Nuevo", rows), 4);
    await visitor.press("Escape");
    await expectFocusedRow("Persona 2");
    await visitor.press("?");
    await visitor.seesText("Marcar como leído o no leído", '[role="dialog"], dialog');
    await visitor.press("Escape");
    await visitor.doesNotSee({ css: '[role="dialog"], dialog' });
    await visitor.press("Delete");
    await visitor.seesText("¿Eliminar el mensaje de Persona 2?", '[role="alertdialog"]');
    await visitor.press("Tab");
    await visitor.press("Enter");
    await visitor.seesText("Se elimina en 10 segundos");
    await visitor.doesNotSee(row("Persona 2"));
    await expectFocusedRow("Persona 3");
    expectNoErrors();
  });

  it("creates an account, confirms it by mail, signs out and signs in again", async () => {
    const { email, password } = createCredentials();
    await visitor.goto("/auth");
    await visitor.click(button("¿No tienes cuenta? Crea una"));
    await visitor.sees(heading("Crear cuenta"));
    await visitor.fill(field("Correo electrónico"), email);
    await visitor.fill(field("Contraseña"), password);
    await visitor.fill(field("Confirmar contraseña"), password);
    await visitor.click(button("Crear cuenta", "main"));
    await visitor.seesFocused(heading("Revisa tu correo"));

    const address = readLink(await waitForMail(email, /Confirma/));
    await visitor.tab.goto("about:blank");
    await visitor.goto(address);
    await visitor.click(button("Confirmar mi cuenta", "main"));
    await visitor.seesPath("/");
    await visitor.seesText("Cuenta confirmada");
    await visitor.tab.goto("about:blank");
    await visitor.goto("/auth#cuenta");
    await visitor.sees(heading("Tu cuenta"));
    await visitor.seesText(email, "main");
    await visitor.click(button("Cerrar sesión", "main"));
    await visitor.seesPath("/");

    await visitor.goto("/auth");
    await visitor.fill(field("Correo electrónico"), email);
    await visitor.fill(field("Contraseña"), password);
    await visitor.click(button("Iniciar sesión", "main"));
    await visitor.seesPath("/");
    await visitor.seesText("Sesión iniciada");
    expectNoErrors();
  });
});
