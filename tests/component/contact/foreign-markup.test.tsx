import { StaticRouter } from "react-router-dom";
import { afterEach, beforeAll, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { path } from "#cms/content/site.ts";
import { App } from "#web/app/app.tsx";
import { hydrate } from "#web/app/browser.tsx";
import type { Screen } from "#web/app/paths.ts";
import { toMarkup } from "#web/app/prerender.tsx";
import { loadMessages } from "#web/language/load-messages.ts";
import { createFakeApi } from "../../support/fake-api.ts";
import { expectConsoleErrors, importAgain } from "../../support/mount.tsx";
import { loadSeedCopy } from "../../support/seed-copy.ts";

// Changes that extensions, translators and proxies make to a page before React hydrates it.
const changes: Record<string, (root: HTMLElement) => void> = {
  "no change": () => {},
  "an element behind a field": () => getField("email").after(createForeignElement()),
  "an element in front of everything": (root) => root.prepend(createForeignElement()),
  "an element in the header and one in the form": (root) => {
    root.querySelector("header")?.prepend(createForeignElement());
    getField("name").before(createForeignElement());
  },
  "attributes of fields": () => {
    for (const field of document.querySelectorAll("form [name]")) field.setAttribute("data-lpignore", "true");
  },
  "translated text": (root) => wrapTexts(root),
  "markup without comments": (root) => {
    for (const comment of [...listNodes(root, NodeFilter.SHOW_COMMENT)]) (comment as Comment).remove();
  },
  "a removed element": () => document.querySelector("form [data-answer], form label")?.remove(),
};

const createForeignElement = () => {
  const element = document.createElement("div");
  element.setAttribute("data-lastpass-icon-root", "");
  return element;
};

function* listNodes(root: Node, kind: number) {
  const walker = document.createTreeWalker(root, kind);
  while (walker.nextNode()) yield walker.currentNode;
}

function wrapTexts(root: HTMLElement) {
  for (const text of [...listNodes(root, NodeFilter.SHOW_TEXT)] as Text[]) {
    if (text.parentElement?.closest("textarea, option") || !text.data.trim()) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
    text.data = `${text.data} (translated)`;
  }
}

const getField = (name: string) => document.querySelector(`form [name=${name}]`) as HTMLInputElement;
const listValues = () => ["name", "email", "phone", "service", "message"].map((name) => getField(name).value);
const readDraft = () => JSON.parse(sessionStorage.getItem("contact-draft") ?? "{}");

// React reports that its server and client renderers share a page, which happens only in this test.
const expectedErrors = /hydrat|multiple renderers/i;

const originalFetch = globalThis.fetch;

/** Prerenders a page as the server sends it, with the copy that React hydrates it with. */
async function prerender(screen: Screen, name: "contact" | "sign-in") {
  const isPrivate = name === "sign-in";
  const copy = await loadSeedCopy(screen, isPrivate ? null : name, "es");
  const messages = await loadMessages("es", isPrivate);
  const markup = await toMarkup(
    <StaticRouter location={path(name, "es")}>
      <App screen={screen} language="es" messages={messages} copy={copy} onReady={() => {}} />
    </StaticRouter>,
  );
  return { address: path(name, "es"), copy, markup };
}

type Prerendered = Awaited<ReturnType<typeof prerender>>;
let contact: Prerendered;
let signIn: Prerendered;

// React's server and client renderers share their contexts here, so both pages are prerendered before hydration.
beforeAll(async () => {
  contact = await prerender("content", "contact");
  signIn = await prerender("sign-in", "sign-in");
  // The server renderer keeps its contexts until its next rendering.
  await toMarkup(null);
});

/** Puts a prerendered page into the document. */
function openDocument({ address, markup }: Prerendered) {
  const api = createFakeApi({ submissions: [] });
  globalThis.fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).includes("/api/")
      ? api.fetch(input, init)
      : originalFetch(input, init);
  const app = document.createElement("div");
  app.id = "app";
  app.innerHTML = markup;
  document.body.append(app);
  history.replaceState(null, "", address);
  return { api, app };
}

