import * as v from "valibot";
import { type Language, languages, path } from "#cms/content/site.ts";
import { countCharacters, cutCharacters, isVisible } from "#functions/contract/characters.ts";
import { getLimit } from "#functions/contract/contact.ts";
import { entryLimit } from "#functions/contract/conversation.ts";
import { isAddress, toAddress } from "#functions/contract/email.ts";
import { splitQuotes } from "#functions/contract/quotes.ts";
import type { Environment } from "#functions/env.ts";
import { sha256, toUuid } from "#functions/kernel/crypto/digest.ts";
import { deriveConversationToken, readReplyToken } from "#functions/kernel/crypto/links.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { columnParser, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { logLine } from "#functions/kernel/log/log.ts";
import { raiseAlertQuery } from "#functions/mail/alerts.ts";
import { replyByMailNote } from "#functions/mail/templates/conversation.ts";
import { type ReceivedFile, toReceivedFiles } from "./files.ts";
import { identifyMail } from "./identify-mail.ts";
import { type ReceivedMail, readMail, UnreadableMail } from "./read-mail.ts";
import { mailTexts, wholeMailName, wholeTextName } from "./texts.ts";

const outcomes = [
  ...["verified", "unverified", "other", "automatic", "bounced", "counted"],
  ...["answered", "noted", "known", "put_aside", "limited", "erased", "repeated", "unknown"],
] as const;
const toProviderId = columnParser("provider_id", v.string());
const toOutcome = columnParser("outcome", v.picklist(outcomes));

/** The outcome of a received mail. */
export type ReceiptOutcome = Exclude<(typeof outcomes)[number], "unknown">;

/** A mail that is too large to read. Without `content` it is too large to store, too. */
type LargeMail = { content: Uint8Array | ReadableStream | null; size: number };

/** A mail as its receiver hands it over. */
export type Delivery = {
  /** The provider's id of the delivery. */
  id: string;
  /** The recipients of the envelope. */
  to: readonly string[];
  /** The sender as the provider states it, for a mail that cannot be read. */
  from: string;
  /** The time at which the provider received it, in ISO 8601; null if just now. */
  receivedAt: string | null;
  raw: Uint8Array<ArrayBuffer> | LargeMail;
};

/** Settings and database of a call. */
export type Connection = { database: Database; environment: Environment };

/** The longest text of a received mail in a conversation, in characters (`conversation_entries_text_length`). */
const maxTextLength = 200_000;
/** The limits of files. All files of a mail with a larger file or more files are in the file with the whole mail. */
const maxFiles = 20;
const maxFileBytes = 10_000_000;

/** A reply address of a conversation, by the hash of its token. */
const replyAddress = v.object({
  hash: v.string(),
  submission_id: v.string(),
  role: v.picklist(["customer", "company"]),
  language: v.picklist(languages),
});
const toReplyAddress = rowParser(replyAddress);

/** A mail that was read, or the reason why it was not. */
type Reading = { mail: ReceivedMail } | { fault: "unreadable" | "tooLarge" | "lost" };
type ReadDelivery = Delivery & { identity: string; reading: Reading };
type ReplyAddress = v.InferOutput<typeof replyAddress>;

/**
 * Returns those ids of deliveries that are not stored, in the same order. Those that were beyond a limit come last, so a
 * flood delays no other mail.
 * @throws Refusal unavailable
 */
export async function listMissing(database: Database, ids: readonly string[]): Promise<string[]> {
  const { recorded } = await database.run("mail", {
    recorded: sql`select provider_id, outcome from received_mails where provider_id = any(${[...ids]}::text[])`,
  });
  const outcomes = new Map(recorded.map((row) => [toProviderId(row), toOutcome(row)]));
  return [undefined, "limited"].flatMap((state) => ids.filter((id) => outcomes.get(id) === state));
}

/**
 * Stores a received mail, once for its provider id: in each conversation that its reply addresses name, or else as a new
 * message. `receiver` is the server whose verdict about the sender counts.
 * @returns the outcome in the last of the conversations
 * @throws Refusal unavailable; Error if the bucket is away. The provider then repeats the delivery.
 */
