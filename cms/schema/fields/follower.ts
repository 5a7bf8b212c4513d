import type { InBothLanguages } from "../../content/languages.ts";
import { type Language, languages, otherLanguages } from "../../content/site.ts";

/** Which language of a text follows the other one, and for what words of the other one it was last written. */
export type Follower = { language: Language; of: string };

/** A text in the Studio. Without a follower both of its languages go together. */
export type FollowedText = Partial<InBothLanguages> & { follower?: Follower };

export const isWritten = (words: string | undefined) => /\S/.test(words ?? "");

const [first, second] = languages;
const otherOf = (language: Language) => otherLanguages(language)[0] ?? (language === first ? second : first);

/** Tells words apart from others (FNV-1a, 32 bits, hexadecimal); how they are spaced makes no difference. */
export function digest(words: string): string {
  let hash = 0x811c9dc5;
  for (const character of words.trim().replace(/\s+/g, " ")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** The language of a text whose words are from before the other language was changed, if any. */
export function olderIn(text: FollowedText): Language | undefined {
  const { follower } = text;
  if (!follower) return undefined;
  const [own, other] = [text[follower.language], text[otherOf(follower.language)]];
  if (!isWritten(own) || !other || !isWritten(other)) return undefined;
  return digest(other) === follower.of ? undefined : follower.language;
}

/** The follower of a text whose older language is right as it is. */
export function settled(text: FollowedText): Follower | undefined {
  const language = olderIn(text);
  return language ? { language, of: digest(text[otherOf(language)] ?? "") } : text.follower;
}

/** Returns the language of a text to translate into, because it is missing or outdated. */
export function toWrite(text: FollowedText): { from: Language; to: Language } | undefined {
  const to = olderIn(text) ?? languages.find((language) => !isWritten(text[language]));
  if (!to || !isWritten(text[otherOf(to)])) return undefined;
  return { from: otherOf(to), to };
}

/**
 * The follower of a text once `words` are written in one of its languages. That language catches up with the other as
 * long as both are changed in one round, which ends when they are published; what is changed after that leaves the
 * other language behind.
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
