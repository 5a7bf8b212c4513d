// Reads the mail that a worker thread gets, and answers how its text begins, or why it was not read.
import { parentPort, workerData } from "node:worker_threads";
import { readMail } from "#functions/mail/received/read-mail.ts";
import { receiver } from "./headers.ts";

const answer = await readMail(workerData as Uint8Array<ArrayBuffer>, receiver).then(
  ({ text, files }) => `${text.slice(0, 5)}, ${files.length} files`,
  (error: unknown) => String(error),
);
parentPort?.postMessage(answer);
