import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { listViolations, resetLook, resizeWindow } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

afterEach(resetLook);

/** Returns the lines of a text as the screen breaks them. */
function listLines(text: Element): string[] {
  const lines: string[] = [];
  let top = Number.NaN;
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let offset = 0; offset < (node.nodeValue ?? "").length; offset += 1) {
      const range = document.createRange();
      range.setStart(node, offset);
      range.setEnd(node, offset + 1);
      const box = range.getBoundingClientRect();
      if (Math.abs(box.top - top) < 4) lines[lines.length - 1] += range.toString();
      else lines.push(range.toString());
      top = box.top;
    }
  }
  return lines;
}

function getTextBox(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** Returns the pixels between every label and its value, or infinity if the value is below the label. */
function listDistances(message: Element): number[] {
  return [...message.querySelectorAll("dl > div")].map((field) => {
    const label = getTextBox(field.querySelector("dt") as Element);
    const value = getTextBox(field.querySelector("dd") as Element);
    return value.top >= label.bottom - 4 ? Number.POSITIVE_INFINITY : value.left - label.right;
  });
}

const email = "maria.solis.rodriguez.transportes@example.com";
const messages = { name: "Persona 1", email, phone: "6000 0000", service_type: "cctv" } as const;

for (const [language, address] of [
  ["es", "/buzon"],
  ["en", "/en/inbox"],
] as const) {
  test(`an address breaks before its signs, and no label touches its value (${language})`, async () => {
    const id = "00000000-0000-4000-8000-000000000001";
    const submissions = [{ ...messages, id, message: "Mensaje" }];
    await mountInbox({ language, address: `${address}?m=${id}`, submissions });
    const message = page.getByRole("article", { name: "Persona 1" });
    for (const width of [320, 360, 1280]) {
      await resizeWindow(width, 800);
      await expect.element(message.getByText("Mensaje", { exact: true })).toBeVisible();
      const lines = listLines((await message.findElement()).querySelector("dd a") as Element);
      expect(lines.join(""), `${width} px`).toBe(email);
      for (const line of lines.slice(1)) expect(line, `${width} px`).toMatch(/^[@.]/);
      for (const distance of listDistances(message.element())) expect(distance).toBeGreaterThanOrEqual(8);
    }
  });
}

/** Stops navigation to other programs. Clicks on these links still reach the inbox. */
function holdLinks(): void {
  const stopNavigation = (event: MouseEvent) => {
    if ((event.target as Element).closest("a[href^='mailto:'], a[href^='tel:'], a[target=_blank]"))
      event.preventDefault();
  };
  document.addEventListener("click", stopNavigation);
  onTestFinished(() => document.removeEventListener("click", stopNavigation));
}

test("offers to answer a message here, by WhatsApp, by telephone and in another program, with its reference and the name", async () => {
  const id = "3f2a91bc-0000-4000-8000-000000000001";
  await mountInbox({ address: `/buzon?m=${id}`, submissions: [{ ...messages, id, message: "Cámaras" }] });
  const message = page.getByRole("article", { name: "Persona 1" });
  await message.getByRole("group", { name: "Acciones" }).getByRole("button", { name: "Responder" }).click();
  await expect.element(message.getByRole("textbox")).toHaveFocus();
  await expect
    .element(message.getByRole("link", { name: "WhatsApp (se abre en otra pestaña)" }))
    .toHaveAttribute(
      "href",
      expect.stringMatching(/^https:\/\/wa\.me\/50660000000\?text=.*Guaria%20Digital/),
    );
  await message.getByRole("button", { name: "Más acciones" }).click();
  await expect
    .element(message.getByRole("link", { name: "Llamar" }))
    .toHaveAttribute("href", "tel:+50660000000");
  await expect
    .element(message.getByRole("link", { name: "Escribir con otro programa" }))
    .toHaveAttribute(
      "href",
      expect.stringMatching(/^mailto:.*Guaria%20Digital%20\(3F2A-91BC\).*C%C3%A1maras/),
    );
});

test("every telephone number of a message is a link, and a mobile one opens WhatsApp, too", async () => {
  const id = "3f2a91bc-0000-4000-8000-000000000001";
  const phone = "22222222-88888888";
  const text = "Horario L-V 8-5 8888_8888, desde el 27-11-2026.\nOficina: 2222-2222 ext. 104";
  await mountInbox({ address: `/buzon?m=${id}`, submissions: [{ ...messages, id, phone, message: text }] });
  const message = page.getByRole("article", { name: "Persona 1" });
  const body = message.getByText(/^Horario/);
  await expect.element(body).toBeVisible();
  const listLinks = (root: Element) =>
    [...root.querySelectorAll("a")].map(({ href, textContent }) => [href.replace(/\?.*/, ""), textContent]);
  const bodyElement = (await message.findElement()).querySelector("[lang]") as HTMLElement;
  expect(bodyElement.textContent).toBe(text);
  expect(listLinks(bodyElement)).toEqual([
    ["tel:+50688888888", "8888_8888"],
    ["https://wa.me/50688888888", ""],
    ["tel:+50622222222;ext=104", "2222-2222 ext. 104"],
  ]);
  const fields = message.getByRole("region", { name: "Quién escribió" });
  expect(listLinks(fields.element()).slice(1)).toEqual([
    ["tel:+50622222222", "22222222"],
    ["tel:+50688888888", "88888888"],
    ["https://wa.me/50688888888", ""],
  ]);
  // The row of actions offers the mobile number of the sender.
  await expect
    .element(message.getByRole("link", { name: "WhatsApp (se abre en otra pestaña)" }))
    .toHaveAttribute("href", expect.stringMatching(/^https:\/\/wa\.me\/50688888888\?/));
  for (const width of [360, 1280]) {
    await resizeWindow(width, 800);
    expect(await listViolations(), `${width} px`).toEqual([]);
  }
});

test("asks after WhatsApp and a call whether the message was answered, also after a reload, and records it", async () => {
  holdLinks();
  const { api, link, reload, toasts } = await mountInbox({ address: "/buzon?q=prueba", count: 2 });
  const question = page.getByRole("status").filter({ hasText: "¿Lo contestaste?" });
  const answer = (name: string) => question.getByRole("button", { name, exact: true });
  const listEvents = () =>
    api.submissions.flatMap(({ name, id }) => api.conversations.list(id).map(({ event }) => [name, event]));
  await link("Persona 1").click();
  await page.getByRole("link", { name: "WhatsApp (se abre en otra pestaña)" }).first().click();
  await expect.element(question).toBeVisible();
  await link("Persona 2").click();
  await expect.element(question).not.toBeInTheDocument();
  await link("Persona 1").click();
  await reload();
  await answer("No").click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { level: 2, name: "Persona 1" })).toHaveFocus();
  expect(listEvents()).toEqual([]);
  await page
    .getByRole("region", { name: "Quién escribió" })
    .getByRole("link", { name: "6000 0000", exact: true })
    .click();
  await answer("Sí").click();
  await expect.element(toasts.getByText("Contestado por teléfono")).toBeVisible();
  expect(listEvents()).toEqual([["Persona 1", "answered_by_telephone"]]);
  await expect.element(page.getByRole("listitem").filter({ hasText: /contestó por teléfono/ })).toBeVisible();
});

