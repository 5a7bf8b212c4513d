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

/** The words of each doubt; `count` is its number. */
export const doubtMessages = {
  trap: "inbox.doubt.trap",
  blocked: "inbox.doubt.blocked",
  flood: "inbox.doubt.flood",
  repeated: "inbox.doubt.repeated",
  links: "inbox.doubt.links",
  link_in_name: "inbox.doubt.link_in_name",
  markup: "inbox.doubt.markup",
  phrases: "inbox.doubt.phrases",
  foreign_script: "inbox.doubt.foreign_script",
  hurried: "inbox.doubt.hurried",
  without_script: "inbox.doubt.without_script",
  turnstile_missing: "inbox.doubt.turnstile_missing",
  turnstile_refused: "inbox.doubt.turnstile_refused",
} as const satisfies Record<DoubtCode, string>;

/**
 * What doubts mean for a message: they have put it into spam (`spam`), they ask to look at it (`review`), or it stands where
 * someone has put it in spite of them (`signs`). A browser that blocks foreign scripts has a doubt that alarms no one (`note`).
 */
export type Standing = "spam" | "review" | "signs" | "note";

const harmless: DoubtCode[] = ["turnstile_missing"];

/** How a message stands with its doubts, null without any. */
export function standingOf({ spam, doubts }: Pick<ScreenedSubmission, "spam" | "doubts">): Standing | null {
  if (doubts.length === 0) return null;
  if (doubts.every(({ code }) => harmless.includes(code))) return "note";
  const isEnough = weighDoubts(doubts) >= spamWeight;
  if (isEnough !== spam) return "signs";
  return spam ? "spam" : "review";
}

/** Says doubts in a few words, what weighs most first. */
export function useReasons(): (doubts: readonly Doubt[]) => string {
  const text = useText();
  return useCallback(
    (doubts) =>
      [...doubts]
        .sort((one, other) => doubtWeights[other.code] - doubtWeights[one.code])
        .map(({ code, count = 0 }) => text(doubtMessages[code], { count }))
        .join(" · "),
    [text],
  );
}
