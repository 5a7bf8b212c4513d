import { csvLineBreak } from "#functions/contract/submission.ts";
import { noAnswer } from "#web/api/client.ts";

/** Counts the records of a CSV file (RFC 4180) that arrives in parts; the header is none of them. */
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

/** The file name that an answer asks for, `otherwise` where it names none. */
export function fileNameOf(answer: Response, otherwise: string): string {
  return /filename="([^"/\\]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? otherwise;
}

/**
 * Reads an export to its end; `progress` hears how many records have come. An answer that breaks off is an error, never
 * a shorter file, also where it seems to end as it should. @throws whatever the network did, ApiError `unreachable`
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
