import type { Browser, Page } from "@playwright/test";
import { createPreviewSecret } from "@sanity/preview-url-secret/create-secret";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isFree } from "#local/processes/ports.ts";
import { launchBrowser } from "../support/browser.ts";
import { administrator, startDevCopy } from "../support/dev.ts";

let browser: Browser;
let page: Page;
let dev: Awaited<ReturnType<typeof startDevCopy>>;

beforeAll(async () => {
  [browser, dev] = await Promise.all([launchBrowser(), startDevCopy()]);
  page = await browser.newPage({ baseURL: dev.site, locale: "es-CR" });
  page.setDefaultTimeout(60_000);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await dev?.interrupt();
  await dev?.remove();
});

const fetchHealth = () => page.evaluate(async () => (await fetch("/api/health")).text());
const findOverlay = () => page.locator("vite-error-overlay .message-body");
/** Waits until the error overlay has this text. A fault of a half-written file may appear first. */
const waitForOverlay = (overlayText: string) => findOverlay().filter({ hasText: overlayText }).waitFor();
const reactPattern = "**/web/app/browser.tsx*";

test("a page without hydration shows a saved component, style, message and Studio field", async () => {
  // React never loads, so only a new document can show a change.
  await page.route(reactPattern, () => {});
  await page.goto("/");
  await dev.save("web/sections/hero.tsx", "{title}</Heading>", "{title}, cambiado</Heading>");
  await page.getByRole("heading", { level: 1, name: /, cambiado$/ }).waitFor();

  await dev.save("web/sections/hero.css.ts", 'display: "grid",', 'display: "grid", outline: "7px solid",');
  await page.waitForFunction(() => {
    const hero = document.querySelector("h1")?.closest("section");
    return hero && getComputedStyle(hero).outlineWidth === "7px";
  });

  await dev.save("web/language/messages/es/site.json", '"Contacto"', '"Contacto cambiado"');
  await page.getByText("Contacto cambiado").first().waitFor();

  await dev.editor.patch("home").set({ "title.es": "Publicado ahora" }).commit();
  await page.reload();
  // The last save may still reload the page.
  await page.waitForFunction(() => document.title.startsWith("Publicado ahora · "));
  await page.unroute(reactPattern);
});

test("a hydrated page is updated in place, and the user stays signed in", async () => {
  const connection = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framesent", ({ payload }) => payload.includes("site:shown")));
  await page.goto("/auth");
  await Promise.all([page.locator("[data-ready]").waitFor(), connection]);
  const { email, password } = administrator;
  await page.getByLabel("Correo electrónico").fill(email);
  await dev.save("web/pages/sign-in/email-field.tsx", 'text("auth.email")', '"Correo cambiado"');
  const changedField = page.getByLabel("Correo cambiado");
  await changedField.waitFor();
  expect(await changedField.inputValue()).toBe(email);

  await page.getByLabel("Contraseña").fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/auth");
  await page.goto("/buzon");
  await page.getByRole("heading", { level: 1, name: "Buzón", exact: true }).waitFor();
  await dev.save("web/language/messages/es/private.json", '"inbox.title": "', '"inbox.title": "Todo el ');
  await page.getByRole("heading", { level: 1, name: "Todo el Buzón", exact: true }).waitFor();
});

test("a hydrated page shows a file that was saved before the page was connected", async () => {
  const otherPage = await browser.newPage({ baseURL: dev.site, locale: "es-CR" });
  otherPage.setDefaultTimeout(60_000);
  const saveGate = Promise.withResolvers<void>();
  await otherPage.routeWebSocket(/./, async (socket) => {
    await saveGate.promise;
    socket.connectToServer();
  });
  await otherPage.goto("/auth");
  await otherPage.locator("[data-ready]").waitFor();
  await dev.save("web/pages/sign-in/email-field.tsx", '"Correo cambiado"', '"Correo de antes"');
  await vi.waitFor(
    async () => expect(await (await fetch(`${dev.site}/auth`)).text()).toContain("Correo de antes"),
    { timeout: 60_000 },
  );
  saveGate.resolve();
  await otherPage.getByLabel("Correo de antes").waitFor();
  await otherPage.close();
});

test("requests while a file is saved, or emptied and written, do not hide the change", async () => {
  const file = "web/pages/sign-in/email-field.tsx";
  const fetchText = async (path: string) => (await fetch(`${dev.site}${path}`)).text();
  let isRunning = true;
  const requests = ["/auth", "/auth", `/${file}`, `/${file}`].map(async (path) => {
    while (isRunning) await fetchText(path).catch(() => {});
  });
  try {
    let label = '"Correo de antes"';
    for (const [index, next] of ["uno", "dos", "tres", "cuatro", "cinco", "seis"].entries()) {
      const save = index % 2 ? dev.saveInSteps : dev.save;
      await save(file, label, `"Correo ${next}"`);
      label = `"Correo ${next}"`;
      for (const path of ["/auth", `/${file}`]) {
        await vi.waitFor(async () => expect(await fetchText(path)).toContain(`Correo ${next}`), {
          timeout: 60_000,
        });
      }
    }
  } finally {
    isRunning = false;
    await Promise.all(requests);
  }
});

