import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mountInbox } from "../../support/mount.tsx";

/** Replaces every text as a translating browser does: the original text node leaves the document. */
function translate(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest("textarea, option, title, font")) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

test("the inbox works while the browser translates it, and shows current data", async () => {
  const { row, rows, link, newBadges, toasts, setOnline } = await mountInbox({ count: 3 });
  const main = page.getByRole("main");
  const message = page.getByRole("article");
  const button = (name: string) => message.getByRole("button", { name, exact: true });
  await expect.element(rows()).toHaveLength(3);
  const root = await main.findElement();
  translate(document.body);
  const observer = new MutationObserver(() => {
    observer.disconnect();
    translate(document.body);
    observer.takeRecords();
    observer.observe(root, { childList: true, subtree: true, characterData: true });
  });
  observer.observe(root, { childList: true, subtree: true, characterData: true });

  await link("Persona 2").click();
  await button("Marcar como leído").click();
  await expect.element(button("Marcar como no leído")).toBeVisible();
  await expect.element(newBadges("Persona 2")).not.toBeInTheDocument();
  await expect.element(page.getByRole("radio", { name: /^No leídos\s*2$/ })).toBeInTheDocument();
  await page.getByLabelText("Seleccionar los mensajes cargados").click();
  await expect.element(main.getByText("3 seleccionados").first()).toBeVisible();
  await page.getByLabelText("Seleccionar los mensajes cargados").click();
  await expect.element(main.getByText("3 seleccionados")).toHaveLength(0);

  setOnline(false);
  await expect.element(main.getByText(/^Sin conexión/)).toBeVisible();
  setOnline(true);
  await expect.element(main.getByText(/^Sin conexión/)).not.toBeInTheDocument();

  const search = page.getByRole("searchbox");
  await search.fill("Persona 3");
  await expect.element(rows()).toHaveLength(1);
  await expect.element(main.getByText("1 resultado").first()).toBeVisible();
  await search.fill("");
  await expect.element(rows()).toHaveLength(3);

  await button("Eliminar").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar mensaje" }).click();
  await expect.element(row("Persona 2")).not.toBeInTheDocument();
  await expect.element(toasts).toMatchTextContent(/Se elimina/);
  observer.disconnect();
});
