import { storeWaiting } from "./data/contact-submissions.ts";
import { connect } from "./data/database.ts";
import { Refusal } from "./data/refusals.ts";
import { hasSpooledLately, readSpooled, removeSpooled, spooledNames } from "./data/spool.ts";
import type { Environment } from "./env.ts";
import { describeFault, logLine } from "./log.ts";

/**
 * Puts the messages that wait in the spool into the database, each once, however many runs do so at a time; what cannot be read or
 * stored stays there. Never throws: it runs after the answer, and logs what went wrong.
 */
export async function drainSpool(
  environment: Environment,
  { isThorough }: { isThorough: boolean },
): Promise<number> {
  const { SPOOL: spool } = environment;
  if (!spool) return 0;
  let drained = 0;
  try {
    if (!isThorough && !(await hasSpooledLately(spool))) return 0;
    for await (const name of spooledNames(spool)) {
      try {
        const submission = await readSpooled(spool, name);
        if (!submission) continue;
        await storeWaiting(connect(environment), environment.signingKeys, submission);
        await removeSpooled(spool, name);
        drained += 1;
      } catch (error) {
        // The others would fare no better.
        if (error instanceof Refusal && error.code === "unavailable") throw error;
        logLine({ event: "message_not_drained", name, ...describeFault(error) });
      }
    }
  } catch (error) {
    logLine({ event: "spool_not_drained", ...describeFault(error) });
  }
  if (drained > 0) logLine({ event: "spool_drained", messages: drained });
  return drained;
}
