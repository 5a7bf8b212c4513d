import type { Page, Route } from "@playwright/test";
import {
  arrive,
  countsThere,
  enterInbox,
  lookNow,
  markBehind,
  messagesWith,
  newMark,
  rowsOf,
  seedMessages,
} from "../support/inbox.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { createRandom } from "../support/random.ts";

const isNew = "Nuevo";
const toasts = (page: Page) => page.getByRole("region", { name: "Avisos" });

/** Returns the counts of the folders as the screen shows them. */
async function countsShown(page: Page): Promise<Record<string, number>> {
  const labels = await page.getByRole("radio").locator("..").allTextContents();
  const [all, unread, read, spam] = labels.map((label) => Number(label.replaceAll(/\D/g, "")));
  return { all, unread, read, spam } as Record<string, number>;
}

/** Expects the counts of the database on the screen, while other journeys store more messages. */
async function expectTrueCounts(page: Page): Promise<void> {
  await expect(async () => {
    await lookNow(page);
    const before = await countsThere();
    await expect.poll(() => countsShown(page), { timeout: 1_500 }).toEqual(before);
  }).toPass({ timeout: 120_000 });
}

// High enough for every row to be rendered.
test.use({ expectedErrors: /Failed to load resource/, viewport: { width: 1280, height: 4_000 } });
test.slow();

test(
  "the screen agrees with the database after a sequence of actions, undos, failures and arrivals",
  nightly,
  async ({ page }) => {
    const random = createRandom(1);
    const pick = <Choice>(choices: readonly Choice[]): Choice =>
      choices[Math.floor(random() * choices.length)] as Choice;
    const mark = newMark();
    await seedMessages(mark, 8);
    await enterInbox(page, `/buzon?q=${mark}`);
    await expect(rowsOf(page)).toHaveCount(8);

    let isCalm = false;
    const meet = async (route: Route) => {
      const fate = isCalm ? "taken" : pick(["taken", "taken", "taken", "taken", "refused", "lost"]);
      const delay = isCalm ? 0 : pick([0, 0, 60, 250, 700]);
      await new Promise((resolve) => setTimeout(resolve, delay));
      // A page that leaves aborts its requests.
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
        await page.keyboard.press(pick(["u", "u", "s"]));
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
        await page.keyboard.press(pick(["u", "s"]));
        await page.keyboard.press("Escape");
      },
      async filter() {
        const name = pick([/^Todos/, /^No leídos/, /^Leídos/, /^Spam/]);
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
      await steps[pick([...names, "arrival", "other", "bringIn"])]?.();
    }

    isCalm = true;
    await page.getByRole("radio", { name: /^Todos/ }).check();
    const readRows = async () => {
      await steps.bringIn?.();
      const rows = await rowsOf(page).allTextContents();
      return rows.map((row) => `${/(Persona|Llegada) \d+/.exec(row)?.[0]} ${row.includes(isNew)}`);
    };
    await expect(async () => {
      await lookNow(page);
      const stored = (await messagesWith(mark)).filter(({ spam }) => !spam);
      expect(await readRows()).toEqual(stored.map(({ name, read }) => `${name} ${!read}`));
    }).toPass({ timeout: 120_000 });
    await expectTrueCounts(page);
  },
);
