import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { awaitKv } from "#functions/kernel/kv.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { hasSpooledLately, listSpooled } from "./spool.ts";
import { storeWaitingMessage, waitingMessage } from "./store.ts";

/**
 * The outcome of a run. A `stuck` message cannot be read or stored. `isComplete` says that the run has seen every
 * message.
 */
export type Drain = { drained: number; isComplete: boolean; oldestAt: number | null; stuck: string[] };

/**
 * Moves spooled messages into the database, each once, even if several runs overlap. A message that cannot be read or
 * stored stays until KV deletes it. A thorough run lists the whole spool, even while the database is away, so that late
 * messages are reported. Never throws, because it runs after the response, and logs failures.
 */
export async function drainSpool(
  environment: Environment,
  { isThorough }: { isThorough: boolean },
): Promise<Drain> {
  const { SPOOL: spool } = environment;
  const drain: Drain = { drained: 0, isComplete: false, oldestAt: null, stuck: [] };
  if (!spool) return drain;
  let isAway = false;
  try {
    if (!isThorough && !(await hasSpooledLately(spool))) return drain;
    for await (const { name, arrivedAt } of listSpooled(spool)) {
      const outcome: DrainOutcome = isAway ? "waits" : await drainMessage(environment, spool, name);
      if (outcome === "drained") drain.drained += 1;
      if (outcome === "stuck") drain.stuck.push(name);
      if (outcome === "waits" || outcome === "away") {
        drain.oldestAt = Math.min(drain.oldestAt ?? Number.POSITIVE_INFINITY, arrivedAt);
      }
      // The database would also reject the other messages.
      isAway ||= outcome === "away";
      if (isAway && !isThorough) return drain;
    }
    drain.isComplete = true;
  } catch (error) {
    logLine({ event: "spool_not_drained", ...describeFault(error) });
  }
  if (drain.drained > 0) logLine({ event: "spool_drained", messages: drain.drained });
  return drain;
}

/**
 * The outcome for one message: moved, already moved by another run, unreadable or rejected, unread because KV does not
 * answer, or not stored because the database is away.
 */
type DrainOutcome = "drained" | "gone" | "stuck" | "waits" | "away";

/** Moves one spooled message into the database. `name` is its KV key. */
async function drainMessage(
  environment: Environment,
  spool: NonNullable<Environment["SPOOL"]>,
  name: string,
): Promise<DrainOutcome> {
  let text: string | null;
  try {
    text = await awaitKv(spool.get(name));
  } catch (error) {
    logLine({ event: "message_not_drained", name, ...describeFault(error) });
    return "waits";
  }
  // Another run has removed it.
  if (text === null) return "gone";
  try {
    const submission = v.parse(waitingMessage, JSON.parse(text));
    await storeWaitingMessage(connect(environment), environment.signingKeys, submission);
  } catch (error) {
    const isAway = error instanceof Refusal && error.code === "unavailable";
    logLine({ event: isAway ? "spool_not_drained" : "message_not_drained", name, ...describeFault(error) });
    return isAway ? "away" : "stuck";
  }
  // If this fails, the message is still stored only once: the next run finds its receipt.
  await awaitKv(spool.delete(name)).catch((error) =>
    logLine({ event: "message_not_drained", name, ...describeFault(error) }),
  );
  return "drained";
}
