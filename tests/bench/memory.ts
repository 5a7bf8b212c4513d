// `npm run bench -- memory` measures the memory of the edge while it receives the largest mails: V8's heap, and the
// buffers outside it. Every mail meets an edge that has just started.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { startEdge } from "../support/edge.ts";
import { createMailHook, mailSecret } from "../support/mail-hook.ts";
import { addConversation, replyDomain } from "../support/received-mails/conversation.ts";
import { hostileMails } from "../support/received-mails/hostile-mails.ts";
import { roundTo } from "./figures.ts";

/** The memory of a Worker at Cloudflare. */
const limitBytes = 128_000_000;
/** The largest mail that the edge reads. */
const mailBytes = 24_900_000;
const from = "ricardo@cliente.example";

type HeapUsage = { usedSize: number; backingStorageSize: number };

/** Writes a mail of a size: its headers and first lines, a line that is repeated, and its end. */
function writeMail(head: string, line: string, size: number, end = ""): Buffer {
  const mail = Buffer.alloc(size, line, "latin1");
  mail.write(
    `From: ${from}\r\nMessage-ID: <${randomUUID()}@cliente.example>\r\nMIME-Version: 1.0\r\n${head}`,
  );
  mail.write(end, size - end.length, "latin1");
  return mail;
}

const base64Line = `${"A".repeat(76)}\r\n`;
const mixed =
  'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nVan los planos';
const fileHead = (name: string) =>
  `\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
const latinText = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n";

function writeThreeFiles(): Buffer {
  const part = (name: string) => Buffer.from(fileHead(name) + base64Line.repeat(106_000));
  const files = ["1.pdf", "2.pdf", "3.pdf"].map(part);
  return Buffer.concat([
    writeMail(mixed, "\r\n", mixed.length + 150),
    ...files,
    Buffer.from("\r\n--b--\r\n"),
  ]);
}

const mails: Record<string, () => Uint8Array<ArrayBuffer>> = {
  "three files": () => Uint8Array.from(writeThreeFiles()),
  "a file of 9.5 MB": () => Uint8Array.from(writeMail(mixed + fileHead("1.pdf"), base64Line, 12_900_000)),
  "a file beyond the limit": () =>
    Uint8Array.from(writeMail(mixed + fileHead("1.pdf"), base64Line, mailBytes)),
  "text in a wrong charset": () =>
    Uint8Array.from(writeMail(latinText, "l\xednea \xf1\xf1\xf1 de texto\r\n", mailBytes)),
  "lines of dashes": () => Uint8Array.from(writeMail(latinText, "--\n", mailBytes)),
  ...hostileMails,
};

/** Connects to an inspector. Returns a function that returns the memory of its Worker. */
async function connectInspector(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (usage: HeapUsage) => void>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: HeapUsage };
    waiting.get(id)?.(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`The inspector at ${address} does not answer.`)));
  });
  return (): Promise<HeapUsage> =>
    new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method: "Runtime.getHeapUsage" }));
    });
}

/**
 * Delivers a mail to two conversations of a new edge. Returns the status of the answer, and the highest of many measured
 * sizes.
 */
async function measureMail(raw: Uint8Array<ArrayBuffer>) {
  const edge = await startEdge({
    ...{
      MAIL_WEBHOOK_SECRET: mailSecret,
      MAIL_READ_KEY: "re_read",
      MAIL_REPLY_DOMAIN: replyDomain,
    },
  });
  const readUsage = await connectInspector(await edge.openInspector());
  const targets = [await addConversation(edge.database, from), await addConversation(edge.database, from)];
  const to = targets.map(({ address }) => address).join(",");
  const mailbox = `http://localhost:${edge.mailbox.port}`;
  const query = new URLSearchParams({ from, to, verdict: "pass" });
  await fetch(`${mailbox}/inbound?${query}`, { method: "POST", body: raw });
  const { data } = (await (await fetch(`${mailbox}/emails/receiving`)).json()) as { data: { id: string }[] };

  let isReceived = false;
  const usages: HeapUsage[] = [];
  const hook = createMailHook("email.received", { email_id: data[0]?.id ?? "" });
  const answer = edge.fetch("/api/hooks/mail", hook).finally(() => {
    isReceived = true;
  });
  while (!isReceived) {
    usages.push(await readUsage());
    await sleep(2);
  }
  const { status } = await answer;
  await edge.close();
  const findHighest = (measure: (usage: HeapUsage) => number) => Math.max(...usages.map(measure));
  return {
    status,
    heapBytes: findHighest(({ usedSize }) => usedSize),
    bufferBytes: findHighest(({ backingStorageSize }) => backingStorageSize),
    totalBytes: findHighest(({ usedSize, backingStorageSize }) => usedSize + backingStorageSize),
  };
}

const toMegabytes = (bytes: number) => roundTo(bytes / 1e6, 1);
const rows = [];
for (const [mail, write] of Object.entries(mails)) {
  const raw = write();
  const { status, heapBytes, bufferBytes, totalBytes } = await measureMail(raw);
  rows.push({
    ...{ mail, MB: toMegabytes(raw.length), status },
    ...{ "heap, MB": toMegabytes(heapBytes), "buffers, MB": toMegabytes(bufferBytes) },
    "total, MB": toMegabytes(totalBytes),
    fits: totalBytes <= limitBytes && status === 204,
  });
}
console.table(rows.map(({ fits: _, ...row }) => row));
const failedRows = rows.filter(({ fits }) => !fits);
if (failedRows.length > 0)
  throw new Error(`Too much memory: ${failedRows.map(({ mail }) => mail).join(", ")}`);
