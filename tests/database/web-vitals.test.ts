import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { timeZone } from "#cms/content/site.ts";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Calls, callsOn } from "./calls.ts";

type Visit = { page?: string; device?: string; metrics?: string[]; buckets?: number[]; zone?: string };

describeOnEmbedded("web_vitals", (server) => {
  let database: TestDatabase;
  let calls: Calls;

  beforeAll(async () => {
    database = await startTestDatabase(server);
    calls = callsOn(database);
  });
  afterAll(() => database.close());
  beforeEach(() => database.asOwner("truncate web_vitals"));

  const visit = ({
    page = "home",
    device = "phone",
    metrics = ["lcp"],
    buckets = [3],
    zone = timeZone,
  }: Visit = {}) =>
    calls.as(null, "select count_visit($1, 'es', $2, 'navigate', $3::text[], $4::smallint[], $5)", [
      ...[page, device, metrics, buckets, zone],
    ]);
  const kept = () =>
    database.asOwner("select metric, bucket, count::int from web_vitals order by page, metric, bucket");

  test("anyone adds a visit, which is counted with those that are like it", async () => {
    await visit({ metrics: ["lcp", "cls"], buckets: [3, -100] });
    await visit({ metrics: ["cls", "lcp"], buckets: [-100, 4] });
    expect(await kept()).toEqual([
      { metric: "cls", bucket: -100, count: 2 },
      { metric: "lcp", bucket: 3, count: 1 },
      { metric: "lcp", bucket: 4, count: 1 },
    ]);
  });

  test("its day is that of the company's time zone", async () => {
    await visit();
    const [{ same } = {}] = await database.asOwner(
      "select day = (now() at time zone $1)::date as same from web_vitals",
      [timeZone],
    );
    expect(same).toBe(true);
    await database.asOwner("truncate web_vitals");
    // So far apart that one of them has another day.
    for (const zone of ["Etc/GMT+12", "Etc/GMT-14"]) await visit({ zone });
    const days = await database.asOwner("select day from web_vitals");
    expect(days).toHaveLength(2);
  });

  test("visits at once are all counted", async () => {
    const all = { metrics: ["lcp", "inp", "cls", "fcp", "ttfb"], buckets: [1, 2, 3, 4, 5] };
    const reversed = { metrics: all.metrics.toReversed(), buckets: all.buckets.toReversed() };
    await Promise.all(Array.from({ length: 40 }, (_, index) => visit(index % 2 ? all : reversed)));
    expect((await kept()).map(({ count }) => count)).toEqual([40, 40, 40, 40, 40]);
  });

  test("what is no figure, no device or no page is refused (23514)", async () => {
    const wrong: Visit[] = [
      { metrics: ["fid"] },
      { buckets: [101] },
      { device: "watch" },
      { page: "" },
      { page: "x".repeat(129) },
    ];
    for (const each of wrong) {
      await expect(visit(each), JSON.stringify(each)).rejects.toMatchObject({ code: "23514" });
    }
    expect(await kept()).toEqual([]);
  });

  test("a day that is full gets no more rows, and goes on counting in those that it has", async () => {
    await database.asOwner(
      `insert into web_vitals
       select (now() at time zone $1)::date, 'page-' || n, 'es', 'phone', 'navigate', 'lcp', 0, 1 from generate_series(1, 50000) n`,
      [timeZone],
    );
    await visit({ page: "page-7", buckets: [0] });
    await visit({ page: "page-7", buckets: [1] });
    const rows = await database.asOwner(
      "select bucket, count::int from web_vitals where page = 'page-7' or page = 'home'",
    );
    expect(rows).toEqual([{ bucket: 0, count: 2 }]);
  });

  test("administrators alone read it", async () => {
    await visit();
    const seen = "select metric from web_vitals";
    expect(await calls.as(await calls.signIn("admin"), seen)).toEqual([{ metric: "lcp" }]);
    for (const claims of [null, await calls.signIn("user"), { service: "retention" }]) {
      expect(await calls.as(claims, seen)).toEqual([]);
    }
  });

  test("retention finds what it removes by the day, and each row by its place", async () => {
    await database.asOwner(
      `insert into web_vitals
       select current_date - n, 'home', 'es', 'phone', 'navigate', 'lcp', b, 1
       from generate_series(0, 400) n, generate_series(-9, 9) b`,
    );
    await database.asOwner("analyze web_vitals");
    const plan = await database.asOwner(
      `explain delete from web_vitals where ctid = any (array(
         select ctid from web_vitals where day < (current_date - interval '13 months')::date limit 1000 for update skip locked))`,
    );
    const words = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(words).toContain("Tid Scan on web_vitals");
    expect(words).toMatch(/(Index|Bitmap).* Scan.*web_vitals/);
  });
});
