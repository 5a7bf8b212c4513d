import * as v from "valibot";
import { signSyntheticMessage, syntheticMessageHeader } from "#functions/contact/index.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { toAddress } from "#functions/contract/email.ts";
import type { Environment } from "#functions/env.ts";
import { connect, type Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { openKvRecord } from "#functions/kernel/kv.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import {
  createFailureAlert,
  mailAlertWithoutDatabase,
  recoveryAlert,
  type SyntheticStage,
  syntheticStages,
} from "./alert-mails.ts";

// The hourly synthetic message goes from the form to a mailbox. KV stores the memory of the scheduled Worker about it,
// because it is needed while the database is away.

const toSyntheticMail = rowParser(
  v.object({ is_sent: v.boolean(), is_delivered: v.boolean(), is_bounced: v.boolean() }),
);

/**
 * Returns whether the provider has accepted the mail of a synthetic message, and whether it was delivered or bounced;
 * null without a mail.
 * @throws Refusal unavailable
 */
async function findSyntheticMail(database: Database, id: string) {
  const { mail } = await database.run("mail", {
    mail: sql`
      select sent_at is not null as is_sent, delivered_at is not null as is_delivered,
        bounced_at is not null as is_bounced
      from outgoing_mails where id = ${id} and kind = 'canary'`,
  });
  return firstRow(mail, toSyntheticMail);
}

/** Deletes the mail of a synthetic message. @throws Refusal unavailable */
async function removeSyntheticMail(database: Database, id: string): Promise<void> {
  await database.run("mail", { removed: sql`select remove_canary(${id})` });
}

const memorySchema = v.object({
  /** The message on its way: when it was sent, and whether the site has accepted it. */
  underway: v.nullable(v.object({ id: v.string(), at: v.number(), isTaken: v.boolean() })),
  /** When a message last arrived. */
  backAt: v.nullable(v.number()),
  /**
   * The stage at which the last message failed, when that was found, and whether the administrators were told; null if
   * it arrived.
   */
  failed: v.nullable(v.object({ stage: v.picklist(syntheticStages), at: v.number(), isTold: v.boolean() })),
});

/** The memory of synthetic messages; times are in milliseconds. */
export type SyntheticMemory = v.InferOutput<typeof memorySchema>;

export const syntheticMemory = openKvRecord<SyntheticMemory>("canary", memorySchema, {
  underway: null,
  backAt: null,
  failed: null,
});

/** Maximum time on the way, in milliseconds. A provider may be slow, and a call may succeed only on a retry. */
const maxDurationMs = 600_000;
/** Time limit of the site for one message, in milliseconds. */
const timeoutMs = 10_000;

type Underway = NonNullable<SyntheticMemory["underway"]>;
/** The progress of a message: just accepted by the site, arrived, or at a stage for now. */
type Step = "accepted" | "arrived" | { standsAt: SyntheticStage; isOver: boolean };

/**
 * Sends a synthetic message each hour, follows it in the minutes after that, and mails CONTACT_ALERT_TO when one fails
 * and when one arrives again. A stale KV read can repeat such a mail once. Returns whether it queried the database,
 * which is awake for other work then. Never throws, and logs failures.
 */
export async function watchSyntheticMessage(
  environment: Environment,
  { isHourly }: { isHourly: boolean },
): Promise<boolean> {
  const { SPOOL: spool, CANARY_TO: mailbox } = environment;
  if (!spool || !mailbox) return false;
  try {
    const storedMemory = await syntheticMemory.read(spool);
    const now = Date.now();
    const memory = isHourly
      ? { ...storedMemory, underway: { id: crypto.randomUUID(), at: now, isTaken: false } }
      : storedMemory;
    const { underway } = memory;
    const step = underway && (await followMessage(environment, underway, now));
    const nextMemory = await reportOutcome(environment, step ? applyStep(memory, step, now) : memory);
    if (JSON.stringify(nextMemory) !== JSON.stringify(storedMemory))
      await syntheticMemory.store(spool, nextMemory);
    return underway?.isTaken ?? false;
  } catch (error) {
    logLine({ event: "canary_not_watched", ...describeFault(error) });
    return false;
  }
}

/**
 * Sends the synthetic message or, once the site has accepted it, looks for its mail. The scheduled Worker calls this
 * every minute until the message arrives or fails.
 */
