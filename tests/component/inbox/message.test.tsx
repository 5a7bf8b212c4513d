import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { resetLook, resizeWindow } from "../../support/looks.ts";
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

/** Returns the pixels between each label and its value: infinite where the value stands below. */
function listDistances(message: Element): number[] {
  return [...message.querySelectorAll("dl > div")].map((field) => {
    const label = getTextBox(field.querySelector("dt") as Element);
    const value = getTextBox(field.querySelector("dd") as Element);
    return value.top >= label.bottom - 4 ? Number.POSITIVE_INFINITY : value.left - label.right;
  });
}

const email = "maria.solis.rodriguez.transportes@example.com";
const messages = { name: "Persona 1", email, phone: "6000 0000", service_type: "cctv" } as const;

for (const [language, address, remove, spam] of [
  ["es", "/buzon", "Eliminar", "Marcar como spam"],
  ["en", "/en/inbox", "Delete", "Mark as spam"],
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
    const getTop = (name: string) =>
      Math.round(message.getByRole("button", { name, exact: true }).element().getBoundingClientRect().top);
    expect(getTop(remove)).toBe(getTop(spam));
  });
}

test("offers to answer a message by mail, WhatsApp and telephone", async () => {
  const { link } = await mountInbox({ address: "/buzon?q=prueba", count: 1 });
  await link("Persona 1").click();
  const message = page.getByRole("article", { name: "Persona 1" });
  const reply = new URL(
    (await message.getByRole("link", { name: "Responder" }).findElement()).getAttribute("href") ?? "",
  );
  expect(reply.pathname).toBe("prueba@example.com");
  expect(reply.searchParams.get("subject")).toBe("Re: Tu mensaje a Guaria Digital");
  expect(reply.searchParams.get("body")).toContain("> Mensaje 1 sobre prueba");
  await expect
    .element(message.getByRole("link", { name: "WhatsApp" }))
    .toHaveAttribute("href", "https://wa.me/50660000000");
  await expect
    .element(message.getByRole("link", { name: "Llamar" }))
    .toHaveAttribute("href", "tel:+50660000000");
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
  const others = message.getByRole("region", { name: "Otros mensajes de este remitente" });
  await expect.element(others.getByRole("link")).toHaveLength(2);
  await others.getByRole("link", { name: /^Mensaje 3 sobre prueba/ }).click();
  await expect.element(page.getByRole("article", { name: "Persona 3" })).toBeVisible();
});
