import * as v from "valibot";
import { type OwnMessage, toReference } from "#functions/contract/reference.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { columnParser, firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";

const toLinked = rowParser(
  v.object({ id: v.nullable(v.string()), created_at: v.nullable(instant), kept_until: v.nullable(instant) }),
);

/**
 * Returns the reference, the arrival and the retention of the message to which the token of a sender's link belongs.
 * @throws Refusal missing for an unknown token, gone for a deleted message
 */
export async function getLinkedMessage(database: Database, token: string): Promise<OwnMessage> {
  const { linked } = await database.run(null, {
    linked: sql`select id, created_at, kept_until from linked_message(decode(${await sha256(token)}, 'hex'))`,
  });
  const linkedMessage = firstRow(linked, toLinked);
  if (!linkedMessage) throw new Refusal("missing");
  const { id, created_at, kept_until } = linkedMessage;
  if (!id || !created_at || !kept_until) throw new Refusal("gone");
  return { reference: toReference(id), created_at, kept_until };
}

const toOutcome = columnParser("outcome", v.picklist(["erased", "gone", "unknown"]));

/** Erases that message permanently and queues the mails that report it. @throws Refusal missing, gone as above */
export async function eraseLinkedMessage(database: Database, token: string): Promise<void> {
  const { erased } = await database.run(null, {
    erased: sql`select erase_linked_message(decode(${await sha256(token)}, 'hex')) as outcome`,
  });
  const outcome = toOutcome(erased[0]);
  if (outcome !== "erased") throw new Refusal(outcome === "gone" ? "gone" : "missing");
}
