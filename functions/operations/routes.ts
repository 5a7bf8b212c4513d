import { type Context, Hono } from "hono";
import * as v from "valibot";
import { apiVersion } from "#cms/content/site.ts";
import type { Environment } from "#functions/env.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { openEdgeCache } from "#functions/kernel/http/edge-cache.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import type { Health, HealthDetails, HealthWatch } from "./health.ts";
import { findCronRun, spoolLatenessMs, spoolReport } from "./scheduled/reports.ts";
import { syntheticMemory } from "./synthetic-message/watch.ts";

const toOldest = rowParser(v.object({ due_since: v.nullable(v.date()) }));

/**
 * Returns when the oldest mail that is due, or is retried within the hour, was created, for the health check; null
 * without one. It ignores a mail that the provider has rejected, which waits for a day.
 * @throws Refusal unavailable
 */
async function findOldestDueMail(database: Database): Promise<Date | null> {
  const { oldest } = await database.run("mail", {
    oldest: sql`
      select min(created_at) as due_since from outgoing_mails
      where sent_at is null and given_up_at is null and next_attempt_at <= now() + interval '1 hour'`,
  });
  return firstRow(oldest, toOldest)?.due_since ?? null;
}

// Reports what the edge can reach, at most a few seconds old. `/details` adds times; `/watch` does not query the
// database, which may then sleep.

/** Time limit of the CMS, in milliseconds. */
const timeoutMs = 2_000;
/** Lifetime of an answer, in seconds. Frequent calls therefore cost the database and the CMS nothing more. */
const freshnessSeconds = 5;
/** Delay from which work counts as late, in milliseconds. */
const latenessMs = 900_000;
/** The same for the synthetic message, which is sent every hour. */
const syntheticLatenessMs = 7_200_000 + latenessMs;

const isLate = (since: number, maxMs = latenessMs) => Date.now() - since > maxMs;
const toTimeliness = (since: number) => (isLate(since) ? "late" : "ok");
const toTimestamp = (at: number) => new Date(at).toISOString();

/** Checks the database, and mails that are overdue in it. The answer has no reason for an outage; the log has it. */
async function checkDatabase(c: Context<AppEnv>): Promise<Pick<HealthDetails, "database" | "mail">> {
  try {
    const oldest = await findOldestDueMail(c.var.database);
    const status = toTimeliness(oldest?.getTime() ?? Date.now());
    return { database: "ok", mail: { status, oldest_due_at: oldest?.toISOString() ?? null } };
  } catch (fault) {
    c.set("fault", fault);
    return { database: "unavailable", mail: { status: "unknown", oldest_due_at: null } };
  }
}

const toReachability = (isReachable: boolean) => (isReachable ? "ok" : "unavailable");

