import * as v from "valibot";

const { nullable, object, string } = v;
const status = v.picklist(["ok", "degraded"]);
const reachability = v.picklist(["ok", "unavailable"]);
const checkStatus = <const Values extends readonly string[]>(...values: Values) =>
  v.picklist(["ok", "unknown", ...values] as const);

// `late` if a mail has been due for 15 minutes; `unknown` while the database is away.
const mailStatus = checkStatus("late");
// `late` if the scheduled Worker has not run for 15 minutes; `unknown` without the KV namespace in which it records its
// runs.
const cronStatus = checkStatus("late");

const cron = object({ status: cronStatus, last_run_at: nullable(string()) });
const canary = object({
  // `failed` if the last message failed; `late` if none has arrived for more than two hours; `off` without a mailbox
  // for it.
  status: checkStatus("failed", "late", "off"),
  last_back_at: nullable(string()),
  // The stage at which the last message failed and the time at which that was found; null if it arrived.
  failed: nullable(object({ stage: string(), at: string() })),
});
// Spooled messages, as the last hourly run found them.
const spool = object({
  // `late` if a message has waited for more than two hours; `stuck` if a message cannot be read or stored.
  status: checkStatus("late", "stuck"),
  oldest_at: nullable(string()),
  stuck: v.number(),
});

/**
 * Answer of `GET /api/health`: the services that the edge reaches, and whether scheduled work is on time. `status` is
 * `ok` if every other part is ok or unknown.
 */
export const healthAnswer = object({
  status,
  database: reachability,
  content: reachability,
  mail: mailStatus,
  cron: cronStatus,
});
export type Health = v.InferOutput<typeof healthAnswer>;

/**
 * Answer of `GET /api/health/details`: the same with times in ISO 8601. `status` also counts the hourly synthetic
 * message and the spool.
 */
export const healthDetailsAnswer = object({
  status,
  database: reachability,
  content: reachability,
  cron,
  canary,
  spool,
  mail: object({ status: mailStatus, oldest_due_at: nullable(string()) }),
});
export type HealthDetails = v.InferOutput<typeof healthDetailsAnswer>;

/** Answer of `GET /api/health/watch`: the facts that need no query of the database, which may then sleep. */
export const healthWatchAnswer = object({ cron, canary, spool });
export type HealthWatch = v.InferOutput<typeof healthWatchAnswer>;