async function followMessage(environment: Environment, underway: Underway, now: number): Promise<Step> {
  const isLate = now - underway.at >= maxDurationMs;
  if (!underway.isTaken) {
    const sendResult = await sendMessage(environment, underway.id);
    return sendResult === "accepted" ? sendResult : { standsAt: sendResult, isOver: isLate };
  }
  const { standsAt, isOver } = await findStage(environment, underway.id);
  if (standsAt === null) return "arrived";
  return { standsAt, isOver: isOver || isLate };
}

const problemSchema = v.object({ code: v.string() });

/**
 * Posts a synthetic message to the site as a visitor's browser does. Returns the stage at which it stands if it was not
 * accepted.
 */
async function sendMessage(environment: Environment, id: string): Promise<"accepted" | "form" | "database"> {
  const { SITE_ORIGIN: origin, CANARY_TO: mailbox = "" } = environment;
  try {
    const message = v.parse(contactInput, {
      name: "Canario",
      email: toAddress(mailbox),
      message: "Un mensaje de prueba.",
    });
    const response = await fetchDirectly(`${origin}/api/contact`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        [syntheticMessageHeader]: await signSyntheticMessage(environment, id, message),
      },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = v.safeParse(problemSchema, await response.json().catch(() => null));
    if (response.status === 201) return "accepted";
    const code = body.success ? body.output.code : null;
    logLine({ event: "canary_not_taken", canary: id, status: response.status, code });
    // A visitor's message would be accepted and would wait in the spool.
    return code === "database_unavailable" ? "database" : "form";
  } catch (error) {
    logLine({ event: "canary_not_taken", canary: id, ...describeFault(error) });
    return "form";
  }
}

/**
 * Returns the stage at which an accepted message stands; null once it has arrived, after which its mail is deleted.
 * `isOver` is false while it may still arrive.
 */
async function findStage(
  environment: Environment,
  id: string,
): Promise<{ standsAt: SyntheticStage | null; isOver: boolean }> {
  try {
    const mail = await findSyntheticMail(connect(environment), id);
    if (!mail) return { standsAt: "database", isOver: true };
    if (mail.is_bounced) return { standsAt: "delivery", isOver: true };
    // Without its webhook the provider only reports that it has the mail.
    const hasArrived = environment.MAIL_WEBHOOK_SECRET ? mail.is_delivered : mail.is_sent;
    if (!hasArrived) return { standsAt: mail.is_sent ? "delivery" : "mail", isOver: false };
    await removeSyntheticMail(connect(environment), id);
    return { standsAt: null, isOver: true };
  } catch (error) {
    logLine({ event: "canary_not_found", canary: id, ...describeFault(error) });
    return { standsAt: "database", isOver: false };
  }
}

/**
 * Returns the memory after a step of the synthetic message, and logs a final failure. A failure at the same stage as
 * the last one keeps `isTold`, so only the first one is mailed.
 */
function applyStep(memory: SyntheticMemory, step: Step, now: number): SyntheticMemory {
  if (step === "accepted")
    return { ...memory, underway: memory.underway && { ...memory.underway, isTaken: true } };
  if (step === "arrived") return { ...memory, underway: null, backAt: now };
  if (!step.isOver) return memory;
  logLine({ event: "canary_lost", stage: step.standsAt, canary: memory.underway?.id ?? null });
  const { stage, isTold = false } = memory.failed ?? {};
  const failed = { stage: step.standsAt, at: now, isTold: isTold && stage === step.standsAt };
  return { ...memory, underway: null, failed };
}

/** Mails the company about a failure or a recovery, and notes it. The next run repeats a mail that was not accepted. */
async function reportOutcome(environment: Environment, memory: SyntheticMemory): Promise<SyntheticMemory> {
  const { failed, backAt } = memory;
  if (!failed) return memory;
  const occasion = String(failed.at);
  if (backAt !== null && backAt >= failed.at) {
    if (failed.isTold && !(await mailAlertWithoutDatabase(environment, recoveryAlert, `${occasion} mended`)))
      return memory;
    return { ...memory, failed: null };
  }
  if (failed.isTold) return memory;
  return {
    ...memory,
    failed: {
      ...failed,
      isTold: await mailAlertWithoutDatabase(environment, createFailureAlert(failed.stage), occasion),
    },
  };
}
