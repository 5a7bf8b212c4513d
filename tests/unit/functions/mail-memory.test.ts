import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

/** A Worker has 128 MB. The bytes of a mail of 25 MB and of its files, which this does not limit, take the rest. */
const resourceLimits = { maxOldGenerationSizeMb: 80, maxYoungGenerationSizeMb: 4 };

/** Reads a mail in a thread that ends with an error if the texts of the mail need more memory. */
async function readInLittleMemory(mail: Uint8Array): Promise<unknown> {
  const script = new URL("../../support/received-mails/read-in-worker.ts", import.meta.url);
  const worker = new Worker(script, { workerData: mail, resourceLimits });
  const [answer] = await once(worker, "message");
  return answer;
}

/** Writes a mail of a size. `head` is its beginning; its last `line` is repeated up to the size. */
function writeMail(head: string, line: string, sizeBytes: number): Uint8Array {
  const mail = Buffer.alloc(sizeBytes, line, "latin1");
  mail.write(`From: a@b.example\r\nMessage-ID: <1@b.example>\r\n${head}`, "latin1");
  return Uint8Array.from(mail);
}

const wrongCharset =
  "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nlínea\r\n";
const line = "línea ñññ de texto\r\n";
const withFile = [
  'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n',
  `--b\r\n${wrongCharset}${line.repeat(10_000)}`,
  "--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n",
].join("\r\n");
const forwarded = `Content-Type: message/rfc822\r\n\r\nFrom: c@d.example\r\n${withFile}`;

test.each([
  ["25 MB of text", wrongCharset, line, 25_000_000, "UnreadableMail: The mail has too much text."],
  [
    "as much text as is read",
    wrongCharset,
    `${"línea ñññ de texto ".repeat(4)}\r\n`,
    2_999_000,
    "línea, 0 files",
  ],
  ["25 MB with a file", withFile, `${"A".repeat(76)}\r\n`, 25_000_000, "línea, 1 files"],
  [
    "a forwarded mail of 25 MB",
    forwarded,
    `${"A".repeat(76)}\r\n`,
    25_000_000,
    "UnreadableMail: The mail has too much text.",
  ],
  ["25 MB of dashes", wrongCharset, "--\n", 25_000_000, "UnreadableMail: The mail has too many parts."],
])(
  "a mail in the wrong charset needs no more memory than a Worker has: %s",
  async (_, head, lines, size, answer) => {
    expect(await readInLittleMemory(writeMail(head, lines, size))).toBe(answer);
  },
);
