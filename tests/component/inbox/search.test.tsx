import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeApi, listNumberedSubmissions } from "../../support/fake-api.ts";
import { actOnAppearance, mountInbox, typeAtOnce } from "../../support/mount.tsx";

const address = "/buzon?q=prueba";
const heading = (name: string | RegExp, level = 2) => page.getByRole("heading", { level, name, exact: true });
const message = page.getByRole("article");
const searchBox = page.getByRole("searchbox");
const select = (name: string) => page.getByLabelText(`Seleccionar el mensaje de ${name}`, { exact: true });
const filter = (name: RegExp) => page.getByRole("radio", { name });

test("finds a message without its capitals, and keeps the search in the address", async () => {
  const submissions = [...listNumberedSubmissions(1, "alarmas"), ...listNumberedSubmissions(2, "cercas")];
  const { rows, location, reload } = await mountInbox({ submissions });
  await searchBox.fill("MENSAJE SOBRE ALARMAS");
  await expect.element(rows()).toHaveLength(1);
  await expect.poll(location).toBe("/buzon?q=MENSAJE+SOBRE+ALARMAS");
  await reload();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(searchBox).toHaveValue("MENSAJE SOBRE ALARMAS");
});

test("counts of a long search show how many messages were found so far", async () => {
  const { api } = await mountInbox({ submissions: listNumberedSubmissions(3, "alarmas") });
  api.endCountsEarly();
  await searchBox.fill("alarmas");
  await expect.element(filter(/^Todos 3\+$/)).toBeVisible();
  await expect.element(filter(/^Spam …$/)).toBeVisible();
});

test("cuts a long search between characters, never within one", async () => {
  const { location } = await mountInbox({ count: 1 });
  await searchBox.fill("😀".repeat(150));
  await expect.element(searchBox).toHaveValue("😀".repeat(150));
  await searchBox.fill("😀".repeat(201));
  await expect.element(searchBox).toHaveValue("😀".repeat(200));
  await expect.poll(location).toBe(`/buzon?q=${encodeURIComponent("😀".repeat(200))}`);
});

test("says that nothing matches, and returns to all messages", async () => {
  const { location } = await mountInbox({ address: "/buzon?q=no-hay-tal-cosa", count: 1 });
  await expect.element(heading("Nada coincide con “no-hay-tal-cosa”")).toBeVisible();
  await page.getByRole("button", { name: "Ver todos los mensajes" }).click();
  await expect.element(searchBox).toHaveValue("");
  await expect.poll(location).toBe("/buzon");
});

test.each([
  ["es", "/buzon?q=camaras", "En spam sí hay mensajes que coinciden.", "Ver los de spam"],
  ["en", "/en/inbox?q=camaras&filter=unread", "There are matching messages in spam.", "Show those in spam"],
  ["es", "/buzon?language=en", "En spam sí hay mensajes que coinciden.", "Ver los de spam"],
] as const)(
  "reports that only spam has matches, and leads there (%s, %s)",
  async (language, at, hint, show) => {
    const spamFields = {
      email: "a@cliente.example",
      language: "en",
      message: "Cámaras de prueba",
      spam: true,
    } as const;
    const otherSubmission = {
      ...spamFields,
      name: "Luis Mora",
      language: "es",
      message: "Cercas",
      spam: false,
    } as const;
    const submissions = [{ ...spamFields, name: "Inés Ruiz" }, otherSubmission];
    const { row, rows } = await mountInbox({ language, address: at, submissions });
    await expect.element(page.getByText(hint, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: show }).click();
    await expect.element(row("Inés Ruiz")).toBeVisible();
    await expect.element(rows()).toHaveLength(1);
    await expect.element(filter(/^Spam/)).toBeChecked();
  },
);

test("does not mention spam when spam has no matches", async () => {
  const unmatchedFields = { email: "a@cliente.example", message: "Cercas" };
  const submissions = [{ ...unmatchedFields, name: "Inés Ruiz", spam: true }];
  const { api } = await mountInbox({ address: "/buzon?q=camaras", submissions });
  await expect.element(heading("Nada coincide con “camaras”")).toBeVisible();
  await expect.poll(() => api.countCalls("filter=spam")).toBe(1);
  await expect.element(page.getByText(/En spam/)).not.toBeInTheDocument();
});

test("Escape leaves the search for the list, and keeps it", async () => {
  const { link, press } = await mountInbox({ address, count: 3 });
  await press("/");
  await expect.element(searchBox).toHaveFocus();
  await press("Escape");
  await expect.element(link("Persona 1")).toHaveFocus();
  await expect.element(searchBox).toHaveValue("prueba");
});

