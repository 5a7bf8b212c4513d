import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { type Doubt, type DoubtCode, getPoints, spamWeight, weighDoubts } from "#functions/contract/doubt.ts";
import { useText } from "#web/language/use-text.ts";

/**
 * The effect of the doubts about a message. `spam`: they moved it to spam. `review`: an administrator should review it.
 * `signs`: an administrator decided against them. `note`: they are harmless, such as a blocked third-party script.
 */
export type Standing = "spam" | "review" | "signs" | "note";

const harmlessCodes: DoubtCode[] = ["turnstile_missing"];

/**
 * Returns the effect of the doubts about a message, null without doubts. If the folder contradicts the doubts, an
 * administrator has decided against them.
 */
export function toStanding({ spam, doubts }: Pick<FullSubmission, "spam" | "doubts">): Standing | null {
  if (doubts.length === 0) return null;
  if (doubts.every(({ code }) => harmlessCodes.includes(code))) return "note";
  const isEnough = weighDoubts(doubts) >= spamWeight;
  if (isEnough !== spam) return "signs";
  return spam ? "spam" : "review";
}

/** Returns a function that describes doubts briefly, the heaviest first. */
export function useReasons(): (doubts: readonly Doubt[]) => string {
  const text = useText();
  return (doubts) =>
    [...doubts]
      .sort((a, b) => getPoints(b.code) - getPoints(a.code))
      .map(({ code, count = 0 }) => text(`inbox.doubt.${code}`, { count }))
      .join(" · ");
}
