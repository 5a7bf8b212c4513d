import { afterEach, expect, onTestFinished, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { forceColors, resetLook, sendToBrowser } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

afterEach(async () => {
  document.querySelector("#text-spacing")?.remove();
  await resetLook();
});

/** Returns the styles that show a state when forced colors remove backgrounds. */
function getLook(locator: Locator): string[] {
  const { backgroundColor, color, outlineStyle, outlineColor, borderInlineStartColor } = getComputedStyle(
    locator.element(),
  );
  return [backgroundColor, color, outlineStyle, outlineColor, borderInlineStartColor];
}

const filter = (name: RegExp) => page.getByRole("radio", { name });
const getLabel = (locator: Locator) =>
  page.elementLocator(locator.element().closest("label") as HTMLLabelElement);

test("forced colors show the chosen filter, the chosen days, the opened and the selected message", async () => {
  const { row, link } = await mountInbox({ address: "/buzon?q=prueba", count: 3 });
  await link("Persona 1").click();
  await page.getByLabelText("Seleccionar el mensaje de Persona 2", { exact: true }).click();
  await page.getByRole("button", { name: "Filtros" }).click();
  await forceColors();
  expect(matchMedia("(forced-colors: active)").matches).toBe(true);
  await expect
    .poll(() => getLook(getLabel(filter(/^Todos/))))
    .not.toEqual(getLook(getLabel(filter(/^Leídos/))));
  expect(getLook(getLabel(filter(/^Siempre/)))).not.toEqual(getLook(getLabel(filter(/^Hoy/))));
  const opened = getLook(row("Persona 1"));
  const selected = getLook(row("Persona 2"));
  const plain = getLook(row("Persona 3"));
  expect(opened.slice(2)).not.toEqual(plain.slice(2));
  expect(selected.slice(2)).not.toEqual(plain.slice(2));
  expect(opened).not.toEqual(selected);
});

/** Text spacing that a page must support (WCAG 2.2, 1.4.12). */
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`;

/** Returns the boxes of an element's visible letters, without the space that its line height adds. */
function listTextRects(element: Element): DOMRect[] {
  const rects: DOMRect[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement as HTMLElement;
    const box = parent.getBoundingClientRect();
    // Text for screen readers only takes no room on the screen.
    if (box.width <= 1) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    // Lines beyond the two that a preview shows are hidden on purpose.
    rects.push(...[...range.getClientRects()].filter((rect) => rect.top < box.bottom - 1));
  }
  return rects;
}

test.each(["comfortable", "compact"] as const)(
  "wider text spacing cuts off no line of a row (%s)",
  async (density) => {
    const message = "Quisiera saber cuánto cuesta vigilar un local con dos entradas. ".repeat(6);
    const submissions = [{ name: "Ágata Ñúñez", email: "a@cliente.example", message: `${message} prueba` }];
    const { row, press } = await mountInbox({ address: "/buzon?q=prueba", submissions });
    await expect.element(row("Ágata Ñúñez")).toBeVisible();
    if (density === "compact") {
      await press("d");
      await expect
        .element(page.getByRole("button", { name: "Filas compactas" }))
        .toHaveAttribute("aria-pressed", "true");
    }
    const style = document.createElement("style");
    style.id = "text-spacing";
    style.textContent = textSpacing;
    document.head.append(style);
    const { top, bottom } = row("Ágata Ñúñez").element().getBoundingClientRect();
    const letters = listTextRects(row("Ágata Ñúñez").getByRole("link").element());
    expect(letters.length).toBeGreaterThan(3);
    for (const rect of letters) {
      expect(rect.top).toBeGreaterThanOrEqual(top);
      expect(rect.bottom).toBeLessThanOrEqual(bottom);
    }
  },
);

test.each([
  ["Ana\u202Eatsoc", "¿Eliminar el mensaje de Anaatsoc?"],
  ["ليلى حداد", "¿Eliminar el mensaje de \u2068ليلى حداد\u2069?"],
])("the name %j keeps the direction of the question", async (name, question) => {
  const submissions = [{ name, email: "a@cliente.example", message: "prueba" }];
  const { rows, press } = await mountInbox({ address: "/buzon?q=prueba", submissions });
  await rows().getByRole("link").click();
  await expect.element(page.getByRole("article")).toBeVisible();
  await press("Delete");
  const title = page.getByRole("alertdialog").getByRole("heading");
  await expect.element(title).toBeVisible();
  expect(title.element().textContent).toBe(question);
});

test("a right-to-left name and message have right-to-left direction", async () => {
  const submissions = [{ name: "ليلى حداد", email: "a@cliente.example", message: "مرحبا prueba" }];
  const { rows } = await mountInbox({ address: "/buzon?q=prueba", submissions });
  await rows().getByRole("link").click();
  const article = page.getByRole("article");
  for (const part of [article.getByRole("heading", { level: 2 }), article.getByText(/^مرحبا/)]) {
    await expect.element(part).toBeVisible();
    expect(getComputedStyle(part.element()).direction).toBe("rtl");
  }
});

test("a printed message has no focus outline and shows its whole name", async () => {
  const name = "Transportes y Mudanzas del Valle Central Sociedad Anónima ".repeat(3).trim();
  const submissions = [{ name, email: "a@cliente.example", message: "prueba" }];
  const { rows, press } = await mountInbox({ submissions });
  await expect.element(rows()).toHaveLength(1);
  await press("j");
  await press("Enter");
  const heading = page.getByRole("heading", { level: 2, name });
  await expect.element(heading).toHaveFocus();
  const getOutline = () => getComputedStyle(heading.element()).outlineStyle;
  expect(getOutline()).toBe("solid");
  await sendToBrowser("Emulation.setEmulatedMedia", { media: "print" });
  onTestFinished(async () => {
    await sendToBrowser("Emulation.setEmulatedMedia", { media: "" });
  });
  expect(matchMedia("print").matches).toBe(true);
  await expect.poll(getOutline).toBe("none");
  await expect.element(page.getByRole("button", { name: "Eliminar" })).not.toBeInTheDocument();
  const { scrollWidth, clientWidth } = heading.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
