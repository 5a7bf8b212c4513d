// Characters that are written from right to left, or marks that set the direction of text.
const directedCharacter =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// Control characters that change the direction of all following text until another one ends them.
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns foreign text, such as a name, so that it cannot change the direction of the sentence around it. Text with a
 * direction of its own gets the marks of an isolate (UAX #9 §2.7). Its direction controls are removed, because they
 * could end the isolate.
 */
export function isolate(text: string): string {
  const plain = text.replace(directionControls, "");
  return directedCharacter.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** Returns a text as it is stored and counted: in Unicode NFC, with `\n` as its only line break, and trimmed. */
export const normalizeText = (text: string): string => text.replace(/\r\n?/g, "\n").normalize("NFC").trim();

/** Returns the length of a text in code points, as PostgreSQL counts. The limits of the contract use this length. */
export const countCharacters = (text: string): number => [...text].length;

/**
 * Returns whether PostgreSQL can store a text unchanged: it has no NUL and no lone surrogate, which UTF-8 cannot
 * encode.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/**
 * Base64url without padding, in the only spelling of its bytes: the unused bits of the last character are zero
 * (RFC 4648 §3.5, §5).
 */
export const base64urlPattern = /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/;

/** Returns whether a text has a line break, also at its ends. Line breaks of spreadsheets and mails count as well. */
export const hasLineBreak = (text: string): boolean => /[\n\v\f\r\u0085\u2028\u2029]/.test(text);

// Created on the first use, because old browsers that open only the public pages have no segmenter.
let graphemes: Intl.Segmenter | undefined;

/**
 * Returns the beginning of a text, at most `maximum` code points long. The cut never splits a character as readers see
 * it (a grapheme cluster, UAX #29), such as an emoji of several code points, unless the character alone is longer.
 */
export function cutCharacters(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const longest = [...text.slice(0, 2 * maximum)].slice(0, maximum).join("");
  graphemes ??= new Intl.Segmenter();
  const end = graphemes.segment(text).containing(longest.length)?.index ?? longest.length;
  return text.slice(0, end || longest.length);
}

/**
 * Returns whether a text shows anything. Blanks and marks alone, such as U+2800 or an accent without a letter, look
 * like an empty row. Private and unassigned characters have no sign that a reader knows.
 */
export const isVisible = (text: string): boolean =>
  /[^\s\u2800\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(text);

/**
 * Returns a text without invisible marks. Direction marks (U+202A), for example, are copied along with visible text.
 */
export const removeInvisible = (text: string): string =>
  text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");

/**
 * Removes punctuation after a pasted email address, and quotes or brackets around it. The lookbehind keeps the search
 * linear.
 */
const unwrap = (text: string): string =>
  text
    .replace(/(?<![\s,;.])[\s,;.]+$/, "")
    .trim()
    .replace(/^["'“«<([]([^"“”«»<>()[\]]*)["'”»>)\]]$/, "$1");

/**
 * Returns the address of a `mailto:` link (RFC 6068 §2). An undecodable link is returned unchanged, so validation
 * rejects it.
 */
function readMailto(text: string): string {
  const [, encoded] = /^mailto:(?:\/\/)?([^?]*)/i.exec(text) ?? [];
  if (encoded === undefined) return text;
  try {
    const decoded = removeInvisible(decodeURIComponent(encoded));
    return /\p{Cc}/u.test(decoded) ? text : decoded.trim();
  } catch {
    return text;
  }
}

const displayNameForms = [
  /^([^<>]*)<([^<>]*)>$/,
  /^([^[\]]*)\[(mailto:[^[\]]*)\]$/i,
  /^\[([^[\]]*)\]\((mailto:[^()]*)\)$/i,
];

/**
 * Returns the address after a display name, as in `Ana <ana@a.example>`. If the name is a different address, the text
 * is returned unchanged, so validation rejects it.
 */
function readNamedAddress(text: string): string {
  const [, name = "", address] = displayNameForms.map((form) => form.exec(text)).find((match) => match) ?? [];
  if (address === undefined) return text;
  const isOther =
    /[^\s@]@[^\s@]*\./.test(name) && toPlainEmail(name).toLowerCase() !== toPlainEmail(address).toLowerCase();
  return isOther ? text : address.trim();
}

/**
 * Returns the bare address of a pasted email address, so that users need not edit it: `mailto:ana@a.example`,
 * `<ana@a.example>`, `Ana <ana@a.example>`, `"ana@a.example",` or an address with fullwidth signs.
 */
export function toPlainEmail(text: string): string {
  let address = removeInvisible(text).replace(/[＠﹫＜﹤＞﹥]/g, (sign) => sign.normalize("NFKC"));
  // The forms nest, as in `<mailto:ana@a.example>;`. Four passes undo every paste that programs make.
  for (let pass = 0; pass < 4; pass += 1) address = readMailto(readNamedAddress(unwrap(address)));
  return address;
}

/** Returns a phone number without invisible marks and without the scheme of a pasted link (`tel:+50688888888`). */
export const toPlainPhone = (text: string): string => removeInvisible(text).trim().replace(/^tel:/i, "");