test("a row shows the line that matches, with its hits marked", async () => {
  const long = `${"Primera línea sin nada. ".repeat(20)}\nQueremos cuatro CÁMARAS para la bodega`;
  const submissions = [
    { name: "Inés Cámara", email: "ines@uno.example", message: "Buenas", minutesAgo: 1 },
    { name: "Luis Mora", email: "luis@dos.example", message: long, minutesAgo: 2 },
    {
      name: "Ana Solís",
      email: "ana@tres.example",
      company: "Cámaras del Norte",
      message: "Hola",
      minutesAgo: 3,
    },
  ];
  const { row, rows } = await mountInbox({
    address: `/buzon?q=${encodeURIComponent("CÁMARA")}`,
    submissions,
  });
  await expect.element(rows()).toHaveLength(3);
  const listMarks = (name: string) =>
    [...row(name).element().querySelectorAll("mark")].map(({ textContent }) => textContent);
  expect(
    rows()
      .elements()
      .map((element) => [...element.querySelectorAll("mark")].map((mark) => mark.textContent)),
  ).toEqual([["Cámara"], ["CÁMARA"], ["Cámara"]]);
  expect(listMarks("Luis Mora")).toEqual(["CÁMARA"]);
  await expect.element(row("Luis Mora").getByText("Queremos cuatro", { exact: true })).toBeVisible();
  await expect.element(row("Luis Mora").getByText("CÁMARA", { exact: true })).toBeInViewport();
  await expect.element(row("Ana Solís").getByText("Cámara", { exact: true })).toBeInViewport();
});

test("the tabs count the hits of a search, also after an action", async () => {
  const submissions = [
    ...listNumberedSubmissions(3),
    { ...listNumberedSubmissions(1)[0], name: "Leída", read: true },
    ...listNumberedSubmissions(120, "otra", 500),
  ];
  const { link, press } = await mountInbox({ address, submissions });
  await expect.element(filter(/^Todos\s*4$/)).toBeInTheDocument();
  await expect.element(filter(/^No leídos\s*3$/)).toBeInTheDocument();
  ((await link("Persona 1").findElement()) as HTMLElement).focus();
  await press("u");
  await expect.element(filter(/^No leídos\s*2$/)).toBeInTheDocument();
  await expect.element(filter(/^Leídos\s*2$/)).toBeInTheDocument();
  await searchBox.fill("otra");
  await expect.element(filter(/^Todos\s*99\+$/)).toBeInTheDocument();
});

test("without a network the search finds loaded messages, and asks the edge once the network is back", async () => {
  const submissions = [
    ...listNumberedSubmissions(2, "alarmas"),
    ...listNumberedSubmissions(120, "cercas", 500),
  ];
  const { api, rows, setOnline } = await mountInbox({ submissions });
  setOnline(false);
  await searchBox.fill("ALARMAS");
  await expect.element(rows()).toHaveLength(2);
  await expect.element(filter(/^Todos\s*2$/)).toBeInTheDocument();
  await expect.element(page.getByText("Sin conexión. Se muestra lo que ya estaba cargado.")).toBeVisible();
  await filter(/^Leídos/).click();
  await expect.element(heading("Nada coincide con “ALARMAS”")).toBeVisible();
  await filter(/^Todos/).click();
  api.addSubmission({ name: "Nueva", email: "n@n.example", message: "Más alarmas", minutesAgo: 9_000 });
  setOnline(true);
  await expect.element(rows()).toHaveLength(3);
  await expect.element(filter(/^Todos\s*3$/)).toBeInTheDocument();
});

type ScrolledInbox = Awaited<ReturnType<typeof mountInbox>>;

/** Scrolls to the end of the list, whose pages load on the way, until a row is rendered. */
async function scrollToRow({ row, rows, scrollList }: ScrolledInbox, name: string): Promise<void> {
  while (!row(name).query()) {
    const last = rows().last();
    const position = last.element().getAttribute("aria-posinset");
    scrollList(1_000_000);
    await expect.element(last).not.toHaveAttribute("aria-posinset", position);
  }
}

test("renders few rows while hundreds are scrolled through, and a reload restores the position and the selection", async () => {
  const inbox = await mountInbox({ address, count: 260 });
  const { row, rows, reload } = inbox;
  await expect.element(row("Persona 1")).toBeVisible();
  await scrollToRow(inbox, "Persona 260");
  await expect.element(row("Persona 260")).toHaveAttribute("aria-posinset", "260");
  await expect.element(row("Persona 260")).toHaveAttribute("aria-setsize", "260");
  expect(rows().elements().length).toBeLessThan(40);
  await select("Persona 258").click();
  await reload();
  await expect.element(row("Persona 260")).toBeInViewport();
  await expect.element(select("Persona 258")).toBeChecked();
  await expect.element(page.getByRole("checkbox", { checked: true })).toHaveLength(1);
});

