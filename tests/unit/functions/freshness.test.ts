import fc from "fast-check";
import { expect, test } from "vitest";
import type { PublishedState } from "#functions/contract/site-renderer.ts";
import { openFreshness } from "#functions/site/freshness.ts";

const maxAgeMs = 5_000;
const backoffMs = 5_000;

type CmsMode = "up" | "away" | "silent";
/** The pause after a query, by the state of the CMS. */
const pauseMs = { up: 4_000, away: backoffMs };

type WorldStep =
  | { kind: "wait"; ms: number }
  | { kind: "publish" }
  | { kind: "cms"; mode: CmsMode }
  | { kind: "request" };

const steps: fc.Arbitrary<WorldStep[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 7_000 }) }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: "publish" as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("cms" as const),
        mode: fc.constantFrom<CmsMode>("up", "away", "silent"),
      }),
    },
    { weight: 6, arbitrary: fc.constant({ kind: "request" as const }) },
  ),
  { maxLength: 60 },
);

/** Opens a CMS and an isolate on one clock, which only `wait` advances. */
function openWorld() {
  let nowMs = 1_800_000_000_000;
  let mode: CmsMode = "up";
  /** Times of the publications. Their number is the fingerprint of the state. */
  const publications: number[] = [];
  const queries: { at: number; mode: CmsMode }[] = [];
  const background: Promise<unknown>[] = [];

  const toState = (): PublishedState => ({
    fingerprint: String(publications.length),
    pages: [],
    unplaced: [],
  });
  const freshness = openFreshness({
    cache: { read: async () => undefined, keep: async () => {} },
    async read() {
      queries.push({ at: nowMs, mode });
      if (mode === "silent") return new Promise(() => {});
      if (mode === "away") throw new Error("The CMS is away.");
      return toState();
    },
    onFailure: () => {},
    now: () => nowMs,
  });
  return {
    queries,
    publish: () => void publications.push(nowMs),
    setMode: (next: CmsMode) => {
      mode = next;
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
    now: () => nowMs,
    latest: () => String(publications.length),
    /** Returns the state that was published at a time. */
    stateAt: (time: number) => publications.filter((at) => at <= time).length,
    /** Makes a request without waiting time, so that it gets only results that are already there. */
    async request(): Promise<string | undefined> {
      const state = await freshness.takeSnapshot({
        waitUntil: (work) => void background.push(work),
        answerBy: 0,
      });
      // Background work of the request continues after its answer.
      await new Promise((resolve) => setImmediate(resolve));
      return state?.fingerprint;
    },
  };
}

async function runSteps(
  steps: readonly WorldStep[],
  check: (world: ReturnType<typeof openWorld>, answer?: string) => void,
) {
  const world = openWorld();
  for (const step of steps) {
    if (step.kind === "wait") world.wait(step.ms);
    else if (step.kind === "publish") world.publish();
    else if (step.kind === "cms") world.setMode(step.mode);
    else check(world, await world.request());
  }
  return world;
}

const checkAnySteps = (check: (list: WorldStep[]) => Promise<void>) =>
  fc.assert(fc.asyncProperty(steps, check), { numRuns: 500, seed: 1 });

test("a request gets a state of the last 5 s while the CMS answers", async () => {
  await checkAnySteps(async (list) => {
    await runSteps(list, (world, answer) => {
      const isHealthy = world.queries.every((query) => query.mode === "up");
      if (isHealthy) expect(Number(answer)).toBeGreaterThanOrEqual(world.stateAt(world.now() - maxAgeMs));
    });
  });
});

test("a known state is never lost, regardless of the CMS", async () => {
  await checkAnySteps(async (list) => {
    let isKnown = false;
    await runSteps(list, (_, answer) => {
      if (isKnown) expect(answer).toBeDefined();
      isKnown ||= answer !== undefined;
    });
  });
});

test("the CMS gets one query in 4 s, in 5 s while it fails, and at most two in 2 s while it never answers", async () => {
  await checkAnySteps(async (list) => {
    const { queries } = await runSteps(list, () => {});
    for (const [index, { at }] of queries.entries()) {
      const [earlier, last] = [queries[index - 2], queries[index - 1]];
      // A state of 5 s is too old, so one request sends another query instead of waiting for the open one.
      if (last?.mode !== "silent")
        expect(at - (last?.at ?? 0)).toBeGreaterThanOrEqual(last ? pauseMs[last.mode] : 0);
      else expect(at - (earlier?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
    }
  });
});

test("the second request after an outage gets the published state", async () => {
  await checkAnySteps(async (list) => {
    const world = await runSteps(list, () => {});
    world.setMode("up");
    world.wait(backoffMs + 2_001);
    await world.request();
    expect(await world.request()).toBe(world.latest());
  });
});

test("an outage ends with the first answer of the CMS, and requests get a state of the last 5 s again", async () => {
  await checkAnySteps(async (list) => {
    const world = await runSteps(list, () => {});
    world.setMode("up");
    world.wait(backoffMs + 2_001);
    await world.request();
    world.publish();
    world.wait(maxAgeMs);
    expect(await world.request()).toBe(world.latest());
  });
});

test("a request that waits a second time queries again when its first snapshot is outdated", async () => {
  let nowMs = 1_800_000_000_000;
  let queries = 0;
  const toState = (fingerprint: string): PublishedState => ({ fingerprint, pages: [], unplaced: [] });
  const shared = { state: toState("shared"), checkedAt: nowMs - 3_900 };
  const freshness = openFreshness({
    cache: {
      read: async <T>(key: string) => (key === "published" ? (shared as T) : undefined),
      keep: async () => {},
    },
    async read() {
      queries += 1;
      return toState("current");
    },
    onFailure: () => {},
    now: () => nowMs,
  });
  const lifetime = { waitUntil: () => {}, answerBy: 0 };
  expect((await freshness.takeSnapshot(lifetime))?.fingerprint).toBe("shared");
  await new Promise((resolve) => setImmediate(resolve));
  nowMs += 1_200;
  expect((await freshness.takeSnapshot({ ...lifetime, hasNoFallback: true }))?.fingerprint).toBe("current");
  expect(queries).toBe(1);
});
