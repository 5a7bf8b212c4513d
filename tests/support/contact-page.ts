// The contact page in the browser of the component tests. Only component tests may import this module.
import { expect, vi } from "vitest";
import { page } from "vitest/browser";
import type { Language } from "#cms/content/site.ts";
import type { FakeApi } from "./fake-api.ts";
// The product loads this module with the page. Here its first load takes seconds on a busy machine.
import "#web/sections/contact-form.tsx";
import { mountContent } from "./mount.tsx";

// Modules outlive a test, with the form stamp that they hold. So all tests run at the same moment.
const now = Date.now();

/** The Spanish texts of the contact page. */
const text = {
  submit: "Enviar mensaje",
  sent: "Mensaje enviado",
  received: "Recibimos tu mensaje",
  retry: "Intentar de nuevo",
  later: "Aún no pudimos recibir tu mensaje. Está guardado en este dispositivo",
  sendNow: "Enviar ahora",
  keepEditing: "Seguir editando",
  sentLater: "Tu mensaje ya se envió",
};

export const message = { name: "Ana Mora", email: "ana@example.com", message: "Cuatro cámaras." };

/** The call that sends a message. */
export const postContact = /^POST \/api\/contact$/;

type ContactOptions = { language?: Language; api?: FakeApi; stopsTimers?: boolean };

/** Mounts the contact page with a stopped clock. With `stopsTimers` timers stop as well. */
export async function mountContact({ language = "es", api, stopsTimers = false }: ContactOptions = {}) {
  if (!vi.isFakeTimers())
    vi.useFakeTimers({ toFake: stopsTimers ? ["Date", "setTimeout", "clearTimeout"] : ["Date"], now });
  const mounted = await mountContent({ language, ...(api && { api }) });
  await expect.poll(() => document.querySelector("form[novalidate]")).not.toBeNull();
  const find = (selector: string) => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`The contact page has no ${selector}.`);
    return page.elementLocator(element);
  };
  const control = (name: string) => find(`[name=${name}]`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const fill = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await control(name).fill(value);
  };
  const listTries = () => mounted.api.calls.filter(({ call }) => postContact.test(call));
  return {
    ...mounted,
    text,
    control,
    button,
    fill,
    alert: page.getByRole("alert"),
    /** Returns the status lines of the form that contain a text. */
    getStatus: (part: string) => find("form").getByRole("status").filter({ hasText: part }),
    toast: (title: string) =>
      page.getByRole("region", { name: /^(Avisos|Notifications)$/ }).getByText(title, { exact: true }),
    submit: () => button(text.submit).click(),
    async send() {
      await fill(message);
      await button(text.submit).click();
    },
    countTries: () => listTries().length,
    /** Lists the idempotency keys of all attempts. */
    listKeys: () => listTries().map(({ headers }) => headers.get("Idempotency-Key")),
  };
}
