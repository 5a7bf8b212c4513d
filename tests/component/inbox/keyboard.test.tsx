import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createFakeApi } from "../../support/fake-api.ts";
import { actOnAppearance, importAgain, mountInbox, typeAtOnce } from "../../support/mount.tsx";

const address = "/buzon?q=prueba";
const id = "3f2a91bc-0000-4000-8000-000000000001";
const heading = (name: string) => page.getByRole("heading", { level: 2, name, exact: true });
const dialog = page.getByRole("dialog");
const alertDialog = page.getByRole("alertdialog");
const searchBox = page.getByRole("searchbox");

test("keys move through the list and through messages, mark a message and undo that", async () => {
  const { press, newBadges, link } = await mountInbox({ address, count: 5 });
  // The arrow key enters the list from the page.
  expect(document.activeElement).toBe(document.body);
  await press("ArrowDown");
  await expect.element(link("Persona 1")).toHaveFocus();
  await press("j");
  await expect.element(link("Persona 2")).toHaveFocus();
  await press("Enter");
  await expect.element(heading("Persona 2")).toHaveFocus();
  await press("u");
  await expect.element(newBadges("Persona 2")).toHaveLength(0);
  await press("j");
  await expect.element(heading("Persona 3")).toHaveFocus();
  await press("k");
  await expect.element(heading("Persona 2")).toHaveFocus();
  await press("z");
  await expect.element(newBadges("Persona 2")).toBeVisible();
  await press("Escape");
  await expect.element(link("Persona 2")).toHaveFocus();
});

test("keys select a range and ask before they delete it; other keys do nothing behind the question", async () => {
  const { api, press, link, getStatus } = await mountInbox({ address, count: 5 });
  await press("j");
  await press("j");
  await press("x");
  await press("j");
  await press("j");
  await press("Shift+X");
  await expect.element(getStatus("3 seleccionados")).toHaveLength(1);
  await press("#");
  await expect.element(alertDialog).toHaveAccessibleName("¿Eliminar 3 mensajes?");
  await press("j");
  await press("Escape");
  await expect.element(alertDialog).not.toBeInTheDocument();
  await expect.element(link("Persona 4")).toHaveFocus();
  await press("Escape");
  await expect.element(getStatus("seleccionados")).toHaveLength(0);
  expect(api.submissions).toHaveLength(5);
});

test("Delete removes the message at the keyboard after a question, and the next row gets the focus", async () => {
  const { press, rows, link, toasts } = await mountInbox({ address, count: 3 });
  await press("j");
  await press("j");
  await press("Delete");
  await expect.element(alertDialog).toHaveAccessibleName("¿Eliminar el mensaje de Persona 2?");
  await press("Tab");
  await press("Enter");
  await expect.element(toasts.getByText("Se elimina en 10 segundos")).toBeVisible();
  await expect.element(rows()).toHaveLength(2);
  await expect.element(link("Persona 3")).toHaveFocus();
});

test("marking messages in the unread folder moves the focus on to the next message", async () => {
  const { press, row, link } = await mountInbox({ address: `${address}&filter=unread`, count: 4 });
  await press("j");
  await press("j");
  await press("u");
  await expect.element(row("Persona 2")).not.toBeInTheDocument();
  await expect.element(link("Persona 3")).toHaveFocus();
  await press("Enter");
  await press("u");
  await expect.element(row("Persona 3")).not.toBeInTheDocument();
  await expect.element(page.getByRole("article", { name: "Persona 3" })).toBeVisible();
  await press("j");
  await expect.element(heading("Persona 4")).toHaveFocus();
});

test("letters typed into the search are text, not keys", async () => {
  const { press, rows, newBadges, link } = await mountInbox({ address, count: 2 });
  await press("/");
  await expect.element(searchBox).toHaveFocus();
  await press("End");
  await userEvent.keyboard("jux#?");
  await expect.element(searchBox).toHaveValue("pruebajux#?");
  await expect.element(dialog).not.toBeInTheDocument();
  await searchBox.fill("prueba");
  await expect.element(rows()).toHaveLength(2);
  await press("ArrowDown");
  await expect.element(link("Persona 1")).toHaveFocus();
  await expect.element(newBadges()).toHaveLength(2);
});

test("? lists the keys, and Escape returns the focus to the row", async () => {
  const { press, link } = await mountInbox({ address, count: 2 });
  await press("j");
  await press("?");
  const keys = page.getByRole("dialog", { name: "Atajos de teclado" });
  await expect.element(keys.getByText("Marcar como leído o no leído")).toBeVisible();
  await press("Escape");
  await expect.element(keys).not.toBeInTheDocument();
  await expect.element(link("Persona 1")).toHaveFocus();
});

const lettersAsKeys = page.getByRole("checkbox", { name: "Usar letras y signos como atajos" });
const help = page.getByRole("button", { name: "Atajos de teclado" });
const tooltip = (name: string) => page.getByRole("tooltip", { name, exact: true });

