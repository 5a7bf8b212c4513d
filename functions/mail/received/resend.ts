import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { type Connection, type Delivery, isRecorded, type ReceiptOutcome, receiveMail } from "./receive.ts";

/** The server that receives mail for Resend, as its `Authentication-Results` name it. */
const receiver = "amazonses.com";

/** A Worker has memory to read mails of this size. */
const maxReadBytes = 25_000_000;
/** Resend receives mails of up to 40 MB. */
const maxStoredBytes = 45_000_000;
const timeoutMs = 30_000;

const addresses = v.optional(v.nullable(v.array(v.string())), []);
const receivedMail = v.object({
  from: v.optional(v.string(), ""),
  ...{ to: addresses, cc: addresses, bcc: addresses, received_for: addresses },
  raw: v.object({ download_url: v.string() }),
});

/**
 * Fetches a mail that Resend reports as received, and stores it. `id` is the provider's. A stored mail is not fetched
 * again.
 * @throws Error if the provider does not hand it over; those of `receiveMail`
 */
export async function receiveFromResend(id: string, connection: Connection): Promise<ReceiptOutcome> {
  if (await isRecorded(connection.database, id)) return "repeated";
  return receiveMail(await fetchReceivedMail(id, connection.environment), receiver, connection);
}

/**
 * Fetches a mail that Resend has received, with the key that may read.
 * @throws Error if the provider does not hand it over
 */
async function fetchReceivedMail(id: string, environment: Environment): Promise<Delivery> {
  const { MAIL_API_URL: sendUrl, MAIL_READ_KEY: key = "" } = environment;
  const response = await fetchDirectly(`${sendUrl}/receiving/${encodeURIComponent(id)}`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the mail provider answered ${response.status} for a received mail`);
  const { from, to, cc, bcc, received_for, raw } = v.parse(receivedMail, await response.json());
  const download = await fetchDirectly(raw.download_url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!download.ok)
    throw new Error(`the mail provider answered ${download.status} for the content of a mail`);
  const recipients = [to, received_for, cc, bcc].flatMap((list) => list ?? []);
  return { id, from, to: recipients, raw: await readContent(download) };
}

/** Reads a downloaded mail, unless it is too large. */
async function readContent(download: Response): Promise<Delivery["raw"]> {
  const size = Number(download.headers.get("Content-Length") ?? 0);
  if (size > maxReadBytes) return { content: size > maxStoredBytes ? null : download.body, size };
  const content = new Uint8Array(await download.arrayBuffer());
  return content.byteLength > maxReadBytes ? { content, size: content.byteLength } : content;
}
