import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listViolations, resetLook, resizeWindow } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

afterEach(resetLook);

const id = "3f2a91bc-0000-4000-8000-000000000001";
const sender = { id, name: "Ana Mora", email: "ana@cliente.example" } as const;
const article = page.getByRole("article", { name: "Ana Mora" });

test.each([
  ["es", "/buzon", "Reunión: miércoles 2 dic, mañana · Plan: TI Básico", "Sin mensaje"],
  ["en", "/en/inbox", "Meeting: Wednesday, Dec 2, morning · Plan: TI Básico", "No message"],
] as const)(
  "a meeting and a plan are the first line of a message and of its row, and stand for its text (%s)",
  async (language, address, line, noMessage) => {
    const wishes = { plan: "TI Básico", meeting_day: "2026-12-02", meeting_part: "morning" } as const;
    const other = { ...sender, ...wishes, id: undefined, message: "Vengan temprano" };
    const submissions = [
      { ...sender, ...wishes },
      { ...other, id: crypto.randomUUID(), name: "Luis" },
    ];
    const { row, press } = await mountInbox({ language, address, submissions });
    await expect.element(row("Ana Mora").getByText(line, { exact: true })).toBeVisible();
    await expect.element(row("Luis").getByText("Vengan temprano", { exact: true })).toBeVisible();
    await row("Ana Mora").getByRole("link").click();
    await expect.element(article.getByText(line, { exact: true })).toBeVisible();
    await expect.element(article.getByRole("link", { name: /· Vengan temprano/ })).toBeVisible();
    await press("d");
    await expect.element(row("Ana Mora").getByText(line, { exact: true })).toBeVisible();
    expect(document.body.textContent).not.toContain(noMessage);
  },
);

test.each([
  [
    "es",
    "/buzon",
    "No le llegó nuestro correo: llama",
    "La confirmación no llegó a ana@cliente.example. Esa dirección no recibe nuestros correos; llama:",
  ],
  [
    "en",
    "/en/inbox",
    "Our mail did not arrive: call",
    "The confirmation did not reach ana@cliente.example. This address does not receive our mail, so call:",
  ],
] as const)(
  "a message whose confirmation did not arrive says so in its row, and offers the sender's numbers (%s)",
  async (language, address, hint, notice) => {
    const message = "Mi celular es 8888-8888, o escriban a la oficina: 2222-2222";
    const undelivered = { ...sender, phone: "22222222", message, acknowledgement: "undelivered" } as const;
    const other = { ...sender, id: crypto.randomUUID(), name: "Luis", message };
    const { row } = await mountInbox({ language, address, submissions: [undelivered, other] });
    await expect.element(row("Ana Mora").getByText(hint, { exact: true })).toBeVisible();
    await expect.element(row("Luis").getByText(hint)).not.toBeInTheDocument();
    await row("Ana Mora").getByRole("link").click();
    await expect.element(article.getByText(/(ana@cliente\.example\.$)/)).toBeVisible();
    const paragraph = article
      .getByText(/(ana@cliente\.example\.$)/)
      .element()
      .closest("p") as HTMLElement;
    expect(paragraph.textContent?.startsWith(notice)).toBe(true);
    expect([...paragraph.querySelectorAll("a")].map(({ href }) => href.replace(/\?.*/, ""))).toEqual([
      "tel:+50622222222",
      "tel:+50688888888",
      "https://wa.me/50688888888",
    ]);
    for (const width of [360, 1280]) {
      await resizeWindow(width, 800);
      // A control half behind the bar would count as a small target.
      page
        .getByRole("region", { name: /^(Mensaje|Message)$/ })
        .element()
        .scrollTo({ top: 10_000 });
      expect(await listViolations(), `${width} px`).toEqual([]);
    }
  },
);

test("without a telephone number, an undelivered confirmation asks to check the address", async () => {
  const submissions = [{ ...sender, message: "Cámaras", acknowledgement: "undelivered" } as const];
  const { row } = await mountInbox({ address: `/buzon?m=${id}`, submissions });
  await expect.element(article.getByText(/no dejó teléfono: revisa si está bien escrita/)).toBeVisible();
  const hint = row("Ana Mora").getByText("No le llegó nuestro correo: revisa la dirección", { exact: true });
  await expect.element(hint).toBeVisible();
});
