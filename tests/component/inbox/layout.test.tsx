import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  createFakeApi,
  type FakeApi,
  listNumberedSubmissions,
  returnedMails,
} from "../../support/fake-api.ts";
import { getOverflow, resetLook, resizeWindow } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";
import { listCutOff } from "../../support/page-checks.ts";

afterEach(resetLook);

const id = "00000000-0000-4000-8000-000000000001";
const sentence = "Necesitamos cuatro cámaras con visión nocturna para una bodega en Heredia, y";
const message = `${`${sentence} `.repeat(10)}gracias`;

/** Creates an API with 40 unread messages and a returned mail. The newest message has 121 words and every field. */
function createBusyApi(): FakeApi {
  const [first, ...otherSubmissions] = listNumberedSubmissions(40);
  const filled = { company: "Bodegas del Norte", source: "google-search", plan: "TI Profesional" } as const;
  const api = createFakeApi({ submissions: [{ ...first, ...filled, id, message }, ...otherSubmissions] });
  api.setMailAlerts([returnedMails]);
  return api;
}

const getBox = (element: Element) => element.getBoundingClientRect();
const listRegion = page.getByRole("region", { name: /^(Mensajes|Messages)$/ });
const getScrollerBox = () =>
  getBox(listRegion.getByRole("list").element().parentElement as HTMLElement) as DOMRect;

/** Returns the box of the text with its first line, the plan. */
const getTextBox = () =>
  getBox(page.getByRole("article").element().querySelector("[lang]")?.parentElement as Element);

/** Counts the fully visible rows. */
function countWholeRows(): number {
  const { top, bottom } = getScrollerBox();
  const rows = listRegion.getByRole("listitem").elements().map(getBox);
  return rows.filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length;
}

/** Mounts the inbox with the notices about returned mails and about a passkey. */
async function mountBusy(language: "es" | "en", search = "") {
  const address = `${language === "es" ? "/buzon" : "/en/inbox"}${search}`;
  const inbox = await mountInbox({ language, address, api: createBusyApi() });
  await expect.element(inbox.rows().first()).toBeInTheDocument();
  await expect.element(page.getByText(/^(Protege el buzón|Protect the inbox):/)).toBeInTheDocument();
  await expect.element(page.getByText(/buzon@guaria\.example/)).toBeInTheDocument();
  return inbox;
}

for (const language of ["es", "en"] as const) {
  test(`1280 × 800 fits nine comfortable or fourteen compact rows beside two notices (${language})`, async () => {
    const { press } = await mountBusy(language);
    expect(countWholeRows()).toBeGreaterThanOrEqual(9);
    await press("d");
    await expect.poll(countWholeRows).toBeGreaterThanOrEqual(14);
    for (const button of [/^(Ya lo vi|Got it)$/, /^(Ahora no|Not now)$/]) {
      const notice = page.getByRole("button", { name: button }).element().closest("div[class*=alerts]");
      expect(getBox(notice as Element).height, String(button)).toBeLessThanOrEqual(48);
    }
    expect(getOverflow()).toEqual([0, 0]);
  });

  test(`1280 × 800 fits 120 words below one row of actions (${language})`, async () => {
    await mountBusy(language, `?m=${id}`);
    const article = page.getByRole("article", { name: "Persona 1" });
    await expect.element(article).toBeVisible();
    const textBox = getTextBox();
    expect(textBox.top).toBeLessThanOrEqual(360);
    expect(textBox.bottom).toBeLessThanOrEqual(800);
    const fields = getBox(article.getByRole("region", { name: /^(Quién escribió|Sender)$/ }).element());
    expect(fields.top).toBeGreaterThanOrEqual(textBox.bottom);
    for (const width of [1280, 1024]) {
      await resizeWindow(width, 800);
      const actions = page
        .getByRole("group", { name: /^(Acciones|Actions)$/ })
        .element()
        .querySelectorAll(":is(a, button):not([popover] *)");
      const tops = [...actions].map((action) => Math.round(getBox(action).top));
      expect(tops.length, `${width} px`).toBe(5);
      expect(new Set(tops).size, `${width} px`).toBe(1);
    }
  });

  test(`the search is at least as wide as its placeholder from 360 px (${language})`, async () => {
    await mountBusy(language);
    const search = page.getByRole("searchbox").element() as HTMLInputElement;
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(search);
    const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    context.font = font;
    const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
    const requiredWidth = context.measureText(search.placeholder).width + padding;
    for (const width of [360, 768, 960, 1024, 1248, 1280, 1600, 1920]) {
      await resizeWindow(width, 800);
      expect(getBox(search).width, `${width} px`).toBeGreaterThanOrEqual(requiredWidth);
      expect(getOverflow()[0], `${width} px`).toBe(0);
    }
  });
}

