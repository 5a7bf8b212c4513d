import type { ContactReceipt } from "#functions/contract/answers.schema.ts";
import { spamWeight } from "#functions/contract/doubt.ts";
import type { Environment } from "#functions/env.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal, type RefusalCode } from "#functions/kernel/database/refusals.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { mailSubmission } from "./handed-submissions.ts";
import { spoolSubmission } from "./spool.ts";
import { type NewSubmission, storeSubmission } from "./store.ts";

/** Refusals about the message itself. After one of these no other store may accept it. */
const finalRefusals: RefusalCode[] = ["idempotency_conflict", "too_many_attempts"];

/**
 * Stores a message in the first store that accepts it, so a single outage loses none: the database; the spool, whatever
 * is wrong with the database; a mail to the company with the whole message, unless it is spam. `isHealthy` says whether
 * the database accepted it.
 * @throws Refusal idempotency_conflict if the key was used for another message, unavailable if no store accepts it;
 * TooManyAttempts; Problem invalid_fields if a file belongs to another message
 */
export async function keepSubmission(
  environment: Environment,
  database: Database,
  submission: NewSubmission,
): Promise<{ receipt: ContactReceipt; isHealthy: boolean }> {
  const queuedReceipt: ContactReceipt = { id: submission.id, status: "queued" };
  const stores: Record<string, () => Promise<ContactReceipt>> = {
    database: async () => ({
      id: await storeSubmission(database, environment.signingKeys, submission),
      status: "stored",
    }),
    spool: async () => {
      if (!environment.SPOOL) throw new Error("SPOOL is not bound");
      await spoolSubmission(environment.SPOOL, submission);
      return queuedReceipt;
    },
    mail: async () => {
      if (submission.screening.weight >= spamWeight) throw new Error("spam is not mailed");
      await mailSubmission(environment, submission);
      return queuedReceipt;
    },
  };
  let cause: unknown;
  for (const [storeName, tryStore] of Object.entries(stores)) {
    try {
      return { receipt: await tryStore(), isHealthy: storeName === "database" };
    } catch (fault) {
      if (fault instanceof Problem || (fault instanceof Refusal && finalRefusals.includes(fault.code)))
        throw fault;
      logLine({
        event: "message_not_kept",
        place: storeName,
        message: submission.id,
        ...describeFault(fault),
      });
      cause = fault;
    }
  }
  throw new Refusal("unavailable", { cause });
}
