// `npm run bench -- parsing` measures how long the edge reads hostile text of 64 kB and of 2 MB. Reading must take
// linear time.

import { depthOfJson } from "#functions/kernel/http/body.ts";
import { isKnownTag } from "#functions/kernel/http/entity-tag.ts";
import { rounded } from "./quantiles.ts";

const sizeBytes = 64_000;
const factor = 32;
/**
 * The highest allowed ratio of the long text's time to the short one's. A quadratic reader takes 1,024 times as long.
 */
const highestRatio = 200;

/** Shorter times count as this one, because the clock is too coarse for them. */
const shortestMs = 0.1;

const readers: Record<string, (bytes: number) => void> = {
  "JSON: strings that never end": (bytes) => depthOfJson(`"${'\\"'.repeat(bytes / 2)}`),
  "JSON: quotes": (bytes) => depthOfJson('"'.repeat(bytes + 1)),
  "JSON: brackets": (bytes) => depthOfJson("[{".repeat(bytes / 2)),
  "JSON: backslashes": (bytes) => depthOfJson(`"${"\\".repeat(bytes)}`),
  "If-None-Match: spaces": (bytes) => isKnownTag(`"b"${" ".repeat(bytes)}"c"`, '"a"'),
  "If-None-Match: commas": (bytes) => isKnownTag(",".repeat(bytes), '"a"'),
};

function measure(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
/** Returns the shortest of nine measurements, because other work on the machine makes some longer. */
const shortestOf = (work: () => void) => Math.min(...Array.from({ length: 9 }, () => measure(work)));

const rows = Object.entries(readers).map(([text, read]) => {
  const [short, long] = [shortestOf(() => read(sizeBytes)), shortestOf(() => read(factor * sizeBytes))];
  return {
    text,
    "64 kB, ms": rounded(short, 2),
    "2 MB, ms": rounded(long, 2),
    ratio: rounded(long / Math.max(short, shortestMs), 1),
  };
});
console.table(rows);
const slow = rows.filter(({ ratio }) => ratio > highestRatio);
if (slow.length > 0) throw new Error(`Not linear: ${slow.map(({ text }) => text).join(", ")}`);