export async function receiveMail(
  delivery: Delivery,
  receiver: string,
  connection: Connection,
): Promise<ReceiptOutcome> {
  const addresses = await listReplyAddresses(delivery.to, connection);
  const reading = await readDelivery(delivery, receiver);
  const { id } = delivery;
  const raw = addresses.length > 1 ? await readAhead(delivery.raw) : delivery.raw;
  const identity = raw instanceof Uint8Array ? await identifyMail(raw) : `delivery ${id}`;
  const mail = { ...delivery, raw, identity, reading };
  const last = addresses.pop() ?? null;
  // The provider's own id is recorded last, so a failure repeats the delivery for the conversations that lack the mail.
  for (const address of addresses)
    await storeMail({ ...mail, id: `${id} ${address.submission_id}` }, address, connection);
  return storeMail(mail, last, connection);
}

/** Reads the stream of a large mail, which can be read once only. */
async function readAhead(raw: Delivery["raw"]): Promise<Delivery["raw"]> {
  if (raw instanceof Uint8Array || !(raw.content instanceof ReadableStream)) return raw;
  return { ...raw, content: new Uint8Array(await new Response(raw.content).arrayBuffer()) };
}

/**
 * Stores a mail in a conversation, or as a new message without an `address`. Its files are stored first, so a failure
 * leaves no entry without its files.
 */
async function storeMail(
  mail: ReadDelivery,
  address: ReplyAddress | null,
  { database, environment }: Connection,
): Promise<ReceiptOutcome> {
  const { ATTACHMENTS: bucket, CONTACT_ALERT_TO = null } = environment;
  const { identity, reading } = mail;
  const id = await toUuid(`mail ${identity} to ${address?.hash ?? ""}`);
  const { text, files } = address
    ? compose(mail, { language: address.language, limit: maxTextLength })
    : compose(mail, { language: "es", limit: getLimit("message"), hasSubject: true });
  const storedFiles = await Promise.all(
    files.map(async ({ content, ...file }, index) => {
      // Another delivery of the mail, with other headers of servers, must not replace the content.
      const fingerprint =
        content instanceof Uint8Array ? await sha256(content as Uint8Array<ArrayBuffer>) : mail.id;
      const fileId = await toUuid(`file ${index} of ${id}: ${fingerprint}`);
      if (!bucket) throw new Error("ATTACHMENTS is not bound");
      await bucket.put(fileId, content as ArrayBufferView);
      return { id: fileId, ...file };
    }),
  );
  const stored = {
    ...{
      id,
      provider_id: mail.id,
      received_at: mail.receivedAt,
      token: address?.hash ?? null,
      text,
      files: storedFiles,
    },
    ...describeSender(mail),
    ...(address?.role === "company" &&
      "mail" in reading &&
      (await toColleaguesAnswer(id, reading.mail, environment))),
  };
  const limit = "50";
  const { result } = await database.run("mail", {
    result: sql`select receive_mail(${JSON.stringify(stored)}::jsonb) as outcome`,
    alert: raiseAlertQuery(
      { kind: "mails_limited", subject: limit, alertTo: CONTACT_ALERT_TO },
      sql`exists (
        select from received_mails where provider_id = ${mail.id} and outcome = 'limited' and received_at = now()
      )`,
    ),
  });
  const outcome = toOutcome(result[0]);
  if (outcome === "unknown") throw new Error("the reply address ended while its mail was read");
  return outcome;
}

/** Lists the valid reply addresses among recipients, the first of each conversation. */
async function listReplyAddresses(
  recipients: readonly string[],
  { database, environment: { MAIL_REPLY_DOMAIN: domain = "" } }: Connection,
): Promise<ReplyAddress[]> {
  const tokens = recipients.flatMap((recipient) => readReplyToken(toAddress(recipient), domain) ?? []);
  if (tokens.length === 0) return [];
  const hashes = await Promise.all(tokens.map(sha256));
  const { addresses } = await database.run("mail", {
    addresses: sql`
      select distinct on (submission_id) hash, submission_id, role, language
      from unnest(${hashes}::text[]) with ordinality listed (hash, place), find_reply_address(decode(hash, 'hex'))
      where submission_id is not null
      order by submission_id, place`,
  });
  return addresses.map(toReplyAddress);
}

/**
 * Returns the answer to the customer in a colleague's mail, without its quotations and signature, and the link of its
 * mail. The answer is null for a mail with files or without words of its own, and for a text longer than an answer.
 */
