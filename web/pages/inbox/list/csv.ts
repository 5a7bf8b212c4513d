import { csvLineBreak } from "#functions/contract/submission.ts";
import { createNoResponseError } from "#web/api/client.ts";

/** Counts the records of a CSV file (RFC 4180) that arrives in parts, without the header. */
export function createRecordCounter(): (part: Uint8Array) => number {
  const [quote, lineFeed] = [34, 10];
  let isQuoted = false;
  let lines = 0;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}

/** Returns the file name in the `Content-Disposition` header of a response, or `fallback`. */
export function getFileName(answer: Response, fallback: string): string {
  return /filename="([^"/\\]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? fallback;
}

/**
 * Reads an export and reports the number of its records to `progress`.
 * @throws ApiError `offline` or `unreachable` if it ends before its last line break
 */
export async function receiveExport(answer: Response, progress: (records: number) => void): Promise<Blob> {
  const count = createRecordCounter();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body?.getReader();
  let end = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    chunks.push(value);
    end = (end + String.fromCharCode(...value.subarray(-csvLineBreak.length))).slice(-csvLineBreak.length);
    progress(count(value));
  }
  if (end !== csvLineBreak) throw createNoResponseError();
  return new Blob(chunks, { type: "text/csv;charset=utf-8" });
}