test.each([
  ["read", { read: true }, ["Responder", "WhatsApp", "Marcar como no leído", "Eliminar", "Más"]],
  [
    "spam",
    { read: true, spam: true },
    ["No es spam", "Responder", "Marcar como no leído", "Eliminar", "Más"],
  ],
])("the actions of a message stay in one row at every width (%s)", async (_, marks, labels) => {
  const submissions = [{ ...listNumberedSubmissions(1)[0], ...marks, id }];
  await mountInbox({
    address: `/buzon?m=${id}&filter=${marks.read && "spam" in marks ? "spam" : "all"}`,
    submissions,
  });
  const group = page.getByRole("group", { name: "Acciones" });
  await expect.element(group).toBeVisible();
  for (const width of [960, 1024, 1152, 1248, 1280, 1440]) {
    await resizeWindow(width, 800);
    const actions = [...group.element().querySelectorAll(":is(a, button):not([popover] *)")];
    expect(actions.map(({ textContent }) => textContent?.replace(/ \(.*/, ""))).toEqual(labels);
    expect(new Set(actions.map((action) => Math.round(getBox(action).top))).size, `${width} px`).toBe(1);
    expect(getOverflow()[0]).toBe(0);
  }
});

test("the list starts in the upper part of a phone", async () => {
  await mountInbox({ count: 40 });
  for (const width of [360, 320]) {
    await resizeWindow(width, 740);
    await expect.poll(() => getScrollerBox().top, { message: `${width} px` }).toBeLessThanOrEqual(200);
  }
});

test("the inbox fills a large window and shows the fields beside the text", async () => {
  await resizeWindow(1920, 1000);
  await mountBusy("es", `?m=${id}`);
  const article = page.getByRole("article", { name: "Persona 1" });
  await expect.element(article).toBeVisible();
  const textBox = getTextBox();
  const fields = getBox(article.getByRole("region", { name: "Quién escribió" }).element());
  expect(fields.left).toBeGreaterThan(textBox.right);
  expect(Math.abs(fields.top - textBox.top)).toBeLessThan(8);
  expect(getBox(page.getByRole("region", { name: "Mensaje", exact: true }).element()).right).toBe(1920);
  expect(getBox(listRegion.element()).left).toBe(0);
});

test("the button for new messages covers no control and moves no row at large counts", async () => {
  const read = listNumberedSubmissions(1_300).map((submission) => ({ ...submission, read: true }));
  const submissions = [...read, ...listNumberedSubmissions(1_300, "otra", 5_000)];
  const { api, rows, lookNow } = await mountInbox({ submissions });
  await expect.poll(() => api.countCalls("limit=100")).toBeGreaterThan(0);
  const widths = [320, 360, 768, 1024, 1280, 1600, 1920];
  const getTops = async () => {
    const tops: number[] = [];
    for (const width of widths) {
      await resizeWindow(width, 800);
      tops.push(getBox(rows().first().element()).top);
    }
    return tops;
  };
  const before = await getTops();
  api.addSubmission({ name: "Recién llegada" });
  lookNow();
  const news = page.getByRole("button", { name: "1 nuevo", exact: true });
  await expect.element(news).toBeVisible();
  expect(await getTops()).toEqual(before);
  for (const width of widths) {
    await resizeWindow(width, 800);
    const box = getBox(news.element());
    expect(box.bottom, `${width} px`).toBeLessThanOrEqual(getScrollerBox().top);
    expect(getOverflow()[0], `${width} px`).toBe(0);
    const otherControls = [...document.querySelectorAll("main button, main a, main label, main h1")].filter(
      (element) => element !== news.element() && element.checkVisibility() && getBox(element).width > 1,
    );
    const covered = otherControls.filter((element) => {
      const { left, right, top, bottom } = getBox(element);
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
    expect(
      covered.map(({ outerHTML }) => outerHTML.slice(0, 120)),
      `${width} px`,
    ).toEqual([]);
  }
});

test("a running download keeps the tools inside the window at large counts", async () => {
  const api = createFakeApi({ submissions: listNumberedSubmissions(1_300) });
  const connection = api.splitBody("export.csv");
  await mountInbox({ api });
  await expect.element(page.getByRole("radio", { name: /^Todos\s*1\s?300/ })).toBeInTheDocument();
  await page.getByRole("button", { name: "Descargar como CSV" }).click();
  await expect.element(page.getByRole("button", { name: /Detener$/ })).toBeVisible();
  for (const width of [320, 360, 768, 1024, 1280, 1600]) {
    await resizeWindow(width, 800);
    expect(listCutOff(), `${width} px`).toEqual([0]);
  }
  connection.breakOff();
  await expect.element(page.getByRole("button", { name: "Descargar como CSV" })).toBeVisible();
});

test("a badge is less prominent than the name of an unread message", async () => {
  const { newBadges, row } = await mountInbox({ count: 1 });
  const badge = getComputedStyle(newBadges("Persona 1").element());
  const name = getComputedStyle(row("Persona 1").getByText("Persona 1", { exact: true }).element());
  expect(badge.backgroundColor).toBe("rgba(0, 0, 0, 0)");
  expect(Number.parseFloat(badge.fontSize)).toBeLessThan(Number.parseFloat(name.fontSize));
  expect(badge.color).not.toBe(name.color);
  expect(Number(name.fontWeight)).toBeGreaterThan(Number(badge.fontWeight));
});