async function toColleaguesAnswer(
  id: string,
  mail: ReceivedMail,
  { signingKeys, SITE_ORIGIN: siteOrigin }: Environment,
) {
  const visibleParts = splitQuotes(mail.text).filter(({ isFolded }) => !isFolded);
  const text = toStorable(visibleParts.map((part) => part.text).join("\n")).trim();
  // A program that quotes without marks would send the notice to the customer.
  const noticeMarks = [replyByMailNote, ...languages.map((language) => siteOrigin + path("inbox", language))];
  const plainText = text.replace(/\s+/g, " ");
  const hasNotice = noticeMarks.some((mark) => plainText.includes(mark));
  const isAnswer =
    isVisible(text) &&
    countCharacters(text) <= entryLimit &&
    !hasNotice &&
    mail.files.every(({ isInline }) => isInline);
  const { kid, oneTimeSecret } = signingKeys.signing;
  const link = { hash: await sha256(await deriveConversationToken(oneTimeSecret, id)), kid };
  return { is_forwarded: mail.isForwarded, answer: isAnswer ? text : null, link };
}

async function readDelivery({ raw }: Delivery, receiver: string): Promise<Reading> {
  if (!(raw instanceof Uint8Array)) return { fault: raw.content ? "tooLarge" : "lost" };
  try {
    return { mail: await readMail(raw, receiver) };
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    logLine({ event: "mail_not_read", reason: error.message });
    return { fault: "unreadable" };
  }
}

/** Returns a text as PostgreSQL can store it: without NUL and lone surrogates. */
const toStorable = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd");

/** Returns who sent a mail. The name and the address are those of a new message, null without one. */
function describeSender({ from: statedSender, reading }: ReadDelivery) {
  const unknown = { fromName: "", verdict: "none", automatic: null, failedRecipient: null };
  const { from, fromName, verdict, automatic, failedRecipient } =
    "mail" in reading ? reading.mail : { ...unknown, from: toAddress(statedSender) };
  const isValid = isAddress(from);
  const name = (isValid ? fromName || from : `${fromName} ${from}`).replace(/\p{Cc}+/gu, " ").trim();
  return {
    ...{ verdict, automatic, failed_recipient: failedRecipient && toStorable(failedRecipient) },
    ...{ from: toStorable(cutCharacters(from, 320)), email: isValid ? from : null },
    name: isVisible(name) ? toStorable(cutCharacters(name, getLimit("name"))) : null,
  };
}

/**
 * Returns the text and the files that are stored for a mail. Nothing of the mail is lost: a text beyond `limit` is also
 * a file, and a file with the whole mail has everything that is not stored apart.
 */
function compose(
  { raw, reading }: ReadDelivery,
  { language, limit, hasSubject = false }: { language: Language; limit: number; hasSubject?: boolean },
): { text: string; files: ReceivedFile[] } {
  const texts = mailTexts[language];
  const { content, size } = raw instanceof Uint8Array ? { content: raw, size: raw.byteLength } : raw;
  const wholeMail = content ? [{ name: wholeMailName, type: "message/rfc822", content, size }] : [];
  if ("fault" in reading) return { text: texts[reading.fault], files: wholeMail };

  const { subject, text: body } = reading.mail;
  const receivedFiles = toReceivedFiles(reading.mail.files);
  const fittingFiles = receivedFiles.filter((file) => file.size <= maxFileBytes).slice(0, maxFiles);
  const otherNames = receivedFiles.filter((file) => !fittingFiles.includes(file)).map(({ name }) => name);
  const files = otherNames.length > 0 ? [...fittingFiles, ...wholeMail] : fittingFiles;
  const notes = otherNames.length > 0 ? [cutCharacters(texts.leftOut(otherNames.join(", ")), 1_000)] : [];
  const wholeText = toStorable((hasSubject ? [subject, body] : [body]).filter(isVisible).join("\n\n"));
  const text = [wholeText || texts.empty, ...notes].join("\n\n");
  if (text.length <= limit) return { text: toStorable(text), files };
  const bytes = new TextEncoder().encode(wholeText);
  const ending = ["…", texts.isLong, ...notes].join("\n\n");
  const beginning = cutCharacters(wholeText.slice(0, 2 * limit), limit - ending.length);
  return {
    text: toStorable(beginning + ending),
    files: [...files, { name: wholeTextName, type: "text/plain", content: bytes, size: bytes.byteLength }],
  };
}
