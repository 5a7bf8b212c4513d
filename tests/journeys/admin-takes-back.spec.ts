import type { Page, Route } from "@playwright/test";
import {
  arrive,
  countsThere,
  enterInbox,
  lookNow,
  markBehind,
  messagesWith,
  newMark,
  rowOf,
  rowsOf,
  scrollUntil,
  seedMessages,
} from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

const isNew = "Nuevo";
const changes = /\/api\/submissions\/(?!counts|stats|export)/;
const toasts = (page: Page) => page.getByRole("region", { name: "Avisos" });

/** Opens the inbox on `count` new messages, with the one of that name in focus; answers with what they are found by. */
async function enterOn(page: Page, name: string, count: number): Promise<string> {
  const mark = newMark();
  await seedMessages(mark, count);
  await enterInbox(page, `/buzon?q=${mark}`);
  await rowOf(page, name).getByRole("link").focus();
  return mark;
}

/** Holds every change back until `let()` is called; what is asked for afterwards passes. */
async function holdChanges(page: Page) {
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route(changes, async (route) => {
    asked.push(`${route.request().method()} ${route.request().postData()}`);
    await held.promise;
    await route.continue();
  });
  return { asked, let: () => held.resolve() };
}

/** The counts of the filters, as they stand on the screen. */
async function countsShown(page: Page): Promise<Record<string, number>> {
  const labels = await page.getByRole("radio").locator("..").allTextContents();
  const [all, unread, read, spam] = labels.map((label) => Number(label.replaceAll(/\D/g, "")));
  return { all, unread, read, spam } as Record<string, number>;
}

/** The counts on the screen are those of the database, of which other journeys make more all the time. */
async function expectTrueCounts(page: Page): Promise<void> {
  await expect(async () => {
    await lookNow(page);
    const before = await countsThere();
    await expect.poll(() => countsShown(page), { timeout: 1_500 }).toEqual(before);
  }).toPass({ timeout: 120_000 });
}

test("what was marked is taken back before the edge has answered", async ({ page }) => {
  const mark = await enterOn(page, "Persona 2", 3);
  const held = await holdChanges(page);
  const news = rowsOf(page).getByText(isNew, { exact: true });
  await page.keyboard.press("u");
  await expect(news).toHaveCount(2);
  await page.keyboard.press("z");
  await expect(news).toHaveCount(3);
  await expect(page.getByText("No hay nada que deshacer")).toHaveCount(0);
  held.let();
  await expect(toasts(page).getByText("Marcado como no leído", { exact: true })).toBeVisible();
  await expect(toasts(page).getByText("Marcado como leído", { exact: true })).toHaveCount(0);
  expect((await messagesWith(mark)).map(({ read }) => read)).toEqual([false, false, false]);
  await expect(news).toHaveCount(3);
  await expectTrueCounts(page);
});

