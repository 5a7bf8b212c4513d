// Encodes mails as bytes (RFC 5322, RFC 2045).

/** A header and a body, as bytes in a string of Latin-1 characters. */
export type Part = { headers: string[]; body: string };

const toLatin1 = (text: string) => Buffer.from(text).toString("latin1");
const toBytes = (latin1: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(latin1, "latin1"));

const toHexPair = (code: number) => `=${code.toString(16).toUpperCase().padStart(2, "0")}`;

/** Encodes bytes as quoted-printable (RFC 2045 §6.7), with soft breaks. */
const encodeQuotedPrintable = (latin1: string): string =>
  latin1
    .split("\n")
    .map((line) =>
      line
        .replace(/[^\t -<>-~]/g, (character) => toHexPair(character.charCodeAt(0)))
        .replace(/[\t ]$/, (character) => toHexPair(character.charCodeAt(0)))
        .replace(/(?:=..|[^=]){70}(?=.)/g, "$&=\n"),
    )
    .join("\n");

const encodeBase64 = (latin1: string): string =>
  Buffer.from(latin1, "latin1").toString("base64").replace(/.{76}/g, "$&\n");

const encoders = {
  "8bit": (latin1: string) => latin1,
  "quoted-printable": encodeQuotedPrintable,
  base64: encodeBase64,
};
export type Encoding = keyof typeof encoders;
export const encodings = Object.keys(encoders) as Encoding[];

/** Creates a part of bytes. */
export const createPart = (
  type: string,
  latin1: string,
  encoding: Encoding,
  headers: string[] = [],
): Part => ({
  headers: [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, ...headers],
  body: encoders[encoding](latin1),
});
/** Creates a part of text in UTF-8. */
export const createTextPart = (type: string, text: string, encoding: Encoding): Part =>
  createPart(`${type}; charset=utf-8`, toLatin1(text), encoding);
export const createAttachment = (type: string, name: string, latin1 = "\u0000\u0001"): Part =>
  createPart(type, latin1, "base64", [`Content-Disposition: attachment; filename="${name}"`]);

/** Joins parts. The boundary depends on the depth only, so that mails stay the same. */
export function joinParts(subtype: string, parts: readonly Part[], depth = 0): Part {
  const boundary = `=_part_${depth}_of_a_mail`;
  const bodies = parts.map(({ headers, body }) => `--${boundary}\n${headers.join("\n")}\n\n${body}\n`);
  return {
    headers: [`Content-Type: multipart/${subtype}; boundary="${boundary}"`],
    body: `${bodies.join("")}--${boundary}--\n`,
  };
}

/** Writes a mail. The headers may have characters of UTF-8 (RFC 6532). */
export const writeMail = (
  headers: readonly string[],
  { headers: partHeaders, body }: Part,
): Uint8Array<ArrayBuffer> =>
  toBytes(
    `${toLatin1([...headers, "MIME-Version: 1.0"].join("\n"))}\n${partHeaders.join("\n")}\n\n${body}`.replaceAll(
      "\n",
      "\r\n",
    ),
  );
