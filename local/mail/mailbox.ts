import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail } from "./provider.ts";

/** A received mail; `received_at` is ISO 8601 in UTC. */
export interface Message extends Mail {
  id: string;
  received_at: string;
}

export interface Mailbox {
  /** Stores a mail, or returns the one stored under the same key before. */
  keep(mail: Mail, idempotencyKey: string | undefined): Promise<{ message: Message; isNew: boolean }>;
  /** Returns the mails, newest first. */
  messages(): Message[];
}

interface Entry {
  message: Message;
  key?: string | undefined;
}

/** Opens the mailbox of a directory: an append-only file with a line of JSON for each mail. */
export async function openMailbox(directory: string): Promise<Mailbox> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, "messages.ndjson");
  const entries = await readEntries(file);
  const byKey = new Map(entries.flatMap(({ key, message }) => (key ? [[key, message] as const] : [])));
  let written = Promise.resolve();

  return {
    async keep(mail, key) {
      const known = key && byKey.get(key);
      if (known) {
        await written;
        return { message: known, isNew: false };
      }
      const message = { id: randomUUID(), ...mail, received_at: new Date().toISOString() };
      if (key) byKey.set(key, message);
      written = written.then(() => appendFile(file, `${JSON.stringify({ message, key })}\n`));
      await written;
      entries.push({ message, key });
      return { message, isNew: true };
    },
    messages: () => entries.map(({ message }) => message).reverse(),
  };
}

async function readEntries(file: string): Promise<Entry[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  // A process that was killed while writing left half a line. No client received an acknowledgement for it.
  if (whole !== text) await writeFile(file, whole);
  return whole
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