test("letters and signs stop being keys once they are switched off, also in the next visit", async () => {
  const { press, rows, newBadges, link, reload } = await mountInbox({ address, count: 2 });
  const hint = page.getByText(/^Con J y K pasas de un mensaje a otro\./);
  await expect.element(hint).toBeInTheDocument();
  await press("?");
  await lettersAsKeys.click();
  await expect.element(hint).not.toBeInTheDocument();
  await press("Escape");
  await reload();
  await expect.element(rows()).toHaveLength(2);
  await help.hover();
  await expect.element(tooltip("Atajos de teclado")).toBeVisible();
  await expect.element(help).not.toHaveAttribute("aria-keyshortcuts");
  ((await link("Persona 1").findElement()) as HTMLElement).focus();
  await press("u");
  await press("?");
  await press("Delete");
  await expect.element(alertDialog).toBeVisible();
  await press("Escape");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(newBadges()).toHaveLength(2);
  const { areSignKeysOn } = await importAgain<typeof import("#web/pages/inbox/shared/key-hints.tsx")>(
    "/web/pages/inbox/shared/key-hints.tsx",
  );
  expect(areSignKeysOn()).toBe(false);

  await help.click();
  await lettersAsKeys.click();
  await press("Escape");
  await help.hover();
  await expect.element(tooltip("Atajos de teclado (?)")).toBeVisible();
  await press("u");
  await expect.element(newBadges()).toHaveLength(1);
});

test("deleting or marking the opened message as spam opens the next, and the last returns to the list", async () => {
  const { press, rows, link, location } = await mountInbox({ address, count: 3 });
  await link("Persona 1").click();
  await expect.element(heading("Persona 1")).toHaveFocus();
  await press("s");
  await expect.element(heading("Persona 2")).toHaveFocus();
  await expect.element(rows()).toHaveLength(2);
  await press("Delete");
  await expect.element(alertDialog).toBeVisible();
  await press("Tab");
  await press("Enter");
  await expect.element(heading("Persona 3")).toHaveFocus();
  await expect.element(rows()).toHaveLength(1);
  await press("s");
  await expect.element(page.getByRole("region", { name: "Mensajes", exact: true })).toHaveFocus();
  await expect.poll(location).toBe(address);
});

test("Enter in the search opens the first match of the latest text, even before the list updates", async () => {
  const { press, link } = await mountInbox({ address, count: 3 });
  await press("/");
  await press("Enter");
  await expect.element(heading("Persona 1")).toHaveFocus();
  await searchBox.fill("Mensaje 3");
  await press("Enter");
  await expect.element(heading("Persona 3")).toHaveFocus();
  await searchBox.fill("Mensaje 2");
  await press("ArrowDown");
  await expect.element(link("Persona 2")).toHaveFocus();
  await searchBox.fill("no-hay-tal-cosa");
  await press("Enter");
  await expect.element(page.getByRole("heading", { name: /^Nada coincide/ })).toBeVisible();
  await expect.element(heading("Persona 3")).toBeVisible();
});

const pressAtOnce = (key: string) => {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
};
const composer = page.getByRole("article").getByRole("textbox");

test("R at the moment when the composer appears keeps the focus and each letter in it", async () => {
  const { link } = await mountInbox({ address, count: 2 });
  const appeared = actOnAppearance("article textarea", () => {
    pressAtOnce("r");
    typeAtOnce("Es");
  });
  await link("Persona 1").click();
  await appeared;
  await expect.element(composer).toHaveFocus();
  await userEvent.keyboard("ta no llega.");
  await expect.element(composer).toHaveValue("Esta no llega.");
});

test("letters after R do nothing until the composer of the message appears", async () => {
  const { api, press } = await mountInbox({ address, count: 3 });
  await press("j");
  await press("Enter");
  await expect.element(composer).toBeVisible();
  // React shows the next message in a later task than these keys.
  for (const key of ["j", "r", "s", "e", "u"]) {
    pressAtOnce(key);
    await Promise.resolve();
  }
  await expect.element(heading("Persona 2")).toBeVisible();
  await expect.element(composer).toHaveFocus();
  await userEvent.keyboard("Hola");
  await expect.element(composer).toHaveValue("Hola");
  expect(api.submissions.filter(({ spam, state }) => spam || state === "closed")).toEqual([]);
});

test("a message that appears while the user types a search leaves the focus there", async () => {
  const api = createFakeApi({ submissions: [{ id, name: "Rosa" }] });
  const heldMessage = api.hold(`GET /api/submissions/${id}`);
  const { press } = await mountInbox({ api, address: `/buzon?q=nadie&m=${id}` });
  await expect.poll(() => api.countCalls(`GET /api/submissions/${id}`)).toBeGreaterThan(0);
  await press("/");
  await expect.element(searchBox).toHaveFocus();
  heldMessage.release();
  await expect.element(heading("Rosa")).toBeVisible();
  await expect.element(searchBox).toHaveFocus();
});
