import * as v from "valibot";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { previewEndName } from "#functions/site/preview/tokens.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import type { Spool } from "#local/privacy/spool.ts";

const toCount = columnParser("count", v.number());

/** Numbers of ended sessions, unspent mailed links and codes, and links of senders to their message or conversation. */
export type EndedCounts = { sessions: number; oneTimeTokens: number; senderLinks: number };

/**
 * Ends sessions, mailed links and codes, and the links of senders in one transaction. Their tokens are derived from a
 * signing key but looked up by hash, so removing the key would not end them. Passwords, passkeys and recovery codes
 * stay.
 */
export async function endEverything(address: DatabaseAddress): Promise<EndedCounts> {
  const isWaitingMail = sql`sent_at is null and given_up_at is null`;
  const { sessions, tokens, links } = await openOperatorTransactions(address)({
    sessions: sql`
      with ended as (
        update sessions set ended_at = now() where ended_at is null returning account_id, id
      ), noted as (
        insert into account_events (account_id, kind, session_id, detail)
        select account_id, 'session_ended', id, '{"by": "operator"}' from ended returning 1
      )
      select count(*)::float as count from noted`,
    tokens: sql`
      with removed as (delete from one_time_tokens returning spent_at, expires_at)
      select count(*)::float as count from removed where spent_at is null and expires_at > now()`,
    links: sql`
      with own_message as (
        update contact_receipts set link_hash = null where link_hash is not null returning 1
      ), conversation as (
        update conversation_entries set link_hash = null where link_hash is not null returning 1
      ), reply_address as (
        update reply_addresses set revoked_at = now() where revoked_at is null returning 1
      )
      select count(*)::float as count
      from (table own_message union all table conversation union all table reply_address) changed`,
    // These mails could no longer be rendered.
    mails: sql`update outgoing_mails set given_up_at = now(), payload = null where ${isWaitingMail} and payload ? 'token_id'`,
    // An acknowledgement or an answer without a key is sent without its link, which this transaction ends.
    letters: sql`
      update outgoing_mails set payload = payload - 'kid'
      where ${isWaitingMail} and kind in ('contact_acknowledgement', 'answer') and payload ? 'kid'`,
  });
  return {
    sessions: toCount(sessions[0]),
    oneTimeTokens: toCount(tokens[0]),
    senderLinks: toCount(links[0]),
  };
}

/**
 * Ends all preview links and the previews that they opened, by storing the time in these KV namespaces, and closes the
 * namespaces. The edge rejects older links within about a minute.
 */
export async function endPreviews(spools: Spool[]): Promise<void> {
  const now = String(Math.floor(Date.now() / 1000));
  try {
    await Promise.all(spools.map((spool) => spool.write(previewEndName, now)));
  } finally {
    await Promise.all(spools.map((spool) => spool.close()));
  }
}
