import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { type Delivery, type ReceiptOutcome, receiveMail } from "./receive.ts";

/** The server that receives mail for Resend, as its `Authentication-Results` name it. */
const receiver = "amazonses.com";

/** Resend receives mails of up to 40 MB. Larger ones than this would not fit into the memory of a Worker. */
const maxBytes = 30_000_000;
const timeoutMs = 10_000;

const receivedMail = v.object({
  to: v.array(v.string()),
  raw: v.object({ download_url: v.string() }),
});

/**
 * Fetches a mail that Resend reports as received, and stores it. `id` is the provider's.
 * @throws Error if the provider does not hand it over; Refusal unavailable
 */
export async function receiveFromResend(
  id: string,
  connection: { database: Database; environment: Environment },
): Promise<ReceiptOutcome> {
  return receiveMail(await fetchReceivedMail(id, connection.environment), receiver, connection);
}

/**
 * Fetches a mail that Resend has received, with the key that may read.
 * @throws Error if the provider does not hand it over, or if it is too large
 */
async function fetchReceivedMail(id: string, environment: Environment): Promise<Delivery> {
  const { MAIL_API_URL: sendUrl, MAIL_READ_KEY: key = "" } = environment;
  const response = await fetchDirectly(`${sendUrl}/receiving/${encodeURIComponent(id)}`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the mail provider answered ${response.status} for a received mail`);
  const { to, raw } = v.parse(receivedMail, await response.json());
  const download = await fetchDirectly(raw.download_url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!download.ok)
    throw new Error(`the mail provider answered ${download.status} for the content of a mail`);
  if (Number(download.headers.get("Content-Length") ?? 0) > maxBytes)
    throw new Error("the received mail is too large");
  return { to, raw: new Uint8Array(await download.arrayBuffer()) };
}
