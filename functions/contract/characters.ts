// Written from right to left, or a mark for the direction of writing.
const directed =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// Signs that turn the direction of all that follows, until another one ends them.
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a text that was written elsewhere, such as a name, so that it does not change the direction of the sentence around it: between the
 * signs of an isolate (UAX #9 §2.7) where it has a direction of its own, and without signs that could end that.
 */
export function isolate(text: string): string {
  const plain = text.replace(turning, "");
  return directed.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** A text as it is stored and counted: composed (Unicode NFC), with `\n` as its only line break, and trimmed. */
export const normalizeText = (text: string): string => text.replace(/\r\n?/g, "\n").normalize("NFC").trim();

/** How long a text is for the limits of the contract: in code points, as Postgres counts. */
export const countCharacters = (text: string): number => [...text].length;

/** Whether Postgres can keep a text as it is: it has no NUL, and no half of a surrogate pair, which is no UTF-8. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Whether a text breaks into lines, at its ends too; a spreadsheet's or a mail's idea of a line counts as well. */
export const hasLineBreak = (text: string): boolean => /[\n\v\f\r\u0085\u2028\u2029]/.test(text);

/** Returns the beginning of a text, at most `maximum` code points long. The cut never splits a surrogate pair. */
export const cutCharacters = (text: string, maximum: number): string =>
  text.length <= maximum ? text : [...text].slice(0, maximum).join("");

/** Whether a text shows anything. A list shows blanks and marks alone, such as U+2800 or an accent without a letter, as an empty row. */
export const isVisible = (text: string): boolean =>
  /[^\s\u2800\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** A text without invisible marks, such as those for the direction of writing (U+202A): they come along when a text is copied. */
export const withoutUnseen = (text: string): string =>
  text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");

/** Removes trailing punctuation and the quotes or brackets around the text. The lookbehind keeps the search linear. */
const unwrap = (text: string): string =>
  text
    .replace(/(?<![\s,;.])[\s,;.]+$/, "")
    .trim()
    .replace(/^["'“«<([]([^"“”«»<>()[\]]*)["'”»>)\]]$/, "$1");

/** Returns the address of a `mailto:` link (RFC 6068 §2). A link that cannot be decoded stays as it is, and no rule accepts it. */
function readMailto(text: string): string {
  const [, encoded] = /^mailto:(?:\/\/)?([^?]*)/i.exec(text) ?? [];
  if (encoded === undefined) return text;
  try {
    const decoded = withoutUnseen(decodeURIComponent(encoded));
    return /\p{Cc}/u.test(decoded) ? text : decoded.trim();
  } catch {
    return text;
  }
}

const named = [
  /^([^<>]*)<([^<>]*)>$/,
  /^([^[\]]*)\[(mailto:[^[\]]*)\]$/i,
  /^\[([^[\]]*)\]\((mailto:[^()]*)\)$/i,
];

/** Returns the address after a display name. If the name is a different address, the text stays as it is and is rejected. */
function readNamed(text: string): string {
  const [, name = "", address] = named.map((form) => form.exec(text)).find((match) => match) ?? [];
  if (address === undefined) return text;
  const isOther =
    /[^\s@]@[^\s@]*\./.test(name) && toPlainEmail(name).toLowerCase() !== toPlainEmail(address).toLowerCase();
  return isOther ? text : address.trim();
}

/**
 * Returns an email address as it is meant, where it is pasted as `mailto:ana@a.example`, `<ana@a.example>`, `Ana <ana@a.example>`,
 * `"ana@a.example",` or with fullwidth signs.
 */
export function toPlainEmail(text: string): string {
  let address = withoutUnseen(text).replace(/[＠﹫＜﹤＞﹥]/g, (sign) => sign.normalize("NFKC"));
  // The forms nest, as in `<mailto:ana@a.example>;`. Four passes undo every paste that programs make.
  for (let pass = 0; pass < 4; pass += 1) address = readMailto(readNamed(unwrap(address)));
  return address;
}

/** A phone number as it is meant, where it is pasted as `tel:+50688888888`. */
export const toPlainPhone = (text: string): string => withoutUnseen(text).trim().replace(/^tel:/i, "");