/** Checks whether the CMS answers. A rejection, as by a private dataset, is an answer as well. */
async function checkContent(environment: Environment): Promise<Health["content"]> {
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset, SANITY_API_HOST: host } = environment;
  const address = new URL(
    `/v${apiVersion}/data/query/${dataset}?query=${encodeURIComponent("*[0]._id")}`,
    host ?? `https://${project}.api.sanity.io`,
  );
  try {
    const response = await fetchDirectly(address, { signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return toReachability(response.status < 500);
  } catch {
    return toReachability(false);
  }
}

/** Checks the scheduled Worker by the time of its last run. A Worker that never ran (0) is late. */
async function checkCron({ SPOOL: spool }: Environment): Promise<HealthDetails["cron"]> {
  const lastRunAt = spool ? await findCronRun(spool).catch(() => null) : null;
  if (lastRunAt === null) return { status: "unknown", last_run_at: null };
  return { status: toTimeliness(lastRunAt), last_run_at: lastRunAt ? toTimestamp(lastRunAt) : null };
}

/**
 * Returns the status of the hourly synthetic message for health checks, from the scheduled Worker's record in KV.
 * `backAt` is the time at which a message last arrived.
 */
async function checkSyntheticMessage({
  SPOOL: spool,
  CANARY_TO,
}: Environment): Promise<HealthDetails["canary"]> {
  if (!CANARY_TO) return { status: "off", last_back_at: null, failed: null };
  const memory = spool ? await syntheticMemory.read(spool).catch(() => null) : null;
  const { backAt = null, failed = null } = memory ?? {};
  return {
    status: failed
      ? "failed"
      : backAt === null
        ? "unknown"
        : isLate(backAt, syntheticLatenessMs)
          ? "late"
          : "ok",
    last_back_at: backAt === null ? null : toTimestamp(backAt),
    failed: failed && { stage: failed.stage, at: toTimestamp(failed.at) },
  };
}

/** Returns the status of the spool from the report that the scheduled Worker stores every hour. */
async function checkSpool({ SPOOL: spool }: Environment): Promise<HealthDetails["spool"]> {
  const report = spool ? await spoolReport.read(spool).catch(() => null) : null;
  if (!report) return { status: "unknown", oldest_at: null, stuck: 0 };
  const { oldestAt, stuck } = report;
  const isOverdue = oldestAt !== null && isLate(oldestAt, spoolLatenessMs);
  return {
    status: stuck.length > 0 ? "stuck" : isOverdue ? "late" : "ok",
    oldest_at: oldestAt === null ? null : toTimestamp(oldestAt),
    stuck: stuck.length,
  };
}

/** Checks the scheduled work by its records in KV, so that frequent monitoring does not wake a sleeping database. */
async function checkScheduledWork({ var: { environment } }: Context<AppEnv>): Promise<HealthWatch> {
  const [cron, canary, spool] = await Promise.all([
    checkCron(environment),
    checkSyntheticMessage(environment),
    checkSpool(environment),
  ]);
  return { cron, canary, spool };
}

const unimportant = ["ok", "unknown", "off"];
const toStatus = (parts: string[]) => (parts.every((part) => unimportant.includes(part)) ? "ok" : "degraded");

/** Checks the database, mail, CMS and scheduled work for the routes of `/api/health`. */
async function checkHealth(c: Context<AppEnv>): Promise<HealthDetails> {
  const [{ database, mail }, content, { cron, canary, spool }] = await Promise.all([
    checkDatabase(c),
    checkContent(c.var.environment),
    checkScheduledWork(c),
  ]);
  const status = toStatus([database, content, mail.status, cron.status, canary.status, spool.status]);
  return { status, database, content, mail, cron, canary, spool };
}

/** Returns the short answer of `/api/health`, without times. Its status ignores the synthetic message and the spool. */
function toSummary({ database, content, mail, cron }: HealthDetails): Health {
  const parts = { database, content, mail: mail.status, cron: cron.status };
  return { status: toStatus(Object.values(parts)), ...parts };
}

/** Returns the cached answer of the last seconds, or a new one, so that frequent checks cost nothing. */
async function readRecent<T>(c: Context<AppEnv>, name: string, find: () => Promise<T>): Promise<T> {
  const cache = openEdgeCache(c.var.environment.SITE_ORIGIN, "api");
  const cachedValue = await cache.read<T>(name);
  const value = cachedValue ?? (await find());
  if (!cachedValue) c.executionCtx.waitUntil(cache.keep(name, value, freshnessSeconds));
  return value;
}

/** Answers a health check: 503 while the database is away, whatever else works. */
async function answerHealth(
  c: Context<AppEnv>,
  toBody: (details: HealthDetails) => Health | HealthDetails,
): Promise<Response> {
  const details = await readRecent(c, "health", () => checkHealth(c));
  const body = toBody(details);
  return details.database === "ok"
    ? c.json(body)
    : c.json(body, 503, { "Retry-After": String(freshnessSeconds) });
}

export const health = new Hono<AppEnv>()
  .get("/", (c) => answerHealth(c, toSummary))
  .get("/details", (c) => answerHealth(c, (details) => details))
  .get("/watch", async (c) => c.json(await readRecent(c, "health watch", () => checkScheduledWork(c))));

export const operations = new Hono<AppEnv>().route("/health", health);