test("what waits behind another change and is taken back is never sent", async ({ page }) => {
  await enterOn(page, "Persona 1", 2);
  const held = await holdChanges(page);
  await page.keyboard.press("u");
  await page.keyboard.press("j");
  await page.keyboard.press("s");
  await expect(rowOf(page, "Persona 2")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(rowOf(page, "Persona 2")).toBeVisible();
  await expect(toasts(page).getByText("Marcado como no spam", { exact: true })).toBeVisible();
  held.let();
  await expect(toasts(page).getByText("Marcado como leído", { exact: true })).toBeVisible();
  expect(held.asked).toEqual(['PATCH {"read":true}']);
  await expect(rowsOf(page)).toHaveCount(2);
});

test("what was taken back is not offered again, and one key after the other goes further back", async ({
  page,
}) => {
  await enterOn(page, "Persona 1", 3);
  const news = rowsOf(page).getByText(isNew, { exact: true });
  await page.keyboard.press("u");
  await expect(toasts(page).getByRole("button", { name: "Deshacer" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("u");
  await expect(news).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(news).toHaveCount(2);
  await page.keyboard.press("z");
  await expect(news).toHaveCount(3);
  await expect(toasts(page).getByText("Marcado como no leído", { exact: true })).toBeVisible();
  await expect(toasts(page).getByRole("button", { name: "Deshacer" })).toHaveCount(0);
  // What was taken back last may still be confirmed, and its toast takes the place of this one.
  await expect(async () => {
    await page.keyboard.press("z");
    await expect(toasts(page).getByText("No hay nada que deshacer")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectTrueCounts(page);
});

test("a toast takes the place of the one before it, so that the message below stays in view", async ({
  page,
}) => {
  const mark = await enterOn(page, "Persona 1", 3);
  for (const key of ["u", "j", "s", "j", "u"]) await page.keyboard.press(key);
  await expect(rowsOf(page).getByText(isNew, { exact: true })).toHaveCount(0);
  await expect.poll(async () => (await messagesWith(mark)).filter(({ read }) => read).length).toBe(2);
  await expect(toasts(page).getByText("Marcado como leído", { exact: true })).toBeVisible();
  await expect(toasts(page).getByRole("button", { name: "Deshacer" })).toHaveCount(1);
});

test("what is loaded does not grow under the click that selects it", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 80);
  const looked = Promise.withResolvers<void>();
  await page.route("**/api/submissions/counts", async (route) => {
    await looked.promise;
    await route.continue();
  });
  await page.route(/api\/submissions\?.*cursor=/, () => {});
  await enterInbox(page, `/buzon?q=${mark}`);
  const all = page.getByLabel("Seleccionar los mensajes cargados");
  await all.check();
  await expect(page.getByText("50 seleccionados", { exact: true }).first()).toBeVisible();
  // The first look finds that what is shown was read before it, so that it is read again.
  const again = page.waitForResponse(/api\/submissions\?(?!.*cursor=)/);
  looked.resolve();
  await (await again).finished();
  await expect(page.getByRole("radio", { name: /^Todos\s*\d/ })).toBeVisible();
  await expect(all).toBeChecked();
  await expect(page.getByText("50 seleccionados", { exact: true }).first()).toBeVisible();
});

test("what is done to everything is taken back while it is under way, and so is what the edge did meanwhile", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 200);
  await enterInbox(page, `/buzon?q=${mark}`);
  await page.getByLabel("Seleccionar los mensajes cargados").check();
  await page.getByRole("button", { name: `Seleccionar todo lo que coincide con “${mark}”` }).click();
  const done = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/submissions/bulk", async (route) => {
    const response = await route.fetch();
    done.resolve();
    await answer.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Marcar como leído", exact: true }).click();
  await done.promise;
  expect((await messagesWith(mark)).every(({ read }) => read)).toBe(true);
  await page.keyboard.press("z");
  answer.resolve();
  await expect(toasts(page).getByText("Marcado como no leído", { exact: true })).toBeVisible();
  expect((await messagesWith(mark)).some(({ read }) => read)).toBe(false);
  await expect(rowsOf(page).getByText(isNew, { exact: true }).first()).toBeVisible();
});

test.describe("a page of the list that cannot be read", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("is said once, asked for no more by itself, and read when that is asked for", async ({ page }) => {
    const mark = newMark();
    await seedMessages(mark, 130);
    await enterInbox(page, `/buzon?q=${mark}`);
    await scrollUntil(page, rowOf(page, "Persona 130"));
    let asked = 0;
    await page.route(/api\/submissions\?.*cursor=/, async (route) => {
      asked += 1;
      await route.fulfill({ status: 503, body: "" });
    });
    // The page that is left may still be asking.
    page.once("framenavigated", () => {
      asked = 0;
    });
    await page.reload();
    const retry = page.getByRole("region", { name: "Mensajes", exact: true }).getByRole("button", {
      name: "Reintentar",
    });
    await expect(retry).toBeVisible();
    const alert = page.getByRole("alert").filter({ hasText: "No se pudieron cargar los mensajes" });
    await expect(alert).toHaveCount(1);
    expect(asked).toBe(1);
    await retry.click();
    await expect.poll(() => asked).toBe(2);
    await expect(retry).toBeVisible();
    await page.unroute(/api\/submissions\?.*cursor=/);
    await retry.click();
    await expect(rowsOf(page).first()).toHaveAttribute("aria-setsize", "130");
    await expect(retry).toHaveCount(0);
  });
});

/** Numbers from 0 to 1 that are the same for the same seed (Mulberry32). */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.describe("after any sequence", () => {
  // So high that every row is rendered.
  test.use({ expectedErrors: /Failed to load resource/, viewport: { width: 1280, height: 4_000 } });
  test.slow();

  for (const seed of [1, 2, 3, 4, 5, 6]) {
    test(`of actions, undos, failures, arrivals and delays the screen agrees with the database (${seed})`, async ({
      page,
    }) => {
      const random = randomly(seed);
      const one = <Choice>(choices: readonly Choice[]): Choice =>
        choices[Math.floor(random() * choices.length)] as Choice;
      const mark = newMark();
      await seedMessages(mark, 8);
      await enterInbox(page, `/buzon?q=${mark}`);
      await expect(rowsOf(page)).toHaveCount(8);

      let calm = false;
      const meet = async (route: Route) => {
        const fate = calm ? "taken" : one(["taken", "taken", "taken", "taken", "refused", "lost"]);
        const delay = calm ? 0 : one([0, 0, 60, 250, 700]);
        await new Promise((resolve) => setTimeout(resolve, delay));
        // A page that leaves gives its requests up.
        const answered = async () => {
          if (fate === "refused") return route.fulfill({ status: 503, body: "" });
          if (fate === "taken") return route.continue();
          await route.fetch();
          return route.abort();
        };
        await answered().catch(() => {});
      };
      await page.route("**/api/submissions**", meet);
      await page.route("**/api/submissions/**", meet);

      const steps: Record<string, () => Promise<void>> = {
        async mark() {
          const links = rowsOf(page).getByRole("link");
          const count = await links.count();
          if (count === 0) return;
          await links
            .nth(Math.floor(random() * count))
            .focus({ timeout: 500 })
            .catch(() => {});
          await page.keyboard.press(one(["u", "u", "s"]));
        },
        async undo() {
          await page.keyboard.press("z");
        },
        async undoFromToast() {
          const button = toasts(page).getByRole("button", { name: "Deshacer" }).first();
          await button.click({ timeout: 300 }).catch(() => {});
        },
        async several() {
          const all = page.getByLabel("Seleccionar los mensajes cargados");
          if (!(await all.isVisible())) return;
          await all.click({ timeout: 500 }).catch(() => {});
          await page.keyboard.press(one(["u", "s"]));
          await page.keyboard.press("Escape");
        },
        async filter() {
          const name = one([/^Todos/, /^No leídos/, /^Leídos/, /^Spam/]);
          await page.getByRole("radio", { name }).check();
        },
        arrival: () => arrive(mark, `Llegada ${Math.floor(random() * 1e9)}`),
        other: () => markBehind(mark, `Persona ${1 + Math.floor(random() * 8)}`, random() < 0.5),
        async bringIn() {
          const pill = page.getByRole("button", { name: /^\d+ nuevos?$/ });
          await pill.click({ timeout: 300 }).catch(() => {});
        },
      };
      const names = ["mark", "mark", "mark", "undo", "undo", "undoFromToast", "several", "filter"];
      for (let step = 0; step < 30; step += 1) {
        await steps[one([...names, "arrival", "other", "bringIn"])]?.();
      }

      calm = true;
      await page.getByRole("radio", { name: /^Todos/ }).check();
      const shown = async () => {
        await steps.bringIn?.();
        const rows = await rowsOf(page).allTextContents();
        return rows.map((row) => `${/(Persona|Llegada) \d+/.exec(row)?.[0]} ${row.includes(isNew)}`);
      };
      await expect(async () => {
        await lookNow(page);
        const there = (await messagesWith(mark)).filter(({ spam }) => !spam);
        expect(await shown()).toEqual(there.map(({ name, read }) => `${name} ${!read}`));
      }).toPass({ timeout: 120_000 });
      await expectTrueCounts(page);
    });
  }
});
