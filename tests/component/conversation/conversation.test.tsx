import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createFakeApi } from "../../support/fake-api.ts";
import { mountConversation, pressAt } from "../../support/mount.tsx";

const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const field = () => page.getByRole("textbox", { name: "Tu respuesta", exact: true });
const send = () => page.getByRole("button", { name: /^Enviar/ });
const items = () => page.getByRole("list", { name: "Mensajes de la conversación" }).getByRole("listitem");
const entries = "POST /api/conversation/entries";

const message = {
  kind: "customer",
  text: "Quiero 4 cámaras.",
  author: "Ana Mora",
  created_at: "2026-11-20T12:00:00.000Z",
} as const;
const answer = {
  kind: "answer",
  text: "Hola Ana",
  author: "Luis",
  created_at: "2026-11-20T13:00:00.000Z",
} as const;

async function openConversation(
  addedItems: Parameters<ReturnType<typeof createFakeApi>["customer"]["addConversation"]>[0] = [],
) {
  const api = createFakeApi();
  const token = api.customer.addConversation([message, answer, ...addedItems]);
  const mounted = await mountConversation({ address: `/conversacion#${token}`, api });
  await expect.element(field()).toBeVisible();
  return { ...mounted, api, token };
}
const type = (text: string) => field().fill(text);
const lookNow = () => document.dispatchEvent(new Event("visibilitychange"));

beforeEach(() => page.viewport(1280, 800));

test("shows who wrote each text, removes the token from the address, and focuses the title", async () => {
  const { location } = await openConversation();
  await expect.element(title("Tu conversación con nosotros")).toHaveFocus();
  expect(
    items()
      .elements()
      .map((item) => (item as HTMLElement).innerText.split("\n")[0]),
  ).toEqual(["Tú", "Luis, de nuestro equipo"]);
  expect(document.body.innerText).toContain("8683-8C81");
  expect(location()).toBe("/conversacion");
});

test("sends a reply, confirms it, and shows it in the thread", async () => {
  const { api, token } = await openConversation();
  await type("Sí, por favor.");
  await send().click();
  await expect.element(page.getByRole("status").filter({ hasText: "Recibimos tu mensaje." })).toBeVisible();
  await expect.element(field()).toHaveValue("");
  await expect.element(items().nth(2).filter({ hasText: "Sí, por favor." })).toBeVisible();
  expect(api.customer.listTexts(token).at(-1)).toBe("Sí, por favor.");
});

test.each(["", " \n\u2800"])("keeps an empty reply (%j), says why, and focuses the field", async (text) => {
  const { api } = await openConversation();
  await type(text);
  await send().click();
  await expect.element(page.getByText("Escribe tu respuesta", { exact: true })).toBeVisible();
  await expect.element(field()).toHaveFocus();
  expect(api.countCalls(entries)).toBe(0);
});

test("counts a text that is too long, cuts nothing, and sends nothing", async () => {
  const { api } = await openConversation();
  const text = "x".repeat(10_003);
  await type(text);
  await expect.element(page.getByText("Sobran 3 caracteres")).toBeVisible();
  await pressAt(send(), "{Enter}");
  await expect.element(page.getByText("Pasa de 10.000 caracteres. Acórtala para enviarla.")).toBeVisible();
  await expect.element(field()).toHaveValue(text);
  expect(api.countCalls(entries)).toBe(0);
});

test("keeps the typed text over a reload, and not after it was sent", async () => {
  const { reload } = await openConversation();
  await type("A medias");
  await reload();
  await expect.element(field()).toHaveValue("A medias");
  await send().click();
  await expect.element(field()).toHaveValue("");
  await reload();
  await expect.element(field()).toHaveValue("");
});

test("stores a repeated attempt once, after a lost answer and a reload", async () => {
  const { api, token, reload } = await openConversation();
  const droppedAnswer = api.dropAnswer(entries);
  await type("Una vez");
  await send().click();
  await expect.element(page.getByRole("alert").filter({ hasText: "Tu mensaje no se envió." })).toBeVisible();
  await expect.element(field()).toHaveValue("Una vez");
  droppedAnswer.end();
  await reload();
  await expect.element(field()).toHaveValue("Una vez");
  await send().click();
  await expect.element(page.getByRole("status")).toBeVisible();
  expect(api.customer.listTexts(token).filter((text) => text === "Una vez")).toHaveLength(1);
});

test("keeps the text while the network is away, and sends it afterwards", async () => {
  const { api, token, setOnline } = await openConversation();
  setOnline(false);
  await type("Desde el bus");
  await send().click();
  await expect.element(page.getByRole("alert").filter({ hasText: "Sin conexión" })).toBeVisible();
  setOnline(true);
  await send().click();
  await expect.element(page.getByRole("status")).toBeVisible();
  expect(api.customer.listTexts(token).at(-1)).toBe("Desde el bus");
});

test("keeps the text of a reply to a link that was ended meanwhile", async () => {
  const { api, token } = await openConversation();
  await type("Muy tarde");
  api.customer.endLink(token);
  await send().click();
  await expect
    .element(page.getByRole("alert").filter({ hasText: "Este enlace ya no abre la conversación." }))
    .toBeVisible();
  await expect.element(field()).toHaveValue("Muy tarde");
});

test("shows a new answer while it is open, announces it, and keeps the focus and the text", async () => {
  const { api, token } = await openConversation();
  await type("A medias");
  api.customer.addAnswer(token, "Otra cosa más");
  lookNow();
  await expect.element(items().nth(2).filter({ hasText: "Otra cosa más" })).toBeVisible();
  await expect.element(page.getByRole("status").filter({ hasText: "Te respondimos." })).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue("A medias");
});

test("looks for new answers every 20 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { api, token } = await openConversation();
  api.customer.addAnswer(token, "Más tarde");
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(items().nth(2).filter({ hasText: "Más tarde" })).toBeVisible();
});

test("shows the same words for an unknown link, none, and an ended one", async () => {
  const api = createFakeApi();
  await mountConversation({ address: `/conversacion#${"A".repeat(43)}`, api });
  await expect.element(title("Este enlace no lleva a ninguna conversación")).toHaveFocus();
  sessionStorage.clear();
  await mountConversation({ address: "/en/conversation", language: "en", api });
  await expect.element(title("Open the link in our email")).toHaveFocus();
  expect(document.querySelector("textarea")).toBeNull();
});

test("opens again after a failure", async () => {
  const api = createFakeApi();
  const token = api.customer.addConversation([message]);
  api.fail("POST /api/conversation", { times: 1 });
  await mountConversation({ address: `/conversacion#${token}`, api });
  await expect.element(title("No pudimos abrir tu conversación")).toHaveFocus();
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(items().first().filter({ hasText: "Quiero 4 cámaras." })).toBeVisible();
});

test("shows hostile text as text, at 360 px without scrolling sideways", async () => {
  await page.viewport(360, 740);
  const text = `<script>alert(1)</script> \u202eabc 👩\u200d💻 ${"x".repeat(9_900)}`;
  await openConversation([{ ...message, text, created_at: "2026-11-20T14:00:00.000Z" }]);
  expect(items().nth(2).element().querySelector("[dir=auto]")?.textContent).toBe(text);
  expect(document.querySelector("li script")).toBeNull();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test("is used with the keyboard alone", async () => {
  const { api } = await openConversation();
  await userEvent.keyboard("{Tab}");
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard("Gracias{Tab}{Tab}{Enter}");
  await expect.element(page.getByRole("status")).toBeVisible();
  expect(api.countCalls(entries)).toBe(1);
});
