import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { listNumberedSubmissions, type NewSubmission } from "../../support/fake-api.ts";
import { mountInbox } from "../../support/mount.tsx";

const toMinutes = (days: number) => days * 24 * 60;
const toDayAgo = (days: number) => toCompanyDay(new Date(Date.now() - toMinutes(days) * 60_000));
const filters = page.getByRole("button", { name: /^(Filtros|Filters)/ });
const service = page.getByLabelText("Servicio");
const filter = (name: RegExp) => page.getByRole("radio", { name });

/** Returns a current and a 40 days old submission about CCTV, and an English submission without a service. */
const listThreeSubmissions = (): NewSubmission[] => [
  ...listNumberedSubmissions(1, "prueba", 0),
  { name: "Peter O'Neill", language: "en", message: "Hello; =1+1 prueba", minutesAgo: 2 },
  { name: "Ana Vieja", service_type: "cctv", message: "Sobre prueba", minutesAgo: toMinutes(40) },
];

test("narrows the list by service and days, together with the search", async () => {
  const { rows, row, location, press } = await mountInbox({
    address: "/buzon?q=prueba",
    submissions: listThreeSubmissions(),
  });
  await expect.element(rows()).toHaveLength(3);
  await filters.click();
  await service.selectOptions("Sistemas CCTV");
  await expect.element(rows()).toHaveLength(2);
  await page.getByRole("radio", { name: "7 días" }).click();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(row("Persona 1")).toBeVisible();
  await page.getByLabelText("Desde").fill(toDayAgo(45));
  await page.getByLabelText("Hasta").fill(toDayAgo(35));
  await expect.element(row("Ana Vieja")).toBeVisible();
  await expect.element(rows()).toHaveLength(1);
  await expect.poll(location).toBe(`/buzon?q=prueba&service=cctv&from=${toDayAgo(45)}&to=${toDayAgo(35)}`);
  await press("Escape");
  await expect.element(filters).toHaveFocus();
});

test("keeps what the address narrows the list to, and clears that but not the search", async () => {
  const address = `/buzon?q=prueba&service=cctv&from=${toDayAgo(45)}&to=${toDayAgo(35)}`;
  const { rows, row } = await mountInbox({ address, submissions: listThreeSubmissions() });
  await expect.element(row("Ana Vieja")).toBeVisible();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(filters).toHaveAccessibleName("Filtros 2");
  await page.getByRole("button", { name: "Quitar filtros" }).click();
  await expect.element(rows()).toHaveLength(3);
  await expect.element(page.getByRole("searchbox")).toHaveValue("prueba");
});

test("narrows the list by language, and to messages without a service", async () => {
  const { rows, row } = await mountInbox({
    submissions: [...listThreeSubmissions(), { name: "Sin servicio" }],
  });
  await filters.click();
  await service.selectOptions("Sin servicio");
  await expect.element(rows()).toHaveLength(2);
  await page.getByLabelText("Idioma").selectOptions("Inglés");
  await expect.element(rows()).toHaveLength(1);
  await expect.element(row("Peter O'Neill")).toBeVisible();
});

test("names what an empty list is narrowed to, and one button clears it", async () => {
  const { location } = await mountInbox({
    language: "en",
    address: "/en/inbox?service=seo-consulting&language=en&from=2001-01-01&to=2001-01-02",
    count: 1,
  });
  const title = /^No messages match: SEO consulting · English · Jan 1\s–\s2, 2001$/;
  await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect.poll(location).toBe("/en/inbox");
});

test("counts what the list is narrowed to, and changes that alone", async () => {
  const farMinutesAgo = toMinutes(8_000);
  const submissions = [
    ...listThreeSubmissions(),
    ...["Uno", "Dos", "Tres"].map((name, index) => ({ name, minutesAgo: farMinutesAgo + index / 60 })),
  ];
  const day = toDayAgo(8_000);
  const { api, link } = await mountInbox({ address: `/buzon?from=${day}&to=${day}`, submissions });
  await expect.element(filter(/^Todos 3$/)).toBeVisible();
  await link("Dos").click();
  await page.getByRole("article").getByRole("button", { name: "Marcar como leído" }).click();
  await expect.element(filter(/^No leídos 2$/)).toBeVisible();
  await expect.element(filter(/^Leídos 1$/)).toBeVisible();
  await page.getByLabelText("Seleccionar los mensajes cargados").click();
  const actions = page.getByRole("group", { name: "Acciones con lo seleccionado" });
  await actions.getByRole("button", { name: "Marcar como spam" }).click();
  await expect.element(filter(/^Todos 0$/)).toBeVisible();
  await expect.element(filter(/^Spam 3$/)).toBeVisible();
  const listSpam = () => api.submissions.filter(({ spam }) => spam).map(({ name }) => name);
  await expect.poll(listSpam).toEqual(["Uno", "Dos", "Tres"]);
});

test.each([
  ["es", "/buzon", "Reuniones"],
  ["en", "/en/inbox", "Meetings"],
] as const)(
  "shows only messages that request a meeting, in any folder (%s)",
  async (language, address, label) => {
    const submissions = [
      { name: "Ana", email: "a@a.example", meeting_day: "2026-12-02", read: true },
      { name: "Luis", email: "l@l.example", meeting_part: "morning" },
      { name: "Inés", email: "i@i.example", message: "Cámaras" },
    ] as const;
    const { rows, row, location, goBack } = await mountInbox({ language, address, submissions });
    const meetings = page.getByRole("checkbox", { name: label });
    await meetings.click();
    await expect.element(rows()).toHaveLength(2);
    await expect.poll(location).toBe(`${address}?meeting=requested`);
    await expect.element(page.getByRole("radio", { name: /^(Todos|All)\s*2$/ })).toBeInTheDocument();
    await page.getByRole("radio", { name: /^(No leídos|Unread)/ }).click();
    await expect.element(rows()).toHaveLength(1);
    await expect.element(row("Luis")).toBeVisible();
    await meetings.click();
    await expect.element(rows()).toHaveLength(2);
    await expect.element(meetings).not.toBeChecked();
    goBack();
  },
);

test("counts a search again after a failure when the network is back before the service", async () => {
  const submissions = listThreeSubmissions();
  const { api, setOnline } = await mountInbox({ address: "/buzon?q=prueba", submissions });
  await expect.element(filter(/^Todos 3$/)).toBeVisible();
  setOnline(false);
  await page.getByRole("searchbox").fill("vieja");
  await expect.element(filter(/^Todos 1$/)).toBeVisible();
  const fault = api.fail(/^GET \/api\/submissions\/counts\?/);
  const countCalls = () => api.countCalls("GET /api/submissions/counts?");
  const callsBefore = countCalls();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  setOnline(true);
  await expect.poll(countCalls).toBe(callsBefore + 1);
  fault.end();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(countCalls).toBe(callsBefore + 2);
});
