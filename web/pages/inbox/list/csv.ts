import { csvLineBreak } from "#functions/contract/submission.ts";
import { noAnswer } from "#web/api/client.ts";

/** Counts the records of a CSV file (RFC 4180) that arrives in parts, without the header. */
export function createRecordCounter(): (part: Uint8Array) => number {
  const [quote, lineFeed] = [34, 10];
  let quoted = false;
  let lines = 0;
  return (part) => {
    for (const byte of part) {
      if (byte === quote) quoted = !quoted;
      else if (byte === lineFeed && !quoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}

/** Returns the file name in the `Content-Disposition` header of a response, or `fallback`. */
export function fileNameOf(answer: Response, otherwise: string): string {
  return /filename="([^"/\\]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? otherwise;
}

/**
 * Reads an export and reports the number of its records to `progress`.
 * @throws ApiError `offline` or `unreachable` if it ends before its last line break
 */
export async function receive(answer: Response, progress: (records: number) => void): Promise<Blob> {
  const count = createRecordCounter();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body?.getReader();
  let end = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    parts.push(value);
    end = (end + String.fromCharCode(...value.subarray(-csvLineBreak.length))).slice(-csvLineBreak.length);
    progress(count(value));
  }
  if (end !== csvLineBreak) throw noAnswer();
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}
