import * as v from "valibot";
import { toAddress } from "#functions/contract/email.ts";
import type { Environment } from "#functions/env.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { type Connection, type Delivery, listMissing, type ReceiptOutcome, receiveMail } from "./receive.ts";

/** The server that receives mail for Resend, as its `Authentication-Results` name it. */
const receiver = "amazonses.com";

/** A Worker has memory to read mails of this size. */
const maxReadBytes = 25_000_000;
/** Resend receives mails of up to 40 MB. */
const maxStoredBytes = 45_000_000;
const timeoutMs = 30_000;

const addresses = v.optional(v.nullable(v.array(v.string())), []);
const recipients = { to: addresses, cc: addresses, bcc: addresses, received_for: addresses };
type Recipients = v.InferOutput<v.ObjectSchema<typeof recipients, undefined>>;
const receivedMail = v.object({
  ...{ from: v.optional(v.string(), ""), created_at: v.optional(v.string()), ...recipients },
  raw: v.object({ download_url: v.string() }),
});

const receivedList = v.object({
  has_more: v.boolean(),
  data: v.array(v.object({ id: v.string(), created_at: v.string(), ...recipients })),
});

const listRecipients = ({ to, received_for, cc, bcc }: Recipients) =>
  [to, received_for, cc, bcc].flatMap((list) => list ?? []);

/** Returns whether a mail is for the reply domain. An account of the provider receives mails for other sites, too. */
function isOurs(mail: Recipients, { MAIL_REPLY_DOMAIN: domain = "" }: Environment): boolean {
  const ending = `@${domain.toLowerCase()}`;
  return listRecipients(mail).some((recipient) => toAddress(recipient).endsWith(ending));
}

/**
 * Fetches a mail that Resend reports as received, and stores it. `id` is the provider's. A stored mail is not fetched
 * again. A mail for another domain leaves no trace.
 * @throws Error if the provider does not hand it over; those of `receiveMail`
 */
export async function receiveFromResend(
  id: string,
  connection: Connection,
): Promise<ReceiptOutcome | "foreign"> {
  if ((await listMissing(connection.database, [id])).length === 0) return "repeated";
  const delivery = await fetchReceivedMail(id, connection.environment);
  return delivery ? receiveMail(delivery, receiver, connection) : "foreign";
}

/** Calls Resend's API of received mails, with the key that may read. @throws Error without success */
async function callReceiving(
  path: string,
  { MAIL_API_URL, MAIL_READ_KEY = "" }: Environment,
): Promise<unknown> {
  const response = await fetchDirectly(`${MAIL_API_URL}/receiving${path}`, {
    headers: { Authorization: `Bearer ${MAIL_READ_KEY}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the mail provider answered ${response.status} for received mails`);
  return response.json();
}

/**
 * Yields the ids of the mails for the reply domain that Resend has received since a time, newest first, in pages.
 * @throws Error if the provider does not list them
 */
export async function* listReceived(sinceMs: number, environment: Environment): AsyncGenerator<string[]> {
  for (let after = ""; ; ) {
    const page = v.parse(
      receivedList,
      await callReceiving(`?limit=100${after && `&after=${encodeURIComponent(after)}`}`, environment),
    );
    const newMails = page.data.filter(({ created_at }) => Date.parse(created_at) >= sinceMs);
    yield newMails.filter((mail) => isOurs(mail, environment)).map(({ id }) => id);
    const last = page.data.at(-1);
    if (!page.has_more || !last || newMails.length < page.data.length) return;
    after = last.id;
  }
}

/**
 * Fetches a mail that Resend has received. Returns null for a mail to another domain.
 * @throws Error if the provider does not hand it over
 */
async function fetchReceivedMail(id: string, environment: Environment): Promise<Delivery | null> {
  const answer = await callReceiving(`/${encodeURIComponent(id)}`, environment);
  const { from, created_at: receivedAt = null, raw, ...mail } = v.parse(receivedMail, answer);
  if (!isOurs(mail, environment)) return null;
  const download = await fetchDirectly(raw.download_url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!download.ok)
    throw new Error(`the mail provider answered ${download.status} for the content of a mail`);
  return { id, from, to: listRecipients(mail), receivedAt, raw: await readContent(download) };
}

/** The header of a server, with which every received mail begins. */
const firstHeader = /^[\w-]+:/;

/** Reads a downloaded mail, unless it is too large. @throws Error for other content, such as an error page */
async function readContent(download: Response): Promise<Delivery["raw"]> {
  const size = Number(download.headers.get("Content-Length") ?? 0);
  if (size > maxReadBytes) return { content: size > maxStoredBytes ? null : download.body, size };
  const content = new Uint8Array(await download.arrayBuffer());
  if (!firstHeader.test(new TextDecoder().decode(content.subarray(0, 100))))
    throw new Error("the mail provider answered other content than a mail");
  return content.byteLength > maxReadBytes ? { content, size: content.byteLength } : content;
}
