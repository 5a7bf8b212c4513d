// What the edge can reach now, as it was found in the last seconds. Who: anyone. 503 while the database is away.
import { type Context, Hono } from "hono";
import { apiVersion } from "#cms/content/api-version.ts";
import type { AppEnv } from "#functions/context.ts";
import type { Health } from "#functions/contract/health.ts";
import { findCronRun } from "#functions/data/cron-runs.ts";
import { findOldestDueMail } from "#functions/data/reachability.ts";
import type { Environment } from "#functions/env.ts";
import { openEdgeCache } from "#functions/http/edge-cache.ts";

/** How long the CMS may take, in milliseconds. */
const timeout = 2_000;
/** How long an answer counts, in seconds: whoever asks, and how often, costs the database and the CMS no more. */
const freshness = 5;
/** How late is late, in milliseconds. */
const lateness = 900_000;

// The answer says only that it is away; the log says why.
async function askDatabase(c: Context<AppEnv>): Promise<Pick<Health, "database" | "mail">> {
  try {
    const oldest = await findOldestDueMail(c.var.database);
    return { database: "ok", mail: inTime(oldest?.getTime() ?? Date.now()) };
  } catch (fault) {
    c.set("fault", fault);
    return { database: "unavailable", mail: "unknown" };
  }
}

const inTime = (since: number) => (Date.now() - since > lateness ? "late" : "ok");

const wording = (isReachable: boolean) => (isReachable ? "ok" : "unavailable");

async function askContent(environment: Environment): Promise<Health["content"]> {
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset, SANITY_API_HOST: host } = environment;
  const address = new URL(
    `/v${apiVersion}/data/query/${dataset}?query=${encodeURIComponent("*[0]._id")}`,
    host ?? `https://${project}.api.sanity.io`,
  );
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    await response.body?.cancel();
    return wording(response.status < 500);
  } catch {
    return wording(false);
  }
}

const askCron = async ({ SPOOL: spool }: Environment): Promise<Health["cron"]> =>
  spool ? findCronRun(spool).then(inTime, () => "unknown") : "unknown";

async function look(c: Context<AppEnv>): Promise<Health> {
  const [database, content, cron] = await Promise.all([
    askDatabase(c),
    askContent(c.var.environment),
    askCron(c.var.environment),
  ]);
  const parts = { ...database, content, cron };
  const isWell = Object.values(parts).every((part) => part === "ok" || part === "unknown");
  return { status: isWell ? "ok" : "degraded", ...parts };
}

export const health = new Hono<AppEnv>().get("/", async (c) => {
  const cache = openEdgeCache(c.var.environment.SITE_ORIGIN, "api");
  const known = await cache.read<Health>("health");
  const body = known ?? (await look(c));
  if (!known) c.executionCtx.waitUntil(cache.keep("health", body, freshness));
  return body.database === "ok" ? c.json(body) : c.json(body, 503, { "Retry-After": String(freshness) });
});
