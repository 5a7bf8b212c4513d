import * as v from "valibot";
import { entryLimit } from "#functions/contract/conversation.ts";
import type { Environment } from "#functions/env.ts";
import { sha256, toUuid } from "#functions/kernel/crypto/digest.ts";
import { readReplyToken } from "#functions/kernel/crypto/links.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { logLine } from "#functions/kernel/log/log.ts";
import { readMail, UnreadableMail } from "./read-mail.ts";

const outcomes = ["verified", "unverified", "other", "automatic", "limited", "repeated", "unknown"] as const;
const toOutcome = columnParser("outcome", v.picklist(outcomes));

/** What became of a received mail. `unreadable`: no conversation has it. */
export type ReceiptOutcome = (typeof outcomes)[number] | "unreadable";

/** A mail as its receiver hands it over. `to` has the recipients of the envelope. */
export type Delivery = { raw: Uint8Array<ArrayBuffer>; to: readonly string[] };

/**
 * Stores a received mail in the conversation that its reply address names. The same delivery is stored once. `receiver` is
 * the server whose verdict about the sender counts.
 * @throws Refusal unavailable
 */
export async function receiveMail(
  { raw, to }: Delivery,
  receiver: string,
  { database, environment }: { database: Database; environment: Environment },
): Promise<ReceiptOutcome> {
  const { MAIL_REPLY_DOMAIN: domain } = environment;
  const token = to.map((address) => domain && readReplyToken(address, domain)).find(Boolean);
  if (!token) return "unknown";
  try {
    const { identity, from, verdict, automatic, text } = await readMail(raw, receiver);
    const entryId = await toUuid(`mail ${identity} to ${token}`);
    const { result } = await database.run("mail", {
      result: sql`
        select receive_mail(
          decode(${await sha256(token)}, 'hex'), ${entryId}, ${from}, ${verdict},
          ${text.slice(0, entryLimit * 20)}, ${automatic}
        ) as outcome`,
    });
    return toOutcome(result[0]);
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    logLine({ event: "mail_not_read", reason: error.message });
    return "unreadable";
  }
}