test("a reload restores the position among more than a thousand messages", async () => {
  const inbox = await mountInbox({ address, count: 1_200 });
  const { row, reload } = inbox;
  await expect.element(row("Persona 1")).toBeVisible();
  await scrollToRow(inbox, "Persona 1200");
  await reload();
  await expect.element(row("Persona 1200")).toBeInViewport();
});

const getScrollTop = () =>
  page.getByRole("region", { name: "Mensajes", exact: true }).element().querySelector("ul")?.parentElement
    ?.scrollTop;

/** Adds a message that matches the search, and makes the inbox poll. */
function receiveMessage(api: FakeApi, lookNow: () => void): void {
  api.addSubmission({ name: "Recién llegada", message: "Sobre prueba" });
  lookNow();
}

test("another filter and back restores the position, the selection and the waiting messages", async () => {
  const { api, row, rows, scrollList, lookNow } = await mountInbox({ address, count: 120 });
  const newMessages = page.getByRole("button", { name: "1 nuevo", exact: true });
  const list = page.getByRole("region", { name: "Mensajes", exact: true }).getByRole("list");
  await filter(/^No leídos/).click();
  await expect.element(list).toHaveAttribute("aria-busy", "false");
  await filter(/^Todos/).click();
  await expect.element(list).toHaveAttribute("aria-busy", "false");
  scrollList(4_000);
  await select("Persona 40").click();
  const scrollTop = getScrollTop();
  receiveMessage(api, lookNow);
  await expect.element(newMessages).toBeVisible();
  await filter(/^No leídos/).click();
  await expect.element(row("Recién llegada")).toBeVisible();
  await expect.element(page.getByRole("checkbox", { checked: true })).toHaveLength(0);
  expect(getScrollTop()).toBe(0);
  await filter(/^Todos/).click();
  await expect.element(select("Persona 40")).toBeChecked();
  await expect.poll(getScrollTop).toBe(scrollTop);
  await newMessages.click();
  await expect.element(row("Recién llegada")).toHaveLength(1);
  await expect.element(row("Recién llegada")).toBeInViewport();
  await expect.element(rows().first()).toBeInViewport();
});

test("opens a message far down the list at its address; the next one is the first of the list", async () => {
  const submissions = [
    ...listNumberedSubmissions(400),
    { id: "00000000-0000-4000-8000-000000000001", message: "Mensaje viejo de prueba", minutesAgo: 5_000 },
  ];
  await mountInbox({ address: `${address}&m=00000000-0000-4000-8000-000000000001`, submissions });
  await expect.element(message.getByText("Mensaje viejo de prueba")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Mensaje anterior" })).toBeDisabled();
  await page.getByRole("button", { name: "Mensaje siguiente" }).click();
  await expect.element(message.getByText("Mensaje 1 sobre prueba", { exact: true })).toBeVisible();
});

test("a message has an address, which back and forward follow", async () => {
  const { api, link, location, goBack } = await mountInbox({ address, count: 3 });
  await link("Persona 1").click();
  await expect.poll(location).toBe(`${address}&m=${api.submissions[0]?.id}`);
  await expect.element(heading("Persona 1")).toHaveFocus();
  await link("Persona 3").click();
  await expect.element(heading("Persona 3")).toBeVisible();
  goBack();
  await expect.element(heading("Persona 1")).toBeVisible();
  goBack();
  await expect.element(heading("Elige un mensaje para leerlo")).toBeVisible();
  history.forward();
  await expect.element(heading("Persona 1")).toBeVisible();
});

test("the address of a deleted message says that it is gone", async () => {
  const { location } = await mountInbox({ address: "/buzon?m=00000000-0000-4000-8000-000000000000" });
  await expect.element(heading("Este mensaje ya no existe")).toBeVisible();
  await page.getByRole("button", { name: "Volver a los mensajes" }).click();
  await expect.poll(location).toBe("/buzon");
});

test("the search keeps letters that are typed at the moment when it appears", async () => {
  const appeared = actOnAppearance("[type=search]", (search) => {
    search.focus();
    typeAtOnce("Es");
  });
  await mountInbox({ count: 2 });
  await appeared;
  await expect.element(page.getByRole("searchbox")).toHaveValue("Es");
});
