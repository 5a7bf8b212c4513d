// The hourly synthetic message, which goes from the form to a mailbox: its statements, and the memory of the scheduled
// Worker. KV stores that memory, because it is needed while the database is away.
import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { awaitKv } from "#functions/kernel/kv.ts";
import { syntheticStages } from "./words.ts";

const toSyntheticMail = rowParser(
  v.pipe(
    v.object({ sent: v.boolean(), delivered: v.boolean(), bounced: v.boolean() }),
    v.transform(({ sent, delivered, bounced }) => ({
      isSent: sent,
      isDelivered: delivered,
      isBack: bounced,
    })),
  ),
);

/**
 * Returns whether the provider has the mail of a synthetic message, has delivered it, or got it back; null without a
 * mail.
 * @throws Refusal unavailable
 */
export async function findSyntheticMail(database: Database, id: string) {
  const { mail } = await database.run(
    { service: "mail" },
    {
      mail: sql`
      select sent_at is not null as sent, delivered_at is not null as delivered, bounced_at is not null as bounced
      from outgoing_mails where id = ${id} and kind = 'canary'`,
    },
  );
  return firstRow(mail, toSyntheticMail);
}

/** Deletes the mail of a synthetic message. @throws Refusal unavailable */
export async function removeSyntheticMail(database: Database, id: string): Promise<void> {
  await database.run({ service: "mail" }, { removed: sql`select remove_canary(${id})` });
}

const memoryKey = "canary";

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

const emptyMemory: SyntheticMemory = { underway: null, backAt: null, failed: null };

/** Returns the memory; empty if nothing is stored or another release wrote it. @throws Error when KV does not answer */
export async function readSyntheticMemory(spool: KVNamespace): Promise<SyntheticMemory> {
  const parsed = v.safeParse(memorySchema, await awaitKv(spool.get(memoryKey, "json")));
  return parsed.success ? parsed.output : emptyMemory;
}

/** Stores the memory. @throws Error when KV does not accept it */
export const storeSyntheticMemory = (spool: KVNamespace, newMemory: SyntheticMemory): Promise<void> =>
  awaitKv(spool.put(memoryKey, JSON.stringify(newMemory)));
