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

/** Returns the conversation that a mail invites replies to, and whose replies those are; null for another mail. */
function findInvitation({ kind, payload }: OutgoingMail): { id: string; role: ReplyRole } | null {
  switch (kind) {
    case "answer":
    case "contact_acknowledgement":
      return { id: payload.submission_id, role: "customer" };
    case "contact_notice":
      return { id: payload.id, role: "company" };
    case "reply_notice":
      return { id: payload.submission_id, role: "company" };
    default:
      return null;
  }
}

/**
 * Returns the address that receives replies to a mail in its conversation, and registers it. All mails of a conversation
 * to the same recipient have the same address until it is revoked. Returns null without MAIL_REPLY_DOMAIN, for mails
 * that invite no replies, and for a deleted conversation.
 * @throws Refusal unavailable
 */
export async function openReplyAddress(mail: OutgoingMail, environment: Environment): Promise<string | null> {
  const { MAIL_REPLY_DOMAIN: domain, signingKeys } = environment;
  const invitation = findInvitation(mail);
  if (!domain || !invitation) return null;
  const { id, role } = invitation;
  const database = connect(environment);
  const { address } = await database.run("mail", {
    address: sql`select kid, generation from valid_reply_address(${id}, ${role})`,
  });
  const { kid: validKid, generation } = toValidAddress(address[0]);
  // Without its key, an address cannot be derived again.
  const key = validKid === null ? signingKeys.signing : signingKeys.find(validKid);
  if (!key) return null;
  const token = await deriveReplyToken(key.oneTimeSecret, id, { role, generation });
  const { result } = await database.run("mail", {
    result: sql`
      select register_reply_address(
        decode(${await sha256(token)}, 'hex'), ${id}, ${role}, ${key.kid}, ${generation}
      ) as registered`,
  });
  return toRegistered(result[0]) ? createReplyAddress(token, domain) : null;
}
