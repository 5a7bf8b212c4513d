// `npm run bench -- parsing`: how long the edge reads hostile text of 64 kB and of 2 MB. Reading has to take linear time.

import { depthOfJson } from "#functions/kernel/http/body.ts";
import { isKnownTag } from "#functions/kernel/http/entity-tag.ts";
import { rounded } from "./quantiles.ts";

const sizeBytes = 64_000;
const factor = 32;
/** The longest that the long text may take, as a multiple of the short one: a quadratic reader takes 1,024 times as long. */
const highestRatio = 200;

/** Shorter times are taken for this one: the clock is too coarse for them. */
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
/** The shortest of nine measurements: whatever else the machine does makes others longer. */
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
