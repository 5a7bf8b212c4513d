import PostalMime, { type Email, type PostalMimeOptions } from "postal-mime";
import { scanParts } from "./scan-parts.ts";

/** Stands in a decoded text for bytes that its charset does not have. */
const replacement = "\ufffd";

/** Returns a mail without its files. Parsed again with them, a large one would need more memory than a Worker has. */
function omitFiles(raw: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = scanParts(raw).map(({ bytes, headLength, isChunked }) =>
    isChunked ? bytes.subarray(0, headLength + 4) : bytes,
  );
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    result.set(part, position);
    position += part.length;
  }
  return result;
}

/** Says windows-1252 wherever a part says UTF-8. The bytes stay as many, because programs trim a label. */
function relabel(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const equals = 0x3d;
  for (let index = bytes.indexOf(equals); index !== -1; index = bytes.indexOf(equals, index + 1)) {
    const start = Math.max(0, index - "charset".length);
    const text = String.fromCharCode(...bytes.subarray(start, index + '="utf-8'.length));
    const [, head, label = ""] = /^(charset="?)(utf-?8)/i.exec(text) ?? [];
    if (head) bytes.set(new TextEncoder().encode("l1".padEnd(label.length)), start + head.length);
  }
  return bytes;
}

/** Takes the lines with missing characters from another decoding of the same text. */
function mergeLines(text: string | undefined, otherText: string | undefined): string | undefined {
  if (!(text?.includes(replacement) && otherText)) return text;
  const otherLines = otherText.split("\n");
  const mergeLine = (line: string, index: number) => {
    const otherLine = otherLines[index] ?? line;
    // The author's own replacement character, decoded as windows-1252.
    return line.includes(replacement) && !otherLine.includes("ï¿½") ? otherLine : line;
  };
  return text.split("\n").map(mergeLine).join("\n");
}

/**
 * Parses a mail. Old programs write windows-1252 and say UTF-8: lines that are not UTF-8 are decoded as windows-1252, so
 * no character is lost.
 * @throws Error for too deep nesting or too long headers
 */
export async function parseMail(raw: Uint8Array<ArrayBuffer>, options: PostalMimeOptions): Promise<Email> {
  const mail = await PostalMime.parse(raw, options);
  if (!`${mail.text}${mail.html}`.includes(replacement)) return mail;
  const { text, html } = await PostalMime.parse(relabel(omitFiles(raw)), options);
  return { ...mail, text: mergeLines(mail.text, text), html: mergeLines(mail.html, html) };
}
