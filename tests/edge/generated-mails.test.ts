import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { connect } from "#functions/kernel/database/database.ts";
import { receiveMail } from "#functions/mail/received/receive.ts";
import { startEdge } from "../support/edge.ts";
import { addConversation, replyDomain } from "../support/received-mails/conversation.ts";
import { customer, receiver } from "../support/received-mails/headers.ts";
import { hostileMails } from "../support/received-mails/hostile-mails.ts";
import { type GeneratedMail, mailKinds } from "../support/received-mails/received-mails.ts";
import { startForSuite } from "../support/suite.ts";

const mailsOfAKind = process.env.INPUTS ? 286 : 1;
const edge = startForSuite(startEdge);

/** Receives a mail to a new conversation. Returns the outcome, and what is stored then. */
async function receive(raw: Uint8Array<ArrayBuffer>) {
  const environment = {
    ...edge.bindings,
    ...{ MAIL_REPLY_DOMAIN: replyDomain, DATABASE_TIMEOUT_MS: 60_000, ATTACHMENTS: await edge.openBucket() },
  } as never;
  await edge.forgetMessages();
  await edge.database.asOwner("truncate received_mails");
  const [{ id, address }, otherConversation] = [
    await addConversation(edge.database, customer),
    await addConversation(edge.database, customer),
  ];
  const delivery = { id: randomUUID(), to: [address], from: customer, receivedAt: null, raw };
  const outcome = await receiveMail(delivery, receiver, { database: connect(environment), environment });
  const entries = await edge.database.asOwner(
    "select submission_id, kind, sender, text from conversation_entries",
  );
  const messages = await edge.database.asOwner("select from contact_submissions");
  return { id, otherConversation, outcome, entries, messages };
}

/** Returns the outcomes that a mail may have. */
function listOutcomes({ automatic, from, verdict }: GeneratedMail): string[] {
  if (automatic) return ["automatic", "bounced"];
  if (verdict === "fail" || from !== customer) return ["other"];
  return [verdict === "pass" ? "verified" : "unverified"];
}

/** Returns the text without what wrapping and quoting change. */
const toWords = (text: unknown) =>
  String(text)
    .replace(/^[>\s\ufeff]+/gm, "")
    .replace(/\s+/g, "");

test.for(Object.keys(mailKinds))(
  "%s stands in its conversation, under its sender's name",
  async (kind, { annotate }) => {
    const outcomes: Record<string, number> = {};
    for (let seed = 1; seed <= mailsOfAKind; seed += 1) {
      const mail = mailKinds[kind]?.(seed) as GeneratedMail;
      const { id, outcome, entries, messages } = await receive(mail.raw);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      expect(listOutcomes(mail), `seed ${seed}`).toContain(outcome);
      expect(messages).toHaveLength(2);
      expect(entries).toEqual([expect.objectContaining({ submission_id: id })]);
      const [entry = {}] = entries;
      expect(entry.kind === "customer").toBe(!mail.automatic);
      if (!mail.automatic) expect(entry.sender).toBe(outcome);
      for (const ownText of mail.ownTexts) expect(toWords(entry.text)).toContain(toWords(ownText));
    }
    await annotate(JSON.stringify(outcomes));
  },
);

test.each(Object.keys(hostileMails))(
  "a mail of %s stands in its conversation or is put aside",
  async (kind) => {
    const { id, entries, messages } = await receive(hostileMails[kind]?.() ?? new Uint8Array());
    expect(messages.length + entries.length).toBe(3);
    for (const { submission_id } of entries) expect(submission_id).toBe(id);
  },
);
