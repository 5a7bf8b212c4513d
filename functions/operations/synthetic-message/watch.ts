import * as v from "valibot";
import { canaryHeader, signCanary } from "#functions/contact/index.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { toAddress } from "#functions/contract/mailbox.ts";
import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import {
  type CanaryMemory,
  findCanaryMail,
  recallCanaries,
  rememberCanaries,
  removeCanary,
} from "./store.ts";
import { tell } from "./tell.ts";
import { broken, type CanaryStage, mended } from "./words.ts";

/** Maximum time on the way, in milliseconds. A provider may be slow, and a call may succeed only on a retry. */
const longest = 600_000;
/** Time limit of the site for one message, in milliseconds. */
const timeout = 10_000;

type Underway = NonNullable<CanaryMemory["underway"]>;
/** The progress of a message: just accepted by the site, arrived, or at a stage for now. */
type Step = "taken" | "back" | { standsAt: CanaryStage; isOver: boolean };

/**
 * Sends a synthetic message each hour, follows it in the minutes after that, and tells the administrators when one
 * fails and when one arrives again. A stale KV read can repeat such a mail once. Returns whether the database was
 * queried. Never throws, and logs failures.
 */
export async function watchCanary(
  environment: Environment,
  { isHourly }: { isHourly: boolean },
): Promise<boolean> {
  const { SPOOL: spool, CANARY_TO: reader } = environment;
  if (!spool || !reader) return false;
  try {
    const known = await recallCanaries(spool);
    const now = Date.now();
    const memory = isHourly
      ? { ...known, underway: { id: crypto.randomUUID(), at: now, isTaken: false } }
      : known;
    const { underway } = memory;
    const step = underway && (await follow(environment, underway, now));
    const next = await tellOf(environment, step ? after(memory, step, now) : memory);
    if (JSON.stringify(next) !== JSON.stringify(known)) await rememberCanaries(spool, next);
    return underway?.isTaken ?? false;
  } catch (error) {
    logLine({ event: "canary_not_watched", ...describeFault(error) });
    return false;
  }
}

async function follow(environment: Environment, underway: Underway, now: number): Promise<Step> {
  const isLate = now - underway.at >= longest;
  if (!underway.isTaken) {
    const came = await send(environment, underway.id);
    return came === "taken" ? came : { standsAt: came, isOver: isLate };
  }
  const { standsAt, isOver } = await look(environment, underway.id);
  if (standsAt === null) return "back";
  return { standsAt, isOver: isOver || isLate };
}

const answered = v.object({ code: v.string() });

/**
 * Posts a synthetic message to the site as a visitor's browser does. Returns the stage at which it stands if it was not
 * accepted.
 */
async function send(environment: Environment, id: string): Promise<"taken" | "form" | "database"> {
  const { SITE_ORIGIN: origin, CANARY_TO: reader = "" } = environment;
  try {
    const message = v.parse(contactInput, {
      name: "Canario",
      email: toAddress(reader),
      message: "Un mensaje de prueba.",
    });
    const response = await fetch(`${origin}/api/contact`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        [canaryHeader]: await signCanary(environment, id, message),
      },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(timeout),
    });
    const body = v.safeParse(answered, await response.json().catch(() => null));
    if (response.status === 201) return "taken";
    const code = body.success ? body.output.code : null;
    logLine({ event: "canary_not_taken", canary: id, status: response.status, code });
    // A visitor's message would be accepted and would wait in the spool.
    return code === "database_unavailable" ? "database" : "form";
  } catch (error) {
    logLine({ event: "canary_not_taken", canary: id, ...describeFault(error) });
    return "form";
  }
}

/** Returns the stage of an accepted message; null if it has arrived. In that case nothing of it is left. */
async function look(
  environment: Environment,
  id: string,
): Promise<{ standsAt: CanaryStage | null; isOver: boolean }> {
  try {
    const mail = await findCanaryMail(connect(environment), id);
    if (!mail) return { standsAt: "database", isOver: true };
    if (mail.isBack) return { standsAt: "delivery", isOver: true };
    // Without its webhook the provider only reports that it has the mail.
    const isBack = environment.MAIL_WEBHOOK_SECRET ? mail.isDelivered : mail.isSent;
    if (!isBack) return { standsAt: mail.isSent ? "delivery" : "mail", isOver: false };
    await removeCanary(connect(environment), id);
    return { standsAt: null, isOver: true };
  } catch (error) {
    logLine({ event: "canary_not_found", canary: id, ...describeFault(error) });
    return { standsAt: "database", isOver: false };
  }
}

function after(memory: CanaryMemory, step: Step, now: number): CanaryMemory {
  if (step === "taken")
    return { ...memory, underway: memory.underway && { ...memory.underway, isTaken: true } };
  if (step === "back") return { ...memory, underway: null, backAt: now };
  if (!step.isOver) return memory;
  logLine({ event: "canary_lost", stage: step.standsAt, canary: memory.underway?.id ?? null });
  const { stage, isTold = false } = memory.failed ?? {};
  const failed = { stage: step.standsAt, at: now, isTold: isTold && stage === step.standsAt };
  return { ...memory, underway: null, failed };
}

/** Sends the mails about a failure or a recovery. The next run repeats a mail that was not accepted. */
async function tellOf(environment: Environment, memory: CanaryMemory): Promise<CanaryMemory> {
  const { failed, backAt } = memory;
  if (!failed) return memory;
  const occasion = String(failed.at);
  if (backAt !== null && backAt >= failed.at) {
    if (failed.isTold && !(await tell(environment, mended, `${occasion} mended`))) return memory;
    return { ...memory, failed: null };
  }
  if (failed.isTold) return memory;
  return {
    ...memory,
    failed: { ...failed, isTold: await tell(environment, broken(failed.stage), occasion) },
  };
}
