import type { ContactReceipt } from "./contract/contact.ts";
import { type NewSubmission, storeSubmission } from "./data/contact-submissions.ts";
import type { Database } from "./data/database.ts";
import { Refusal } from "./data/refusals.ts";
import { spoolSubmission } from "./data/spool.ts";
import type { Environment } from "./env.ts";
import { describeFault, logLine } from "./log.ts";

/**
 * Keeps a message in the first place that takes it: the database, or the spool until that is back, whatever is wrong with it.
 * `isHealthy` says whether it was the database.
 * @throws Refusal idempotency_conflict when the key was used for another message, unavailable when no place has taken it
 */
export async function keepSubmission(
  environment: Environment,
  database: Database,
  submission: NewSubmission,
): Promise<{ receipt: ContactReceipt; isHealthy: boolean }> {
  try {
    const id = await storeSubmission(database, submission);
    return { receipt: { id, status: "stored" }, isHealthy: true };
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === "idempotency_conflict") throw fault;
    logLine({ event: "message_not_stored", message: submission.id, ...describeFault(fault) });
    await spool(environment, submission, fault);
    return { receipt: { id: submission.id, status: "queued" }, isHealthy: false };
  }
}

async function spool(environment: Environment, submission: NewSubmission, cause: unknown): Promise<void> {
  const { SPOOL } = environment;
  if (!SPOOL) throw new Refusal("unavailable", { cause });
  try {
    await spoolSubmission(SPOOL, submission);
  } catch (fault) {
    if (fault instanceof Refusal) throw fault;
    logLine({ event: "message_not_spooled", message: submission.id, ...describeFault(fault) });
    throw new Refusal("unavailable", { cause: fault });
  }
}
