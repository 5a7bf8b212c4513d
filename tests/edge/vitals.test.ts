import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { timeZone } from "#cms/content/site.ts";
import type { ProblemBody } from "#functions/contract/problem.ts";
import type { VitalsReport } from "#functions/contract/web-vitals.ts";
import { visitLimit } from "#functions/contract/web-vitals.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { bearer, json, origin } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";

let edge: Edge;
let admin: Record<string, string>;
beforeAll(async () => {
  edge = await startEdge({ WEB_VITALS: "on" });
  admin = bearer(await edge.signIn());
});
afterAll(() => edge.close());
beforeEach(() => edge.database.asOwner("truncate web_vitals"));

const visit = {
  page: "home",
  language: "es",
  device: "phone",
  navigation: "navigate",
  metrics: { lcp: 1_200 },
};
const leave = (changes: object = {}, headers: Record<string, string> = {}) =>
  edge.fetch("/api/vitals", json({ ...visit, ...changes }, headers));
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as ProblemBody).code}`;
const report = async (query = "") => {
  const answer = await edge.fetch(`/api/vitals${query}`, { headers: admin });
  expect(answer.status).toBe(200);
  return (await answer.json()) as VitalsReport & { measures: true };
};
const rows = () => edge.database.asOwner("select * from web_vitals order by metric, bucket");
/** Leaves visits that are in the database when it is done, `days` ago. */
async function count(visits: object[], days = 0) {
  for (const each of visits) expect((await leave(each)).status).toBe(204);
  const metrics = visits.flatMap((each) => Object.keys({ ...visit, ...each }.metrics));
  const counted = async () => {
    const [row] = await edge.database.asOwner(
      "select coalesce(sum(count), 0)::int as counted from web_vitals where day = (now() at time zone $1)::date",
      [timeZone],
    );
    return row?.counted;
  };
  await expect.poll(counted).toBe(metrics.length);
  await edge.database.asOwner(
    "update web_vitals set day = day - $1::int where day = (now() at time zone $2)::date",
    [days, timeZone],
  );
}
const loaded = (...times: number[]) => times.map((lcp) => ({ metrics: { lcp } }));

describe("a visit", () => {
  test("is counted by its day, its page and its figures, and nothing else of it is kept", async () => {
    const who = {
      "CF-Connecting-IP": "203.0.113.77",
      "User-Agent": "Popocatépetl/1",
      Referer: `${origin}/?a=Quetzalina`,
    };
    const answer = await leave({ metrics: { lcp: 1_200, cls: 0 } }, who);
    expect(answer.status).toBe(204);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    await expect.poll(rows).toHaveLength(2);
    const [cls, lcp] = await rows();
    const alike = {
      page: "home",
      language: "es",
      device: "phone",
      navigation: "navigate",
      count: expect.anything(),
    };
    expect(cls).toEqual({ day: expect.anything(), ...alike, metric: "cls", bucket: -100 });
    expect(lcp).toEqual({ day: expect.anything(), ...alike, metric: "lcp", bucket: -7 });
    for (const part of ["203.0.113", "Popocat", "Quetzal"]) {
      expect(JSON.stringify([cls, lcp])).not.toContain(part);
      expect(edge.log()).not.toContain(part);
    }
  });

  test.each<[string, object]>([
    ["a page that there is not", { page: "no-such-page" }],
    ["a language that there is not", { language: "fr" }],
    ["an unknown device", { device: "watch" }],
    ["an unknown navigation", { navigation: "soft-navigation" }],
    ["no figure", { metrics: {} }],
    ["an unknown figure", { metrics: { fid: 3 } }],
    ["a figure below nothing", { metrics: { lcp: -1 } }],
    ["a figure that no visit has", { metrics: { lcp: 300_001 } }],
    ["a score that no page has", { metrics: { cls: 31 } }],
    ["an address of the reader's", { address: "203.0.113.77" }],
  ])("with %s is refused, and not counted", async (_, changes) => {
    expect(await codeOf(await leave(changes))).toBe("422 invalid_fields");
    await count(loaded(1_000));
    expect(await rows()).toHaveLength(1);
  });

  test("from another site's page, or of more than a kilobyte, is refused", async () => {
    expect(await codeOf(await leave({}, { Origin: "https://evil.example" }))).toBe("403 foreign_origin");
    expect(await codeOf(await leave({}, { "Sec-Fetch-Site": "cross-site" }))).toBe("403 foreign_origin");
    expect((await leave({}, { Origin: origin, "Sec-Fetch-Site": "same-origin" })).status).toBe(204);
    expect(await codeOf(await leave({ page: "x".repeat(visitLimit) }))).toBe("413 body_too_large");
  });

  test("of a flood is counted until its isolate has handed on enough, and told to come back", async () => {
    // Another isolate, which has handed on nothing.
    await edge.redeploy({});
    const answers = await Promise.all(Array.from({ length: 300 }, () => leave()));
    // And one for what comes after, whatever is found here.
    await edge.redeploy({});
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(60);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("is lost while the database is away, and no one waits for that", async () => {
    await edge.database.stop();
    try {
      expect((await leave()).status).toBe(204);
      await vi.waitFor(() => expect(edge.log()).toContain("visit_not_counted"), { timeout: 60_000 });
    } finally {
      await edge.database.start();
    }
  });
});

describe("what administrators read", () => {
  test("is what three quarters of the visits were up to, to 5 %, and which parts were good and poor", async () => {
    await count([
      ...loaded(1_000, 2_000, 2_500, 2_600, 3_000, 3_900, 4_000, 9_000),
      { metrics: { inp: 80, ttfb: 500 } },
    ]);
    const { overall, pages, days } = await report();
    expect(days).toBe(28);
    expect(pages).toEqual([{ page: "home", ...overall }]);
    expect(overall.visits).toBe(8);
    const { lcp, inp, cls } = overall.metrics;
    expect(Math.abs((lcp?.p75 ?? 0) - 3_900) / 3_900).toBeLessThanOrEqual(0.05);
    expect(lcp).toMatchObject({ samples: 8, good: 3 / 8, needs_improvement: 4 / 8, poor: 1 / 8 });
    expect(inp).toMatchObject({ samples: 1, good: 1, needs_improvement: 0, poor: 0 });
    expect(cls).toBeUndefined();
  });

  test("is by page, the most visited first, on one device or all", async () => {
    const contact = { page: "contact", device: "desktop", language: "en" };
    await count([
      ...loaded(900),
      { ...contact, metrics: { lcp: 5_000 } },
      { ...contact, metrics: { lcp: 5_000 } },
    ]);
    const { overall, pages } = await report();
    expect(pages.map(({ page, visits }) => [page, visits])).toEqual([["contact", 2], ["home", 1]]); // biome-ignore format: one line
    expect(overall.visits).toBe(3);
    expect((await report("?device=phone")).pages.map(({ page }) => page)).toEqual(["home"]);
    expect((await report("?device=desktop")).overall.visits).toBe(2);
  });

  test("says how many visits came how", async () => {
    await count([
      { metrics: { lcp: 900, cls: 0 } },
      { metrics: { lcp: 900 } },
      { navigation: "back-forward-cache", metrics: { lcp: 20, ttfb: 0 } },
    ]);
    expect((await report()).navigations).toEqual([
      { navigation: "navigate", visits: 2 },
      { navigation: "back-forward-cache", visits: 1 },
    ]);
  });

  test("goes back so many days, today included", async () => {
    await count(loaded(900), 7);
    await count(loaded(900, 900), 6);
    await count(loaded(900));
    expect((await report("?days=7")).overall.visits).toBe(3);
    expect((await report("?days=8")).overall.visits).toBe(4);
    expect((await report("?days=1")).overall.visits).toBe(1);
  });

  test("is nothing where no visit was measured", async () => {
    expect(await report()).toEqual({
      ...{ measures: true, days: 28 },
      ...{ overall: { visits: 0, metrics: {} }, pages: [], navigations: [] },
    });
  });
});

describe("where the site does not measure", () => {
  test("there is no call that takes a visit, and administrators are told so", async () => {
    await edge.redeploy({ WEB_VITALS: "off" });
    expect(await codeOf(await leave())).toBe("404 not_found");
    expect(await codeOf(await edge.fetch("/api/vitals", { method: "POST", body: "{" }))).toBe(
      "404 not_found",
    );
    expect(await report()).toEqual({ measures: false });
    const user = bearer(await edge.signIn(visitor));
    expect(await codeOf(await edge.fetch("/api/vitals", { headers: user }))).toBe("403 forbidden");
    expect(await rows()).toEqual([]);
  });
});
