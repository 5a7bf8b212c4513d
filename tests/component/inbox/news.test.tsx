import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { FakeApi } from "../../support/fake-api.ts";
import { mountInbox, pressAt } from "../../support/mount.tsx";

const address = "/buzon?q=prueba";
const look = "GET /api/submissions/counts";
const oneNew = page.getByRole("button", { name: "1 nuevo", exact: true });
const stale = page.getByText("No se puede actualizar en este momento. Se sigue intentando.");

/** Fakes the clock and the timers by which the inbox polls. */
const fakeTime = () =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });

test("announces a message within ten seconds, and moves nothing until the administrator brings it in", async () => {
  fakeTime();
  const { api, row, link, scrollList } = await mountInbox({ address, count: 30 });
  scrollList(1_000);
  await pressAt(link("Persona 12"), "{Enter}");
  const getTop = () => row("Persona 12").element().getBoundingClientRect().y;
  const top = getTop();
  const lookedAt: number[] = [];
  api.decide(look, () => {
    lookedAt.push(Date.now());
    return "pass";
  });
  const addedAt = Date.now();
  api.addSubmission({ name: "Recién llegada", message: "Sobre prueba" });
  await vi.advanceTimersByTimeAsync(8_000);
  await expect.element(oneNew).toBeVisible();
  // Every poll of an expectation also advances the faked time.
  expect((lookedAt[0] ?? Number.POSITIVE_INFINITY) - addedAt).toBeLessThanOrEqual(10_000);
  await expect.element(row("Recién llegada")).not.toBeInTheDocument();
  expect(getTop()).toBe(top);
  // Waits for the focus to reach the opened message, so that it does not leave the button later.
  await expect.element(page.getByRole("heading", { level: 2, name: "Persona 12" })).toHaveFocus();
  expect(document.title).toMatch(/^\(31\) /);
  await pressAt(oneNew, "{Enter}");
  await expect.element(link("Recién llegada")).toHaveFocus();
  await expect.element(oneNew).not.toBeInTheDocument();
});

test("removes what others moved away, to the last message, and keeps aside what arrives meanwhile", async () => {
  const { api, rows, row, lookNow } = await mountInbox({ address, count: 2 });
  for (const name of ["Persona 1", "Persona 2"]) api.markBehind(name, { spam: true });
  lookNow();
  await expect.element(rows()).toHaveLength(0);

  // An empty list shows a new message at once.
  api.addSubmission({ name: "Llegada 1", message: "prueba" });
  lookNow();
  await expect.element(row("Llegada 1")).toBeVisible();

  api.markBehind("Llegada 1", { spam: true });
  api.addSubmission({ name: "Llegada 2", message: "prueba" });
  lookNow();
  await expect.element(oneNew).toBeVisible();
  await expect.element(rows()).toHaveLength(0);
  await pressAt(oneNew, "{Enter}");
  await expect.element(rows()).toHaveLength(1);
  await expect.element(row("Llegada 2")).toBeVisible();
});

/** Hides the page as if another tab covered it, or shows it again. */
function setVisibility(state: "hidden" | "visible"): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  vi.spyOn(document, "hidden", "get").mockReturnValue(state === "hidden");
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

const countLooks = (api: FakeApi) => api.countCalls(look);

test("asks for nothing in a hidden tab, and looks at once when the tab is shown again", async () => {
  fakeTime();
  const { api } = await mountInbox();
  await expect.poll(() => countLooks(api)).toBe(1);
  await vi.advanceTimersByTimeAsync(8_000);
  await expect.poll(() => countLooks(api)).toBe(2);
  setVisibility("hidden");
  await vi.advanceTimersByTimeAsync(300_000);
  expect(countLooks(api)).toBe(2);
  setVisibility("visible");
  await expect.poll(() => countLooks(api)).toBe(3);
});

test("asks a failing edge ever more seldom, says so, and goes on once it answers", async () => {
  fakeTime();
  const { api } = await mountInbox();
  await expect.poll(() => countLooks(api)).toBe(1);
  const failedAt: number[] = [];
  const outage = api.decide(look, () => {
    failedAt.push(Date.now());
    return "refuse";
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(stale).toBeVisible();
  const runToFailure = async () => {
    await vi.advanceTimersByTimeAsync(8_000);
    return failedAt.length;
  };
  await expect.poll(runToFailure, { interval: 0 }).toBe(5);
  const delays = failedAt.slice(1).map((time, index) => time - (failedAt[index] ?? 0));
  for (const [index, seconds] of [16, 32, 60, 60].entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(seconds * 1_000);
  }
  outage.end();
  const runToAnswer = async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    return stale.query();
  };
  await expect.poll(runToAnswer).toBeNull();
});
