import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getOfferedDays, toCompanyDay } from "#functions/contract/meeting.ts";
import { message, mountContact, postContact } from "../../support/contact-page.ts";
import { resetLook, resizeWindow } from "../../support/looks.ts";
import { loadSeedCopy } from "../../support/seed-copy.ts";

afterEach(resetLook);

/** Makes the browser forbid kinds of storage, as it does when cookies are blocked. */
function forbid(kinds: readonly ("indexedDB" | "localStorage" | "sessionStorage")[]) {
  for (const kind of kinds) {
    vi.spyOn(window, kind, "get").mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
  }
}

test("the service is marked as required, and its absence does not block the message", async () => {
  const { api, control, fill, submit, toast, text } = await mountContact();
  const service = control("service");
  await expect.element(page.getByText(/^Servicio de interés \*$/)).toBeVisible();
  await expect.element(service).not.toHaveAttribute("required");
  await fill(message);
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  // A screen reader announces a new toast without the others.
  const toasts = page.getByRole("region", { name: "Avisos" }).getByRole("status");
  await expect.element(toasts).toHaveAttribute("aria-atomic", "false");
  expect(api.submissions).toMatchObject([{ name: message.name, service_type: null }]);
});

test("a name and a valid address are required", async () => {
  const { countTries, control, fill, submit } = await mountContact();
  await submit();
  await expect.element(control("name")).toHaveFocus();
  await expect.element(control("name")).toHaveAccessibleDescription("Escribe tu nombre.");
  await fill({ name: "Ana", email: "ana" });
  (control("name").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(control("email")).toHaveFocus();
  await expect.element(control("email")).toHaveAccessibleDescription(/^Escribe un correo completo/);
  expect(countTries()).toBe(0);
});

test("offers a correction for an address that looks misspelled", async () => {
  const { api, control, fill, submit, toast, text } = await mountContact();
  await fill({ ...message, email: "ana@gmial.com" });
  const proposal = page.getByText("¿Quisiste decir ana@gmail.com?", { exact: true });
  await expect.element(proposal).toBeVisible();
  await page.getByRole("button", { name: "Usar esa dirección" }).click();
  await expect.element(control("email")).toHaveValue("ana@gmail.com");
  await expect.element(proposal).not.toBeInTheDocument();
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.submissions).toMatchObject([{ email: "ana@gmail.com" }]);
});

test("sends an address that looks misspelled unchanged when the visitor ignores the hint", async () => {
  const { api, fill, submit, toast, text } = await mountContact();
  await fill({ ...message, email: "ana@gmail.co" });
  await expect.element(page.getByText("¿Quisiste decir ana@gmail.com?", { exact: true })).toBeVisible();
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.submissions).toMatchObject([{ email: "ana@gmail.co" }]);
});

test.each([-200, 200])("accepts a meeting day when the clock of the device is %i days off", async (days) => {
  const { first: day } = getOfferedDays(toCompanyDay(new Date()));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 86_400_000 });
  const { countTries, fill, submit } = await mountContact();
  await fill(message);
  await page.getByText("¿Prefieres una reunión?").click();
  await fill({ meeting_day: day });
  await submit();
  await expect.poll(countTries).toBe(1);
});

test.each([
  {
    group: "¿Prefieres una reunión?",
    field: "meeting_day",
    wrongValue: "2100-01-02",
    reason: /fin de semana/,
  },
  { group: "Más datos (opcional)", field: "company", wrongValue: "a".repeat(201), reason: /200/ },
])("a folded group opens for its wrong field, also a second time: $field", async (wrong) => {
  await resizeWindow(360, 800);
  const { control, countTries, fill, submit } = await mountContact();
  const summary = page.getByText(wrong.group);
  await fill(message);
  await summary.click();
  await fill({ [wrong.field]: wrong.wrongValue });
  for (const _ of ["first", "second"]) {
    await summary.click();
    await expect.element(control(wrong.field)).not.toBeVisible();
    await submit();
    await expect.element(control(wrong.field)).toBeVisible();
    await expect.element(control(wrong.field)).toHaveFocus();
    await expect.element(control(wrong.field)).toHaveAccessibleDescription(wrong.reason);
  }
  expect(countTries()).toBe(0);
});

