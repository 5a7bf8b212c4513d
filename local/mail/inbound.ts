import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { toAddress } from "#functions/contract/email.ts";
import type { ReceivedMail } from "./mailbox.ts";
import { MailError } from "./provider.ts";

const verdict = v.picklist(["pass", "fail", "none"]);

const replyFields = v.object({
  text: v.string(),
  html: v.optional(v.string()),
  from: v.optional(v.string()),
  verdict: v.optional(verdict, "pass"),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  attachments: v.optional(v.array(v.object({ name: v.string(), type: v.string(), base64: v.string() })), []),
});
const replyBody = v.pipe(v.string(), v.parseJson(), replyFields);

type Reply = v.InferOutput<typeof replyFields>;

function parseReply(schema: typeof replyBody | typeof replyFields, input: unknown): Reply {
  const { success, output } = v.safeParse(schema, input);
  if (!success) throw new MailError(422, "validation_error", "The reply is malformed.");
  return output;
}

/** Reads the body of `POST /messages/:id/reply`. @throws MailError 422 */
export const readReply = (body: string): Reply => parseReply(replyBody, body);

/**
 * Reads a form of the mailbox's page. The reply quotes the mail, as mail programs do, unless it is automatic.
 * @throws MailError 422
 */
export async function readReplyForm(form: FormData, message: ReceivedMail): Promise<Reply> {
  const isAutomatic = form.has("automatic");
  const { text, from, verdict } = Object.fromEntries(form);
  const quotation = `On ${message.received_at}, ${message.from} wrote:\n\n${(message.text ?? "").replace(/^/gm, "> ")}`;
  // A form sends an empty file if the user chose none.
  const files = form.getAll("attachment").filter((file) => file instanceof File && file.size > 0) as File[];
  const attachments = files.map(async (file) => ({
    name: file.name,
    type: file.type || "application/octet-stream",
    base64: Buffer.from(await file.arrayBuffer()).toString("base64"),
  }));
  return parseReply(replyFields, {
    text: isAutomatic ? text : `${text}\n\n${quotation}`,
    from,
    verdict,
    headers: isAutomatic ? { "Auto-Submitted": "auto-replied" } : {},
    attachments: await Promise.all(attachments),
  });
}

/** Reads a verdict about a sender. @throws MailError 422 */
export function readVerdict(text: string | undefined): Reply["verdict"] {
  const { success, output } = v.safeParse(verdict, text ?? "pass");
  if (!success) throw new MailError(422, "validation_error", "The verdict is pass, fail or none.");
  return output;
}

const encodeBase64 = (text: string) => Buffer.from(text).toString("base64");

const writePart = (type: string, base64: string, headers: string[] = []) =>
  [
    `Content-Type: ${type}`,
    "Content-Transfer-Encoding: base64",
    ...headers,
    "",
    base64.replace(/.{76}/g, "$&\r\n"),
  ].join("\r\n");

const writeMultipart = (subtype: string, parts: string[]) => {
  const boundary = randomUUID();
  return [
    `Content-Type: multipart/${subtype}; boundary="${boundary}"`,
    "",
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    "",
  ].join("\r\n");
};

/** Writes the mail with which the recipient of a mail replies to it (RFC 5322), quoting nothing. */
export function writeReply(message: ReceivedMail, { text, html, from, headers, attachments }: Reply): string {
  const texts = [
    writePart("text/plain; charset=utf-8", encodeBase64(text)),
    ...(html === undefined ? [] : [writePart("text/html; charset=utf-8", encodeBase64(html))]),
  ];
  const body = texts.length === 1 ? (texts[0] as string) : writeMultipart("alternative", texts);
  const files = attachments.map(({ name, type, base64 }) =>
    writePart(type, base64, [
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
    ]),
  );
  const head = [
    `From: ${from ?? message.to[0] ?? ""}`,
    `To: ${message.reply_to[0] ?? message.from}`,
    `Subject: =?utf-8?b?${Buffer.from(`Re: ${message.subject}`).toString("base64")}?=`,
    `Message-ID: <${randomUUID()}@mail.local>`,
    `In-Reply-To: <${message.id}@mail.local>`,
    `Date: ${new Date().toUTCString()}`,
    "MIME-Version: 1.0",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return [...head, files.length === 0 ? body : writeMultipart("mixed", [body, ...files])].join("\r\n");
}

/** A mail that the provider has received. */
export type InboundMail = { id: string; from: string; to: string[]; raw: string; created_at: string };

/** Creates the store of mails that the provider has received. It adds the headers of the receiving server. */
export function openInbound() {
  const mails = new Map<string, InboundMail>();
  return {
    find: (id: string) => mails.get(id),
    /** Newest first. */
    list: () => [...mails.values()].reverse(),
    /** Returns at most `limit` mails that were received before the mail `after`, newest first, as Resend lists them. */
    listPage(limit: number, after: string | undefined) {
      const all = this.list();
      const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
      const data = all.slice(start, start + limit).map(({ raw, ...mail }) => mail);
      return { object: "list", has_more: start + limit < all.length, data };
    },
    add(
      raw: string,
      { from, to, verdict }: { from: string; to: string; verdict: Reply["verdict"] },
    ): InboundMail {
      const id = randomUUID();
      const header = /^From:\s*(.+)$/im.exec(raw)?.[1] ?? from;
      const domain = toAddress(header).split("@").at(-1) ?? "";
      const stamped = [
        `Return-Path: <${from}>`,
        `Received: from mail.local by inbound-smtp.us-east-1.amazonaws.com with SMTP id ${id}`,
        `Authentication-Results: amazonses.com; dmarc=${verdict} header.from=${domain};`,
        raw,
      ].join("\r\n");
      const mail = {
        id,
        from: header,
        to: to.split(","),
        raw: stamped,
        created_at: new Date().toISOString(),
      };
      mails.set(id, mail);
      return mail;
    },
  };
}
