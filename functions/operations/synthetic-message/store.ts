// The canary, a message of our own that goes from the form to a mailbox every hour: its statements, and what the scheduled Worker
// remembers of it. That is in the spool's namespace, because it has to be known while the database is away.
import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { inTime } from "#functions/kernel/kv.ts";
import { canaryStages } from "./words.ts";

const toCanaryMail = rowParser(
  v.pipe(
    v.object({ sent: v.boolean(), delivered: v.boolean(), bounced: v.boolean() }),
    v.transform(({ sent, delivered, bounced }) => ({
      isSent: sent,
      isDelivered: delivered,
      isBack: bounced,
    })),
  ),
);

/** How far the mail of a canary has come: the provider has it, has delivered it, or got it back; null where there is none. @throws Refusal unavailable */
export async function findCanaryMail(database: Database, id: string) {
  const { mail } = await database.run(
    { service: "mail" },
    {
      mail: sql`
      select sent_at is not null as sent, delivered_at is not null as delivered, bounced_at is not null as bounced
      from outgoing_mails where id = ${id} and kind = 'canary'`,
    },
  );
  return firstRow(mail, toCanaryMail);
}

/** Removes what is left of a canary. @throws Refusal unavailable */
export async function removeCanary(database: Database, id: string): Promise<void> {
  await database.run({ service: "mail" }, { removed: sql`select remove_canary(${id})` });
}

const name = "canary";

const memory = v.object({
  /** The one that is under way: when it began, and whether the site has taken it. */
  underway: v.nullable(v.object({ id: v.string(), at: v.number(), isTaken: v.boolean() })),
  /** When one has come back last. */
  backAt: v.nullable(v.number()),
  /** Where the last one ended, when that was found, and whether somebody was told; null where it came back. */
  failed: v.nullable(v.object({ stage: v.picklist(canaryStages), at: v.number(), isTold: v.boolean() })),
});

/** What is remembered of canaries; times in milliseconds. */
export type CanaryMemory = v.InferOutput<typeof memory>;

const nothing: CanaryMemory = { underway: null, backAt: null, failed: null };

/** What is remembered; nothing where there is none, or what another release wrote. @throws Error when KV does not answer */
export async function recallCanaries(spool: KVNamespace): Promise<CanaryMemory> {
  const parsed = v.safeParse(memory, await inTime(spool.get(name, "json")));
  return parsed.success ? parsed.output : nothing;
}

/** @throws Error when KV does not take it */
export const rememberCanaries = (spool: KVNamespace, kept: CanaryMemory): Promise<void> =>
  inTime(spool.put(name, JSON.stringify(kept)));
