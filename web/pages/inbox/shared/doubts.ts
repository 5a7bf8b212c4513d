import { useCallback } from "react";
import {
  type Doubt,
  type DoubtCode,
  doubtWeights,
  spamWeight,
  weighDoubts,
} from "#functions/contract/doubt.ts";
import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";

/**
 * The effect of the doubts about a message: they moved it to spam (`spam`), they ask for a look (`review`), an administrator
 * moved it in spite of them (`signs`), or they are harmless (`note`), such as a browser that blocks foreign scripts.
 */
export type Standing = "spam" | "review" | "signs" | "note";

const harmless: DoubtCode[] = ["turnstile_missing"];

export function standingOf({ spam, doubts }: Pick<ScreenedSubmission, "spam" | "doubts">): Standing | null {
  if (doubts.length === 0) return null;
  if (doubts.every(({ code }) => harmless.includes(code))) return "note";
  const isEnough = weighDoubts(doubts) >= spamWeight;
  if (isEnough !== spam) return "signs";
  return spam ? "spam" : "review";
}

/** Returns a function that describes doubts in a few words, the heaviest first. */
export function useReasons(): (doubts: readonly Doubt[]) => string {
  const text = useText();
  return useCallback(
    (doubts) =>
      [...doubts]
        .sort((first, second) => doubtWeights[second.code] - doubtWeights[first.code])
        .map(({ code, count = 0 }) => text(`inbox.doubt.${code}`, { count }))
        .join(" · "),
    [text],
  );
}