test("records an answer by another way by hand", async () => {
  const { api, link } = await mountInbox({ language: "en", address: "/en/inbox?q=prueba", count: 1 });
  await link("Persona 1").click();
  await page.getByRole("article").getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Answered by WhatsApp" }).click();
  await expect.element(page.getByRole("listitem").filter({ hasText: /answered by WhatsApp/ })).toBeVisible();
  expect(api.submissions[0]).toMatchObject({ state: "waiting", assignee: api.account.id });
});

test("the first action in the spam folder moves a message out of it", async () => {
  const submissions = [{ ...messages, spam: true }];
  const { rows } = await mountInbox({ address: "/buzon?filter=spam", submissions });
  await rows().getByRole("link").click();
  const actions = page.getByRole("group", { name: "Acciones" });
  await expect.element(actions.getByRole("button").first()).toHaveTextContent("No es spam");
  const colors = ["No es spam", "Eliminar"].map(
    (name) => getComputedStyle(actions.getByRole("button", { name, exact: true }).element()).backgroundColor,
  );
  expect(colors[1]).toBe("rgba(0, 0, 0, 0)");
  expect(colors[0]).not.toBe(colors[1]);
});

test("copies the address of the sender", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { link, toasts } = await mountInbox({ count: 1 });
  await link("Persona 1").click();
  await page.getByRole("article").getByRole("button", { name: "Copiar el correo" }).click();
  await expect.element(toasts.getByText("Correo copiado")).toBeVisible();
  expect(write.mock.calls).toEqual([["prueba@example.com"]]);
});

test("lists the other messages of the sender, and opens one", async () => {
  const { link } = await mountInbox({ address: "/buzon?q=prueba", count: 3 });
  await link("Persona 1").click();
  const message = page.getByRole("article", { name: "Persona 1" });
  const otherMessages = message.getByRole("region", { name: "Otros mensajes de este remitente" });
  await expect.element(otherMessages.getByRole("link")).toHaveLength(2);
  await otherMessages.getByRole("link", { name: /^Mensaje 3 sobre prueba/ }).click();
  await expect.element(page.getByRole("article", { name: "Persona 3" })).toBeVisible();
});