test.for([[["indexedDB"]], [["indexedDB", "localStorage", "sessionStorage"]]] as const)(
  "the form keeps a message that cannot be sent nor stored, and the next attempt delivers it once (without %s)",
  async ([kinds]) => {
    const { api, control, send, alert, button, text, toast } = await mountContact();
    forbid(kinds);
    const outage = api.dropRequest(postContact);
    await send();
    await expect.element(alert).toMatchTextContent(/sigue aquí/i);
    await expect.element(control("message")).toHaveValue(message.message);
    outage.end();
    await button(text.retry).click();
    await expect.element(toast(text.sent)).toBeVisible();
    expect(api.submissions).toHaveLength(1);
  },
);

test("a failure leads to the company's mail and WhatsApp, by pointer and by keyboard", async () => {
  const { settings } = await loadSeedCopy("content", "contact", "es");
  const { api, send, alert } = await mountContact();
  forbid(["indexedDB"]);
  api.dropRequest(postContact);
  await send();
  const links = alert.getByRole("link");
  await expect.element(links).toHaveLength(2);
  const [mail, chat] = [links.nth(0), links.nth(1)];
  await expect.element(mail).toHaveTextContent(settings.email);
  await expect.element(mail).toHaveAttribute("href", `mailto:${settings.email}`);
  await expect.element(chat).toMatchTextContent(`WhatsApp ${settings.whatsappDisplay}`);
  const address = `https://wa.me/${settings.whatsapp.replace("+", "")}?text=`;
  expect(chat.element().getAttribute("href")?.slice(0, address.length)).toBe(address);
  await expect.element(alert.getByRole("button")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(mail).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(chat).toHaveFocus();
});

test("a message whose answer is lost is stored once, also without storage", async () => {
  const { api, send, alert, button, text, toast, listKeys } = await mountContact();
  forbid(["indexedDB"]);
  api.dropAnswer(postContact, { times: 1 });
  await send();
  await expect.element(alert).toBeVisible();
  await button(text.retry).click();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.submissions).toHaveLength(1);
  const [key] = listKeys();
  expect(listKeys()).toEqual([key, key]);
});

test("keeps a text over its limit whole, says by how much, and does not send it", async () => {
  const { countTries, control, fill, submit, api } = await mountContact();
  await fill({ ...message, message: `${"🦜".repeat(4_499)}\n` });
  await expect.element(control("message")).not.toHaveAccessibleDescription();
  await fill({ message: "🦜".repeat(4_500) });
  await expect.element(control("message")).toHaveAccessibleDescription("Quedan 500 caracteres");
  const pasted = "é".normalize("NFD").repeat(8_000);
  await fill({ message: pasted });
  await expect.element(control("message")).toHaveValue(pasted);
  await expect.element(control("message")).toHaveAccessibleDescription("Sobran 3000 caracteres");
  await submit();
  await expect.element(control("message")).toHaveFocus();
  await expect
    .element(control("message"))
    .toHaveAccessibleDescription(
      /^Es demasiado largo: como máximo 5000 caracteres\. Sobran 3000 caracteres$/,
    );
  expect(countTries()).toBe(0);
  await fill({ message: "é".normalize("NFD").repeat(5_000) });
  await expect.element(control("message")).toHaveAccessibleDescription("Quedan 0 caracteres");
  await submit();
  await expect
    .poll(() => api.submissions.map((submission) => submission.message))
    .toEqual(["é".repeat(5_000)]);
  await expect.element(control("message")).not.toHaveAccessibleDescription();
});

test.for([
  ["name", "M", 200],
  ["phone", "5", 40],
  ["company", "🦜", 200],
] as const)(
  "keeps %s whole beyond its limit and rejects it on submission",
  async ([field, letter, maximum]) => {
    const { countTries, control, fill, submit } = await mountContact();
    const longValue = letter.repeat(maximum + 1);
    await fill({ ...message, [field]: longValue });
    await expect.element(control(field)).toHaveAccessibleDescription("Sobra 1 carácter");
    await submit();
    await expect.element(control(field)).toHaveFocus();
    await expect.element(control(field)).toHaveValue(longValue);
    await expect.element(control(field)).toHaveAccessibleDescription(/^Es demasiado largo/);
    expect(countTries()).toBe(0);
  },
);

test("another message starts with the name and address of the sent message", async () => {
  const { control, fill, submit } = await mountContact();
  await fill(message);
  await submit();
  await page.getByRole("link", { name: "Enviar otro mensaje" }).click();
  await expect.element(control("message")).toHaveFocus();
  await expect.element(control("message")).toHaveValue("");
  await expect.element(control("name")).toHaveValue(message.name);
  await expect.element(control("email")).toHaveValue(message.email);
});
