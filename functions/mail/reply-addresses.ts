import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { createReplyAddress, deriveReplyToken, type ReplyRole } from "#functions/kernel/crypto/links.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { columnParser, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";

const toValidAddress = rowParser(v.object({ kid: v.nullable(v.string()), generation: v.number() }));
const toRegistered = columnParser("registered", v.boolean());

/** The writers of the replies that a mail invites, by its kind. */
const invitedRoles: Partial<Record<OutgoingMail["kind"], ReplyRole>> = {
  answer: "customer",
  contact_acknowledgement: "customer",
  contact_notice: "company",
  reply_notice: "company",
};

/**
 * Returns the address that receives replies to a mail in its conversation, and registers a new one. All mails of a conversation
 * to the same recipient have the same address until it is revoked. Returns null without MAIL_REPLY_DOMAIN, for mails
 * that invite no replies, and for a deleted conversation.
 * @throws Refusal unavailable
 */
export async function openReplyAddress(mail: OutgoingMail, environment: Environment): Promise<string | null> {
  const { MAIL_REPLY_DOMAIN: domain, signingKeys } = environment;
  const { conversationId: id, kind } = mail;
  const role = invitedRoles[kind];
  if (!domain || !role || !id) return null;
  const database = connect(environment);
  const { address } = await database.run("mail", {
    address: sql`select kid, generation from valid_reply_address(${id}, ${role})`,
  });
  const { kid: validKid, generation } = toValidAddress(address[0]);
  // Without its key, an address cannot be derived again.
  const key = validKid === null ? signingKeys.signing : signingKeys.find(validKid);
  if (!key) return null;
  const token = await deriveReplyToken(key.oneTimeSecret, id, { role, generation });
  if (validKid !== null) return createReplyAddress(token, domain);
  const { result } = await database.run("mail", {
    result: sql`
      select register_reply_address(
        decode(${await sha256(token)}, 'hex'), ${id}, ${role}, ${key.kid}, ${generation}
      ) as registered`,
  });
  return toRegistered(result[0]) ? createReplyAddress(token, domain) : null;
}
