import type { CanaryStage } from "./synthetic-message/words.ts";

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

/**
 * Answer of `GET /api/health/details`: the same with the times behind it, in ISO 8601. `status` counts the canary as well, the message of
 * our own that goes from the form to a mailbox every hour.
 */
export type HealthDetails = Pick<Health, "status" | "database" | "content"> & {
  mail: { status: Health["mail"]; oldest_due_at: string | null };
  cron: { status: Health["cron"]; last_run_at: string | null };
  canary: {
    /** `failed` where the last one broke off, `late` where none has come back for more than two hours; `off` where no mailbox is named that they go to. */
    status: "ok" | "failed" | "late" | "off" | "unknown";
    last_back_at: string | null;
    /** Where the last one ended, and when that was found; null where it came back. */
    failed: { stage: CanaryStage; at: string } | null;
  };
  /** The messages that wait for the database, as the last hourly run found them. */
  spool: {
    /** `late` where a message waits for more than two hours, `stuck` where one cannot be read or stored. */
    status: "ok" | "late" | "stuck" | "unknown";
    oldest_at: string | null;
    stuck: number;
  };
};

/** Answer of `GET /api/health/watch`: what is known without the database, which is not asked and so need not be awake. */
export type HealthWatch = Pick<HealthDetails, "cron" | "canary" | "spool">;
