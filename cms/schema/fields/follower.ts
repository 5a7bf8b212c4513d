import type { InEveryLanguage } from "../../content/languages.ts";
import { type Language, languages, otherLanguages } from "../../content/site.ts";

/** The language of a text that follows the other one, and the digest of the other text for which it was written. */
export type Follower = { language: Language; of: string };

/** A text in the Studio. Without a follower its languages are in step. */
export type FollowedText = Partial<InEveryLanguage> & { follower?: Follower };

export const isWritten = (text: string | undefined) => /\S/.test(text ?? "");

export const getOtherLanguage = (language: Language) => otherLanguages(language)[0] ?? language;

/**
 * Returns the hash of a text with normalized white space (FNV-1a of its code points, 32 bits, hexadecimal). A follower
 * has the hash of the text that it translates, so that the Studio detects a later change of that text.
 */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text.trim().replace(/\s+/g, " ")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Returns the language whose text is outdated: the text that it translates has changed since. Undefined if none. */
export function findOutdatedLanguage(text: FollowedText): Language | undefined {
  const { follower } = text;
  if (!follower) return undefined;
  const [followerText, leadingText] = [text[follower.language], text[getOtherLanguage(follower.language)]];
  if (!isWritten(followerText) || !leadingText || !isWritten(leadingText)) return undefined;
  return digest(leadingText) === follower.of ? undefined : follower.language;
}

/**
 * Returns the follower of a text after an editor has declared the outdated translation correct: it has the hash of the
 * other language's current text.
 */
export function settleFollower(text: FollowedText): Follower | undefined {
  const language = findOutdatedLanguage(text);
  return language ? { language, of: digest(text[getOtherLanguage(language)] ?? "") } : text.follower;
}

/** Returns the language of a text that is missing or outdated, and the language to translate from. */
export function findTranslationTask(text: FollowedText): { from: Language; to: Language } | undefined {
  const to = findOutdatedLanguage(text) ?? languages.find((language) => !isWritten(text[language]));
  if (!to || !isWritten(text[getOtherLanguage(to)])) return undefined;
  return { from: getOtherLanguage(to), to };
}

/**
 * Returns the follower of a text after an edit of one language, from which the Studio knows what to translate. An edit
 * of the follower catches up until a publication begins a new round. Any other edit outdates the other language.
 */
export function toNextFollower(
  text: FollowedText,
  { language, newText, isNewRound }: { language: Language; newText: string; isNewRound: boolean },
): Follower | undefined {
  const otherLanguage = getOtherLanguage(language);
  const { follower, [language]: previousText = "", [otherLanguage]: otherText = "" } = text;
  if (!isWritten(otherText))
    return isWritten(newText) && follower?.language === otherLanguage ? follower : undefined;
  if (follower?.language === otherLanguage) return follower;
  const catchesUp =
    !isWritten(previousText) || findOutdatedLanguage(text) === language || (follower && !isNewRound);
  return catchesUp
    ? { language, of: digest(otherText) }
    : { language: otherLanguage, of: digest(previousText) };
}