afterEach(() => {
  document.getElementById("app")?.remove();
});

test.for(Object.keys(changes))(
  "hydration keeps values, focus and caret of the contact form beside %s",
  async (change) => {
    expectConsoleErrors(expectedErrors);
    const { app } = openDocument(contact);
    changes[change]?.(app);
    sessionStorage.setItem("contact-draft", JSON.stringify({ company: "El Yunque", source: "other" }));
    await importAgain("/web/app/form-draft.ts");
    // A restored field that the visitor empties.
    await page.elementLocator(getField("company")).fill("");
    getField("service").value = "cctv";
    await page.elementLocator(getField("name")).fill("Ana Mora");
    await page.elementLocator(getField("email")).fill("ana@example.com");
    await page.elementLocator(getField("message")).fill("Buenas tardes");
    // Values that a password manager writes without an event.
    getField("phone").value = "+506 0000 0001";
    getField("message").setSelectionRange(6, 6);

    const hydrated = hydrate(contact.copy);
    // Input during hydration.
    getField("message").setRangeText(",", 6, 6, "end");
    await hydrated;

    await expect.poll(() => document.querySelector("form[novalidate]")).not.toBeNull();
    const message = "Buenas, tardes";
    expect(listValues()).toEqual(["Ana Mora", "ana@example.com", "+506 0000 0001", "cctv", message]);
    expect([getField("company").value, getField("source").value]).toEqual(["", "other"]);
    expect(document.activeElement).toBe(getField("message"));
    expect([getField("message").selectionStart, getField("message").selectionEnd]).toEqual([7, 7]);
    await userEvent.keyboard(" muy");
    expect(getField("message").value).toBe("Buenas, muy tardes");
    expect(readDraft()).toMatchObject({
      name: "Ana Mora",
      email: "ana@example.com",
      service: "cctv",
      message: "Buenas, muy tardes",
    });
  },
);

test("hydration reports the first difference of a changed page without its text", async () => {
  expectConsoleErrors(expectedErrors);
  const { api, app } = openDocument(contact);
  wrapTexts(app);
  await hydrate(contact.copy);
  await expect.poll(() => api.countCalls("hydration-errors")).toBe(1);
  const { body } = api.calls.find(({ call }) => call.includes("hydration-errors")) ?? {};
  // The development build has sentences instead of codes.
  const error = import.meta.env.PROD ? 418 : 0;
  expect(JSON.parse(body ?? "")).toEqual({ path: path("contact", "es"), error });
});

test("hydration loads the copy of the current document when a later build has replaced the page's copy", async () => {
  expectConsoleErrors(expectedErrors);
  openDocument(contact);
  const apiFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = String(input);
    if (address === location.href) return new Response('<html lang="es" data-copy="assets/copy-new.json">');
    return address === "/assets/copy-new.json" ? Response.json(contact.copy) : apiFetch(input, init);
  };
  await page.elementLocator(getField("name")).fill("Ana Mora");
  await hydrate(null);
  await expect.poll(() => document.querySelector("form[novalidate]")).not.toBeNull();
  expect(getField("name").value).toBe("Ana Mora");
});

test("hydration keeps values that a password manager wrote on the sign-in page", async () => {
  expectConsoleErrors(expectedErrors);
  openDocument(signIn);
  const listFields = () =>
    [...document.querySelectorAll<HTMLInputElement>("#app input")].filter(({ type }) => type !== "hidden");
  const values = ["ana@example.com", "correct horse battery"];
  expect(listFields()).toHaveLength(values.length);
  for (const [index, field] of listFields().entries()) {
    field.after(createForeignElement());
    field.value = values[index] ?? "";
  }
  const [originalField] = listFields();
  await hydrate(signIn.copy);
  expect(listFields()[0]).not.toBe(originalField);
  expect(listFields().map(({ value }) => value)).toEqual(values);
});
