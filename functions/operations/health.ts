import type { SyntheticStage } from "./synthetic-message/words.ts";

/** Answer of `GET /api/health`: the services that the edge reaches, and whether scheduled work is on time. */
export type Health = {
  /** `ok` if every part below is ok or unknown. */
  status: "ok" | "degraded";
  database: "ok" | "unavailable";
  content: "ok" | "unavailable";
  /** `late` if a mail has been due for 15 minutes; `unknown` while the database is away. */
  mail: "ok" | "late" | "unknown";
  /**
   * `late` if the scheduled Worker has not run for 15 minutes; `unknown` without the KV namespace in which it records
   * its runs.
   */
  cron: "ok" | "late" | "unknown";
};

/**
 * Answer of `GET /api/health/details`: the same with times in ISO 8601. `status` also counts the hourly synthetic
 * message and the spool.
 */
export type HealthDetails = Pick<Health, "status" | "database" | "content"> & {
  mail: { status: Health["mail"]; oldest_due_at: string | null };
  cron: { status: Health["cron"]; last_run_at: string | null };
  canary: {
    /**
     * `failed` if the last message failed; `late` if none has arrived for more than two hours; `off` without a mailbox
     * for it.
     */
    status: "ok" | "failed" | "late" | "off" | "unknown";
    last_back_at: string | null;
    /** The stage at which the last message failed and the time at which that was found; null if it arrived. */
    failed: { stage: SyntheticStage; at: string } | null;
  };
  /** Spooled messages, as the last hourly run found them. */
  spool: {
    /** `late` if a message has waited for more than two hours; `stuck` if a message cannot be read or stored. */
    status: "ok" | "late" | "stuck" | "unknown";
    oldest_at: string | null;
    stuck: number;
  };
};

/** Answer of `GET /api/health/watch`: the facts that need no query of the database, which may then sleep. */
export type HealthWatch = Pick<HealthDetails, "cron" | "canary" | "spool">;