test("a saved function answers from the next call on", async () => {
  expect(await fetchHealth()).toContain('"database":"ok"');
  await dev.save("functions/operations/routes.ts", '"ok" : "unavailable"', '"well" : "unavailable"');
  await vi.waitFor(async () => expect(await fetchHealth()).toContain('"content":"well"'), {
    timeout: 60_000,
  });
});

test("a function answers, too, when its file is emptied first and written a moment later", async () => {
  await dev.saveInSteps("functions/operations/routes.ts", '"well" : "unavailable"', '"fine" : "unavailable"');
  await vi.waitFor(async () => expect(await fetchHealth()).toContain('"content":"fine"'), {
    timeout: 60_000,
  });
});

test("a mistake is shown over the page and in the terminal until a save corrects it", async () => {
  await page.goto("/");
  await dev.save("web/sections/hero.tsx", "return (", "return ((");
  await waitForOverlay("web/sections/hero.tsx");
  await dev.says(/web\/sections\/hero\.tsx/);
  expect((await fetch(dev.site)).status).toBe(500);
  await dev.save("web/sections/hero.tsx", "return ((", "return (");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await findOverlay().waitFor({ state: "detached" });

  await dev.save("functions/operations/routes.ts", "const toReachability", "const const toReachability");
  await waitForOverlay("functions/operations/routes.ts");
  await dev.says(/functions\/operations\/routes\.ts/);
  await dev.save("functions/operations/routes.ts", "const const toReachability", "const toReachability");
  await findOverlay().waitFor({ state: "detached" });
});

test("a function that throws while it loads is shown, and the earlier version keeps answering", async () => {
  await page.goto("/");
  const healthBefore = await fetchHealth();
  const limit = "const timeoutMs = 2_000;";
  const brokenCode = `${limit}\nif (timeoutMs) throw new Error("Not today.");`;
  await dev.save("functions/operations/routes.ts", limit, brokenCode);
  await waitForOverlay("Not today.");
  expect(Object.keys(JSON.parse(await fetchHealth()))).toEqual(Object.keys(JSON.parse(healthBefore)));
  await dev.save("functions/operations/routes.ts", brokenCode, limit);
  await findOverlay().waitFor({ state: "detached" });
});

test("the cron runs the scheduled Worker", async () => {
  const getCronStatus = async () =>
    (await (await fetch(`${dev.site}/api/health/details`)).json()).cron.status;
  await vi.waitFor(async () => expect(await getCronStatus()).toBe("ok"), { timeout: 60_000 });
});

test("addresses get the same answers as on Pages", async () => {
  const fetchAnswer = async (path: string) => {
    const response = await fetch(`${dev.site}${path}`, { redirect: "manual" });
    return [response.status, response.headers.get("Location")];
  };
  expect(await fetchAnswer("/en/no-such-page")).toEqual([404, null]);
  expect(await fetchAnswer("/contacto/")).toEqual([308, "/contacto"]);
  expect(await fetchAnswer("/plataforma-de-gestion-de-reputacion")).toEqual([301, "/gestion-de-reputacion"]);
  expect(await fetchAnswer("/api/no-such-call")).toEqual([404, null]);
  for (const path of ["/robots.txt", "/sitemap.xml", "/site.webmanifest", "/icon.svg"]) {
    expect(await fetchAnswer(path)).toEqual([200, null]);
  }
  const html = await (await fetch(dev.site)).text();
  const picture = /\/pictures\/[\w-]+\.webp/.exec(html)?.[0] ?? "";
  expect(await fetchAnswer(picture)).toEqual([200, null]);
});

test("the Studio sees drafts, and may read the fingerprint of the published content", async () => {
  const publishedResponse = await fetch(dev.site, { headers: { Origin: dev.studio } });
  expect(publishedResponse.headers.get("Access-Control-Allow-Origin")).toBe(dev.studio);
  expect(publishedResponse.headers.get("X-Content-Published")).toMatch(/^[0-9a-f]{16}$/);

  const home = await dev.editor.getDocument("home");
  const draft = {
    ...home,
    _id: "drafts.home",
    _type: "page",
    title: { es: "Solo un borrador", en: "A draft" },
  };
  await dev.editor.createOrReplace(draft);
  const { secret } = await createPreviewSecret(dev.editor, "test", dev.studio, "user");
  const query = new URLSearchParams({ "sanity-preview-secret": secret, "sanity-preview-pathname": "/" });
  const enableResponse = await fetch(`${dev.site}/api/preview/enable?${query}`, { redirect: "manual" });
  const cookie = enableResponse.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const draftResponse = await fetch(dev.site, { headers: { Cookie: cookie } });
  expect(draftResponse.headers.get("Content-Security-Policy")).toContain(`frame-ancestors ${dev.studio}`);
  const html = await draftResponse.text();
  expect(html).toMatch(/<title>Solo un borrador .*<h1[^>]* data-sanity="/s);
  expect((await fetch(`${dev.site}/web/preview/preview.ts`)).status).toBe(200);
  await dev.editor.delete("drafts.home");
});

test("files beside the sources are not served", async () => {
  for (const path of ["/package.json", "/local/secrets.ts", `/@fs${dev.state}/secrets.json`]) {
    expect((await fetch(`${dev.site}${path}`)).ok, path).toBe(false);
  }
});

test("Ctrl-C ends every process", async () => {
  await dev.interrupt();
  for (const port of Object.values(dev.ports)) await expect.poll(() => isFree(port)).toBe(true);
});
