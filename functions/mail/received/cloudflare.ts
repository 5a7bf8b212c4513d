import type { ForwardableEmailMessage } from "@cloudflare/workers-types";
import { toAddress } from "#functions/contract/email.ts";
import type { Environment } from "#functions/env.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { logLine } from "#functions/kernel/log/log.ts";
import { identifyMail } from "./identify-mail.ts";
import { receiveMail } from "./receive.ts";

/** The server that receives mail for Cloudflare Email Routing, as its `Authentication-Results` name it. */
const receiver = "mx.cloudflare.net";

/** Reasons for which a mail can never be stored. The sender's mail program shows them. */
const rejections = {
  address: "Esta dirección no recibe correo. / This address receives no mail.",
  limited:
    "Hoy llegaron demasiados correos: intenta de nuevo mañana. / Too many emails today: please try again tomorrow.",
};

/** Returns the mail with the return path of its envelope on top, as other receivers store it (RFC 5321 §4.4). */
async function readRaw({ from, raw, rawSize }: ForwardableEmailMessage): Promise<Uint8Array<ArrayBuffer>> {
  const head = new TextEncoder().encode(`Return-Path: <${from}>\r\n`);
  const bytes = new Uint8Array(head.length + rawSize);
  bytes.set(head);
  let position = head.length;
  for await (const chunk of raw) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}

/**
 * Stores a mail that Cloudflare Email Routing hands over, at most 25 MiB. A mail that can never be stored is rejected.
 * @throws Refusal unavailable; Error if the bucket is away. The sender's server then tries again.
 */
export async function receiveFromCloudflare(
  message: ForwardableEmailMessage,
  environment: Environment,
): Promise<void> {
  const { MAIL_REPLY_DOMAIN: domain } = environment;
  const recipient = toAddress(message.to);
  if (!domain || !recipient.endsWith(`@${domain}`)) return message.setReject(rejections.address);
  const raw = await readRaw(message);
  const id = await toUuid(`delivery of ${await identifyMail(raw)} to ${recipient}`);
  const delivery = { id, to: [recipient], from: message.from, receivedAt: null, raw };
  const connection = { database: connect(environment), environment };
  const outcome = await receiveMail(delivery, receiver, connection);
  logLine({ event: "mail_received", outcome });
  // Local Cloudflare rejects a mail asynchronously.
  if (outcome === "limited") return message.setReject(rejections.limited);
}
