// What the speed of visits costs, on the PostgreSQL server of LOCAL_POSTGRES_URL: a visit that is counted, and what administrators read of
// 13 months with eighteen pages. Through the edge's own calls.
import { neon } from "@neondatabase/serverless";
import type { Visit } from "#functions/contract/web-vitals.ts";
import { connect } from "#functions/data/database.ts";
import { named } from "#functions/data/named-results.ts";
import { countVisit, readVitals } from "#functions/data/web-vitals.ts";
import { callsOn } from "../database/calls.ts";
import { startTestDatabase } from "../support/database.ts";

const rounds = 40;
const database = await startTestDatabase();
const owner = neon(database.ownerUrl);
const open = () =>
  connect({
    DATABASE_URL: database.edgeUrl,
    DATABASE_FETCH_ENDPOINT: database.endpoint,
    DATABASE_TIMEOUT_MS: 60_000,
  });

async function time(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(rounds * share)] as number).toFixed(1);
  return `${at(0.5)} / ${at(0.95)}`;
}

try {
  // Each day's pages in both languages, on both devices: of each figure the buckets that some hundred visits have.
  await owner.query(
    `insert into web_vitals
     select current_date - day, 'page-' || page, language, device, 'navigate', metric, bucket, 1 + (day * page - bucket) % 7
     from generate_series(0, 395) day, generate_series(1, 18) page, unnest(array['es', 'en']) language,
       unnest(array['phone', 'desktop']) device, unnest(array['lcp', 'inp', 'cls', 'fcp', 'ttfb']) metric,
       generate_series(-10, -1) bucket`,
  );
  await owner.query("vacuum analyze web_vitals");
  const [{ rows } = {}] = await owner.query("select count(*)::int as rows from web_vitals");
  const claims = await callsOn(database).signIn("admin");
  const asAdministrator = named((queries) => open().runList(claims, queries));
  const visit: Visit = {
    ...{ page: "page-7", language: "es", device: "phone", navigation: "navigate" },
    metrics: { lcp: 1_900, inp: 90, cls: 0.02, fcp: 1_200, ttfb: 300 },
  };
  console.table({
    rows: { "p50 / p95 ms": rows },
    "a visit counted": { "p50 / p95 ms": await time(() => countVisit(open(), visit)) },
    "28 days read": { "p50 / p95 ms": await time(() => readVitals(asAdministrator, { days: 28 })) },
    "13 months read": { "p50 / p95 ms": await time(() => readVitals(asAdministrator, { days: 396 })) },
  });
} finally {
  await database.close();
}
