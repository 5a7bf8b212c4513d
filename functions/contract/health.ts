/** Answer of `GET /api/health`: what the edge can reach now, and whether the work that no request starts is done in time. */
export type Health = {
  /** `ok` where everything below is, or is not known. */
  status: "ok" | "degraded";
  database: "ok" | "unavailable";
  content: "ok" | "unavailable";
  /** `late` where a mail has been due for a quarter of an hour; `unknown` while the database is away. */
  mail: "ok" | "late" | "unknown";
  /** `late` where the scheduled Worker has not run for a quarter of an hour; `unknown` without the namespace that it tells it by. */
  cron: "ok" | "late" | "unknown";
};
