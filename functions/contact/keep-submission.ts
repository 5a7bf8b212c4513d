import type { ContactReceipt } from "#functions/contract/contact.ts";
import { spamWeight } from "#functions/contract/doubt.ts";
import type { Environment } from "#functions/env.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal, type RefusalCode } from "#functions/kernel/database/refusals.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { mailSubmission } from "./handed-submissions.ts";
import { spoolSubmission } from "./spool.ts";
import { type NewSubmission, storeSubmission } from "./store.ts";

/** What the database says of a message itself, which no other place may take then. */
const isAnswer: RefusalCode[] = ["idempotency_conflict", "too_many_attempts"];

/**
 * Keeps a message in the first place that takes it: the database; the spool until that is back, whatever is wrong with it; a mail to the
 * company that has all of it. `isHealthy` says whether it was the database.
 * @throws Refusal idempotency_conflict when the key was used for another message, unavailable when no place has taken it; TooManyAttempts
 */
export async function keepSubmission(
  environment: Environment,
  database: Database,
  submission: NewSubmission,
): Promise<{ receipt: ContactReceipt; isHealthy: boolean }> {
  const places: [name: string, keep: () => Promise<ContactReceipt>][] = [
    [
      "database",
      async () => ({
        id: await storeSubmission(database, environment.signingKeys, submission),
        status: "stored",
      }),
    ],
    [
      "spool",
      async () => {
        if (!environment.SPOOL) throw new Error("SPOOL is not bound");
        await spoolSubmission(environment.SPOOL, submission);
        return { id: submission.id, status: "queued" };
      },
    ],
    [
      "mail",
      async () => {
        if (submission.screening.weight >= spamWeight) throw new Error("it is spam");
        await mailSubmission(environment, submission);
        return { id: submission.id, status: "queued" };
      },
    ],
  ];
  let cause: unknown;
  for (const [place, keep] of places) {
    try {
      return { receipt: await keep(), isHealthy: place === "database" };
    } catch (fault) {
      if (fault instanceof Refusal && isAnswer.includes(fault.code)) throw fault;
      logLine({ event: "message_not_kept", place, message: submission.id, ...describeFault(fault) });
      cause = fault;
    }
  }
  throw new Refusal("unavailable", { cause });
}
