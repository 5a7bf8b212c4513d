/** A text as it is stored and counted: composed (Unicode NFC), with `\n` as its only line break, and trimmed. */
export const normalizeText = (text: string): string => text.replace(/\r\n?/g, "\n").normalize("NFC").trim();

/** How long a text is for the limits of the contract: in code points, as Postgres counts. */
export const countCharacters = (text: string): number => [...text].length;

/** Whether Postgres can keep a text as it is: it has no NUL, and no half of a surrogate pair, which is no UTF-8. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Whether a text breaks into lines, at its ends too; a spreadsheet's or a mail's idea of a line counts as well. */
export const hasLineBreak = (text: string): boolean => /[\n\v\f\r\u0085\u2028\u2029]/.test(text);

/** A text without marks that nobody sees, such as those for the direction of writing (U+202A): they come along when a text is copied. */
export const withoutUnseen = (text: string): string => text.replace(/\p{Cf}/gu, "");

/** An email address as it is meant, where it is pasted as `mailto:ana@a.example`, `<ana@a.example>` or `Ana <ana@a.example>`. */
export const toPlainEmail = (text: string): string =>
  withoutUnseen(text)
    .trim()
    .replace(/^[^<>@]*<([^<>]*)>$/, "$1")
    .replace(/^mailto:([^?]*).*$/i, "$1")
    .trim();

/** A phone number as it is meant, where it is pasted as `tel:+50688888888`. */
export const toPlainPhone = (text: string): string => withoutUnseen(text).trim().replace(/^tel:/i, "");
