import { randomUUID } from "node:crypto";
import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readJsonLines } from "#local/processes/lines.ts";
import type { Mail } from "./provider.ts";

/** A received mail; `received_at` is ISO 8601 in UTC. */
export interface ReceivedMail extends Mail {
  id: string;
  received_at: string;
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

interface MailboxEntry {
  message: ReceivedMail;
  key?: string | undefined;
}

/** Opens the mailbox of the mail stand-in: an append-only file in `directory` with a line of JSON for each mail. */
export async function openMailbox(directory: string) {
  await mkdir(directory, { recursive: true });
  const file = join(directory, "messages.ndjson");
  const entries = (await readJsonLines(file)) as MailboxEntry[];
  const byKey = new Map(entries.flatMap(({ key, message }) => (key ? [[key, message] as const] : [])));
  let lastWrite = Promise.resolve();

  return {
    /** Stores a mail, or returns the one stored under the same idempotency key before. */
    async store(mail: Mail, key: string | undefined): Promise<{ message: ReceivedMail; isNew: boolean }> {
      const existingMessage = key && byKey.get(key);
      if (existingMessage) {
        await lastWrite;
        return { message: existingMessage, isNew: false };
      }
      const message = { id: randomUUID(), ...mail, received_at: new Date().toISOString() };
      if (key) byKey.set(key, message);
      lastWrite = lastWrite.then(() => appendFile(file, `${JSON.stringify({ message, key })}\n`));
      await lastWrite;
      entries.push({ message, key });
      return { message, isNew: true };
    },
    /** Returns the mails, newest first. */
    messages: () => entries.map(({ message }) => message).reverse(),
  };
}
