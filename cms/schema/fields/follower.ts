import type { InBothLanguages } from "../../content/languages.ts";
import { type Language, languages, otherLanguages } from "../../content/site.ts";

/** The language of a text that follows the other one, and the digest of the other text for which it was written. */
export type Follower = { language: Language; of: string };

/** A text in the Studio. Without a follower its languages are in step. */
export type FollowedText = Partial<InBothLanguages> & { follower?: Follower };

export const isWritten = (words: string | undefined) => /\S/.test(words ?? "");

const [first, second] = languages;
const otherOf = (language: Language) => otherLanguages(language)[0] ?? (language === first ? second : first);

/** Returns the hash of a text (FNV-1a, 32 bits, hexadecimal). Ignores differences in white space. */
export function digest(words: string): string {
  let hash = 0x811c9dc5;
  for (const character of words.trim().replace(/\s+/g, " ")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Returns the outdated language of a text: the other language changed after it was written. */
export function olderIn(text: FollowedText): Language | undefined {
  const { follower } = text;
  if (!follower) return undefined;
  const [own, other] = [text[follower.language], text[otherOf(follower.language)]];
  if (!isWritten(own) || !other || !isWritten(other)) return undefined;
  return digest(other) === follower.of ? undefined : follower.language;
}

/** Returns the follower of a text after the editor has confirmed its outdated language. */
export function settled(text: FollowedText): Follower | undefined {
  const language = olderIn(text);
  return language ? { language, of: digest(text[otherOf(language)] ?? "") } : text.follower;
}

/** Returns the language of a text that is missing or outdated, and the language to translate from. */
export function toWrite(text: FollowedText): { from: Language; to: Language } | undefined {
  const to = olderIn(text) ?? languages.find((language) => !isWritten(text[language]));
  if (!to || !isWritten(text[otherOf(to)])) return undefined;
  return { from: otherOf(to), to };
}

/**
 * Returns the follower of a text after an edit of one language, which makes the other language outdated. If both change
 * in one round, in any order, they are in step again. Publication ends a round.
 */
export function followerAfter(
  text: FollowedText,
  { language, words, isNewRound }: { language: Language; words: string; isNewRound: boolean },
): Follower | undefined {
  const other = otherOf(language);
  const { follower, [language]: own = "", [other]: beside = "" } = text;
  if (!isWritten(beside)) return isWritten(words) && follower?.language === other ? follower : undefined;
  if (follower?.language === other) return follower;
  const catchesUp = !isWritten(own) || olderIn(text) === language || (follower && !isNewRound);
  return catchesUp ? { language, of: digest(beside) } : { language: other, of: digest(own) };
}
