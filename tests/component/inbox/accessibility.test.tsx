import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
// Preloads the module, because the first request for a module waits for the development server.
import "#web/pages/inbox/statistics/statistics.tsx";
import { inEveryLook, listViolations, resetLook } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";
import { listSmallTargets } from "../../support/page-checks.ts";

afterEach(resetLook);

type MountedInbox = Awaited<ReturnType<typeof mountInbox>>;

const searchBox = page.getByRole("searchbox");
const dialog = page.getByRole("dialog");
const filtersButton = page.getByRole("button", { name: /^(Filtros|Filters)/ });

/** States of the inbox, with the steps that reach them from a list of three messages. */
const states: Record<string, (inbox: MountedInbox) => Promise<void>> = {
  "its list": async () => {},
  "an opened message": async ({ press }) => {
    await press("j");
    await press("Enter");
    await expect.element(page.getByRole("article")).toBeVisible();
  },
  "a selection": async ({ press, getStatus }) => {
    await press("j");
    await press("x");
    await press("Shift+X");
    await expect.element(getStatus("1 sele")).toBeInTheDocument();
  },
  "the question before a deletion": async ({ press }) => {
    await press("j");
    await press("#");
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
  },
  "the list of keys": async ({ press }) => {
    await press("?");
    await expect.element(dialog).toBeVisible();
  },
  "the statistics as tables": async () => {
    await page.getByRole("button", { name: /^(Estadísticas|Statistics)$/ }).click();
    await expect.element(dialog.getByRole("img").first()).toBeVisible();
    await dialog.getByText(/^(Ver como tabla|Show as a table)$/).click();
  },
  "an empty search": async () => {
    await searchBox.fill("no-hay-tal-cosa");
    await expect
      .element(page.getByRole("heading", { name: /^(Nada coincide|Nothing matches)/ }))
      .toBeVisible();
  },
  "no network": async ({ setOnline }) => {
    setOnline(false);
    await expect.element(page.getByText(/^(Sin conexión|You’re offline)/)).toBeVisible();
  },
  "the filters": async () => {
    await filtersButton.click();
    await expect.element(page.getByLabelText(/^(Servicio|Service)/)).toBeVisible();
  },
};

for (const [index, [name, reach]] of Object.entries(states).entries()) {
  const [language, address] = index % 2 === 0 ? (["es", "/buzon"] as const) : (["en", "/en/inbox"] as const);
  test(`axe finds no violation with ${name} (${language}), and enough contrast in every look`, async () => {
    const inbox = await mountInbox({ language, address: `${address}?q=prueba`, count: 3 });
    await expect.element(inbox.rows()).toHaveLength(3);
    await reach(inbox);
    await inEveryLook(async (look, isFirst) => {
      // A control half behind the bar of an opened message would count as a small target.
      document.querySelector("article")?.closest("[role=region], section")?.scrollTo({ top: 10_000 });
      expect(await listViolations(!isFirst), look).toEqual([]);
    });
  });
}

test("controls of the opened filters are at least 44 px high in every look", async () => {
  await mountInbox({ language: "en", address: "/en/inbox?service=cctv", count: 1 });
  await filtersButton.click();
  await expect.element(page.getByLabelText("Service")).toBeVisible();
  await inEveryLook(async (look) => expect(listSmallTargets(), look).toEqual([]));
});
