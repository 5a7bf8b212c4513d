import { expect, inject, onTestFinished, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { maxCountedHits } from "#functions/contract/submission.ts";
import type { Fate } from "../../support/fake-api/faults.ts";
import type { FakeApi } from "../../support/fake-api.ts";
import { mountInbox, pressAt } from "../../support/mount.tsx";
import { createRandom } from "../../support/random.ts";

const address = "/buzon?q=prueba";
const change = /^(PATCH|POST|DELETE) \/api\/submissions/;
const laterPage = /^GET \/api\/submissions\?.*cursor=/;
const selectLoaded = page.getByLabelText("Seleccionar los mensajes cargados");
const nothingToUndo = page.getByText("No hay nada que deshacer");

const countCall = "GET /api/submissions/counts";

/** Returns the counts of the folders as the screen shows them. */
function readShownCounts() {
  const labels = page
    .getByRole("radio")
    .elements()
    .map((radio) => radio.parentElement?.textContent ?? "");
  const [all, unread, read, spam] = labels.map((label) => Number(label.replaceAll(/\D/g, "")));
  return { all, unread, read, spam };
}

function countStored({ submissions }: FakeApi) {
  const inbox = submissions.filter(({ spam }) => !spam);
  const read = inbox.filter((submission) => submission.read).length;
  const counts = {
    all: inbox.length,
    unread: inbox.length - read,
    read,
    spam: submissions.length - inbox.length,
  };
  // The folders show "99+" for more hits of a search.
  return Object.fromEntries(
    Object.entries(counts).map(([folder, count]) => [folder, Math.min(count, maxCountedHits)]),
  );
}

/** Makes the inbox refresh its counts, and expects those of the stored submissions. */
async function expectTrueCounts({ api, lookNow }: { api: FakeApi; lookNow: () => void }): Promise<void> {
  const callsBefore = api.countCalls(countCall);
  const refreshCounts = () => {
    lookNow();
    return api.countCalls(countCall);
  };
  await expect.poll(refreshCounts).toBeGreaterThan(callsBefore);
  await expect.poll(readShownCounts).toEqual(countStored(api));
}

/** Mounts the inbox on `count` unread messages, with the focus on the row of a name. */
async function mountAt(name: string, count: number) {
  const inbox = await mountInbox({ address, count });
  await expect.element(inbox.rows()).toHaveLength(count);
  ((await inbox.link(name).findElement()) as HTMLElement).focus();
  return inbox;
}

const countMatching = ({ calls }: FakeApi, pattern: RegExp) =>
  calls.filter(({ call }) => pattern.test(call)).length;

/** Records every later text of an element. */
function recordTexts(element: Element): string[] {
  const texts: string[] = [];
  const observer = new MutationObserver(() => texts.push(element.textContent));
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return texts;
}

test("undoes a mark before the edge has answered", async () => {
  const inbox = await mountAt("Persona 2", 3);
  const { api, press, newBadges, toasts } = inbox;
  const toastTexts = recordTexts(await toasts.findElement());
  const heldRequest = api.hold(change);
  await press("u");
  await expect.element(newBadges()).toHaveLength(2);
  await press("z");
  await expect.element(newBadges()).toHaveLength(3);
  await expect.element(nothingToUndo).not.toBeInTheDocument();
  heldRequest.release();
  await expect.element(toasts.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  expect(toastTexts.filter((text) => text.includes("Marcado como leído"))).toEqual([]);
  expect(api.submissions.map(({ read }) => read)).toEqual([false, false, false]);
  await expect.element(newBadges()).toHaveLength(3);
  await expectTrueCounts(inbox);
});

test("does not offer an undone change again, and undoes earlier changes with each further key", async () => {
  const inbox = await mountAt("Persona 1", 3);
  const { api, press, newBadges, toasts } = inbox;
  const undo = toasts.getByRole("button", { name: "Deshacer" });
  await press("u");
  const firstUndo = await undo.findElement();
  await press("j");
  await press("u");
  await expect.element(newBadges()).toHaveLength(1);
  // Waits for the toast of the second change. An earlier undo would suppress this toast, and the first would stay.
  await expect.poll(() => [null, firstUndo].includes(undo.query() as HTMLElement | null)).toBe(false);
  expect(countMatching(api, change)).toBe(2);
  const heldRequest = api.hold(change);
  await press("z");
  await expect.element(newBadges()).toHaveLength(2);
  await expect.element(undo).not.toBeInTheDocument();
  heldRequest.release();
  await press("z");
  await expect.element(newBadges()).toHaveLength(3);
  await expect.element(toasts.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  // The confirmation of the last undo may still replace this toast.
  const pressUndo = async () => {
    await press("z");
    return nothingToUndo.query();
  };
  await expect.poll(pressUndo).toBeVisible();
  await expectTrueCounts(inbox);
});

test("undoes a change of everything that matches while it is under way, with what the edge has done meanwhile", async () => {
  const inbox = await mountInbox({ address, count: 60 });
  const { api, press, newBadges, toasts } = inbox;
  await pressAt(selectLoaded, " ");
  await pressAt(
    page.getByRole("button", { name: "Seleccionar todo lo que coincide con “prueba”" }),
    "{Enter}",
  );
  await expect.element(page.getByText("Todos los resultados", { exact: true })).toBeVisible();
  const heldRequest = api.holdAnswer("POST /api/submissions/bulk", { times: 1 });
  await press("u");
  await expect.poll(() => api.submissions.every(({ read }) => read)).toBe(true);
  await press("z");
  heldRequest.release();
  await expect.element(toasts.getByText("Marcado como no leído", { exact: true })).toBeVisible();
  expect(api.submissions.some(({ read }) => read)).toBe(false);
  await expect.element(newBadges().first()).toBeVisible();
  await expectTrueCounts(inbox);
});

test("says once that a page cannot be read, does not ask for it by itself, and reads it when asked", async () => {
  const { api, reload, rows, scrollList, lookNow } = await mountInbox({ address, count: 130 });
  scrollList(5_000);
  await expect.element(rows().first()).toHaveAttribute("aria-setsize", "130");
  const before = countMatching(api, laterPage);
  const outage = api.fail(laterPage);
  // The inbox returns to the row at the top, which is on the second page.
  await reload();
  const list = page.getByRole("region", { name: "Mensajes", exact: true });
  const retry = list.getByRole("button", { name: "Reintentar" });
  const alert = page.getByRole("alert").filter({ hasText: "No se pudieron cargar los mensajes" });
  await expect.element(retry).toBeVisible();
  await expect.element(alert).toHaveLength(1);
  await expectTrueCounts({ api, lookNow });
  expect(countMatching(api, laterPage) - before).toBe(1);
  await pressAt(retry, "{Enter}");
  await expect.poll(() => countMatching(api, laterPage) - before).toBe(2);
  await expect.element(retry).toBeVisible();
  outage.end();
  await pressAt(retry, "{Enter}");
  await expect.element(rows().first()).toHaveAttribute("aria-setsize", "130");
  await expect.element(retry).not.toBeInTheDocument();
});

/** Decides at random the fate of every request to the submissions, and after how many test steps it proceeds. */
function createRandomFaults(pick: <Choice>(choices: readonly Choice[]) => Choice) {
  let waiting: { steps: number; pass: () => void }[] = [];
  let passesAll = false;
  const release = (isDue: (steps: number) => boolean) => {
    const due = waiting.filter(({ steps }) => isDue(steps));
    waiting = waiting.filter(({ steps }) => !isDue(steps));
    for (const { pass } of due) pass();
  };
  return {
    async decide(): Promise<Fate> {
      if (passesAll) return "pass";
      const fate = pick<Fate>(["pass", "pass", "pass", "pass", "refuse", "loseAnswer"]);
      const steps = pick([0, 0, 1, 2, 4]);
      if (steps > 0) await new Promise<void>((pass) => waiting.push({ steps, pass }));
      return fate;
    },
    passStep() {
      waiting = waiting.map(({ steps, pass }) => ({ steps: steps - 1, pass }));
      release((steps) => steps <= 0);
    },
    /** Lets all requests pass from now on. */
    calmDown() {
      passesAll = true;
      release(() => true);
    },
  };
}

test.for([1, 2, 3, 4, 5, 6])(
  "agrees with the stored messages after any sequence of actions, undos, failures and arrivals (%i)",
  async (seed) => {
    const random = createRandom(seed);
    const pick = <Choice,>(choices: readonly Choice[]) =>
      choices[Math.floor(random() * choices.length)] as Choice;
    // The viewport is high enough to render every row.
    await page.viewport(1280, 2_000);
    onTestFinished(() => page.viewport(1280, 800));
    const inbox = await mountInbox({ address, count: 8 });
    const { api, press, rows, toasts } = inbox;
    await expect.element(rows()).toHaveLength(8);
    const randomFaults = createRandomFaults(pick);
    api.decide("/api/submissions", randomFaults.decide);
    const click = (locator: Locator) => (locator.elements()[0] as HTMLElement | undefined)?.click();
    const bringIn = () => click(page.getByRole("button", { name: /^\d+ nuevos?$/ }));

    const steps = {
      async mark() {
        const links = rows().getByRole("link").elements() as HTMLElement[];
        if (links.length === 0) return;
        pick(links).focus();
        await press(pick(["u", "u", "s"]));
      },
      undo: () => press("z"),
      undoFromToast: () => click(toasts.getByRole("button", { name: "Deshacer" })),
      async several() {
        if (!selectLoaded.query()) return;
        click(selectLoaded);
        await press(pick(["u", "s"]));
        await press("Escape");
      },
      filter: () =>
        click(page.getByRole("radio", { name: pick([/^Todos/, /^No leídos/, /^Leídos/, /^Spam/]) })),
      arrival: () =>
        void api.addSubmission({ name: `Llegada ${Math.floor(random() * 1e9)}`, message: "prueba" }),
      other: () => api.markBehind(`Persona ${1 + Math.floor(random() * 8)}`, { read: random() < 0.5 }),
      bringIn,
    };
    const names = ["mark", "mark", "mark", "undo", "undo", "undoFromToast", "several", "filter"] as const;
    for (let step = 0; step < inject("randomSteps"); step += 1) {
      await steps[pick([...names, "arrival", "other", "bringIn"] as const)]();
      randomFaults.passStep();
      // Lets answers arrive and React render.
      await new Promise((resolve) => setTimeout(resolve));
    }

    randomFaults.calmDown();
    await page.getByRole("radio", { name: /^Todos/ }).click();
    const readRows = () => {
      inbox.lookNow();
      bringIn();
      return rows()
        .elements()
        .map(
          (row) =>
            `${/(Persona|Llegada) \d+/.exec(row.textContent)?.[0]} ${row.textContent.includes("Nuevo")}`,
        );
    };
    const listStoredRows = () =>
      api.submissions.filter(({ spam }) => !spam).map(({ name, read }) => `${name} ${!read}`);
    await expect
      .poll(() => [readRows(), listStoredRows()])
      .toSatisfy(([shownRows, storedRows]) => String(shownRows) === String(storedRows));
    await expectTrueCounts(inbox);
    expect(readRows()).toEqual(listStoredRows());
  },
);
