import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi } from "../../support/fake-api.ts";
import { inEveryLook, listViolations, resetLook, resizeWindow } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

afterEach(resetLook);

const id = "3f2a91bc-0000-4000-8000-000000000001";
const name = "Ricardo Salas";
const luis = { id: "00000000-0000-4000-8000-000000000009", name: "Luis" };
const article = page.getByRole("article");
const field = article.getByRole("textbox");

async function mountOpened(language: "es" | "en", message: string) {
  const api = createFakeApi({ submissions: [{ id, name, email: "ricardo@cliente.example", message }] });
  const address = `${language === "es" ? "/buzon" : "/en/inbox"}?m=${id}`;
  const inbox = await mountInbox({ api, language, address });
  await expect.element(field).toBeVisible();
  return inbox;
}

const getBox = (element: Element) => element.getBoundingClientRect();

test.each(["es", "en"] as const)(
  "a message of 120 words and the composer fit 1280 × 800 without scrolling (%s)",
  async (language) => {
    await mountOpened(
      language,
      "Tenemos 14 computadoras y nadie las cuida en la oficina. ".repeat(12).trim(),
    );
    const text = article
      .getByText(/^Tenemos/)
      .last()
      .element();
    const composer = article.getByRole("region", { name: /^(Escribir|Write)$/ }).element();
    expect(getBox(text).top).toBeGreaterThan(0);
    expect(getBox(text).bottom).toBeLessThanOrEqual(getBox(composer).top);
    expect(getBox(composer).bottom).toBeLessThanOrEqual(800);
  },
);

test("the newest entry stands above the composer when it arrives", async () => {
  const { api, lookNow } = await mountOpened("es", "Tenemos 14 computadoras.");
  await expect.poll(() => document.querySelector("ol[aria-busy=false]")).not.toBeNull();
  const composer = article.getByRole("region", { name: "Escribir" });
  const distanceToComposer = (entryText: string) => {
    const entry = page.getByRole("listitem").filter({ hasText: entryText }).last();
    return getBox(composer.element()).top - getBox(entry.element()).bottom;
  };
  for (const text of ["Primera respuesta", "Segunda respuesta", "Gracias, el jueves está bien"]) {
    api.addEntry(name, {
      kind: "answer",
      author: luis,
      text: `${text}\n${"línea\n".repeat(8)}`,
      delivery: "sent",
    });
    lookNow();
    await expect.element(page.getByRole("listitem").filter({ hasText: text }).last()).toBeInTheDocument();
    await expect.poll(() => distanceToComposer(text)).toBeGreaterThanOrEqual(0);
  }
});

test("the newest entry stands above the composer when toasts take room from the pane", async () => {
  const { api, lookNow } = await mountOpened("es", "Tenemos 14 computadoras y nadie las cuida. ".repeat(12));
  const text = `El plan cuesta …\n${"línea\n".repeat(8)}`;
  api.addEntry(name, { kind: "answer", author: luis, text, delivery: "sent" });
  lookNow();
  const entry = page.getByRole("listitem").filter({ hasText: "El plan cuesta …" }).last();
  const composer = article.getByRole("region", { name: "Escribir" });
  const getDistance = () => getBox(composer.element()).top - getBox(entry.element()).bottom;
  await expect.element(entry).toBeInTheDocument();
  await expect.poll(getDistance).toBeGreaterThanOrEqual(0);
  const { bottom } = getBox(composer.element());
  document.documentElement.style.setProperty("--toasts", "145px");
  await expect.poll(() => getBox(composer.element()).bottom).toBeLessThan(bottom - 100);
  await expect.poll(getDistance).toBeGreaterThanOrEqual(0);
});

test("at 360 px the last entry stays in view above the composer and a keyboard", async () => {
  const { api, lookNow } = await mountOpened("es", "Palabra ".repeat(200));
  await resizeWindow(360, 400);
  api.addEntry(name, { kind: "answer", author: luis, text: "El plan cuesta …", delivery: "sent" });
  api.addEntry(name, { text: "Gracias" });
  lookNow();
  const lastEntry = page.getByRole("listitem").filter({ hasText: "Gracias" }).last();
  await expect.element(lastEntry).toBeInTheDocument();
  (field.element() as HTMLElement).focus();
  await expect.element(page.getByRole("group", { name: "Acciones" })).not.toBeInTheDocument();
  await expect.element(field).toBeInViewport({ ratio: 1 });
  await expect.element(lastEntry).toBeInViewport();
});

test.each(["es", "en"] as const)(
  "a conversation with every kind of entry has no violation in any look (%s)",
  async (language) => {
    const { api, lookNow } = await mountOpened(language, "14 computadoras");
    for (const delivery of ["waiting", "delivered", "bounced", "failed"] as const)
      api.addEntry(name, { kind: "answer", author: luis, text: "x".repeat(400), delivery });
    api.addEntry(name, { kind: "note", author: luis, text: "ya hablé con bodega" });
    api.addEntry(name, { kind: "event", event: "bounced" });
    api.addEntry(name, { kind: "event", event: "assigned", author: luis, assignee: null });
    lookNow();
    await expect.element(page.getByText("ya hablé con bodega")).toBeInTheDocument();
    await inEveryLook(async (look) => {
      page
        .getByRole("region", { name: /^(Mensaje|Message)$/ })
        .element()
        .scrollTo({ top: 100_000 });
      expect(await listViolations(), look).toEqual([]);
    });
  },
);
