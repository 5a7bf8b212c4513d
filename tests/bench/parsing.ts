// `npm run bench -- parsing` measures how long the edge reads hostile text of 64 kB and of 2 MB. Reading must take
// linear time.

import { measureJsonDepth } from "#functions/kernel/http/body.ts";
import { isKnownTag } from "#functions/kernel/http/entity-tag.ts";
import { roundTo } from "./figures.ts";

const sizeBytes = 64_000;
const factor = 32;
/**
 * The highest allowed ratio of the long text's time to the short one's. A quadratic reader takes 1,024 times as long.
 */
const highestRatio = 200;

/** Shorter times count as this one, because the clock is too coarse for them. */
const shortestMs = 0.1;

const readers: Record<string, (bytes: number) => void> = {
  "JSON: strings that never end": (bytes) => measureJsonDepth(`"${'\\"'.repeat(bytes / 2)}`),
  "JSON: quotes": (bytes) => measureJsonDepth('"'.repeat(bytes + 1)),
  "JSON: brackets": (bytes) => measureJsonDepth("[{".repeat(bytes / 2)),
  "JSON: backslashes": (bytes) => measureJsonDepth(`"${"\\".repeat(bytes)}`),
  "If-None-Match: spaces": (bytes) => isKnownTag(`"b"${" ".repeat(bytes)}"c"`, '"a"'),
  "If-None-Match: commas": (bytes) => isKnownTag(",".repeat(bytes), '"a"'),
};

function measureTime(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
/** Returns the shortest of nine measurements, because other work on the machine makes some longer. */
const measureShortest = (work: () => void) => Math.min(...Array.from({ length: 9 }, () => measureTime(work)));

const rows = Object.entries(readers).map(([text, reader]) => {
  const [shortTextMs, longTextMs] = [
    measureShortest(() => reader(sizeBytes)),
    measureShortest(() => reader(factor * sizeBytes)),
  ];
  return {
    text,
    "64 kB, ms": roundTo(shortTextMs, 2),
    "2 MB, ms": roundTo(longTextMs, 2),
    ratio: roundTo(longTextMs / Math.max(shortTextMs, shortestMs), 1),
  };
});
console.table(rows);
const slowRows = rows.filter(({ ratio }) => ratio > highestRatio);
if (slowRows.length > 0) throw new Error(`Not linear: ${slowRows.map(({ text }) => text).join(", ")}`);
