import { cutCharacters } from "#functions/contract/characters.ts";

const maxNameLength = 200;

/** File types by their first bytes. `at` is the position of these bytes. */
const signatures: readonly { type: string; bytes: string; at?: number }[] = [
  { type: "image/png", bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", bytes: "\xff\xd8\xff" },
  { type: "image/gif", bytes: "GIF87a" },
  { type: "image/gif", bytes: "GIF89a" },
  { type: "image/webp", bytes: "WEBP", at: 8 },
  { type: "image/heic", bytes: "ftypheic", at: 4 },
  { type: "image/heic", bytes: "ftypheix", at: 4 },
  { type: "image/heic", bytes: "ftypmif1", at: 4 },
  { type: "application/pdf", bytes: "%PDF-" },
  { type: "application/zip", bytes: "PK\x03\x04" },
];

const office = "application/vnd.openxmlformats-officedocument";
const officeTypes: Readonly<Record<string, string>> = {
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
};

const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "message/rfc822": "eml",
  "text/plain": "txt",
  "text/calendar": "ics",
};

/**
 * Returns the media type of a file by its first bytes. A type that browsers may run as a document, such as HTML or SVG,
 * has none of these signatures, so it is `application/octet-stream`.
 */
export function findType(name: string, content: Uint8Array): string {
  const head = String.fromCharCode(...content.subarray(0, 16));
  const { type = "application/octet-stream" } =
    signatures.find(({ bytes, at = 0 }) => head.startsWith(bytes, at)) ?? {};
  if (type !== "application/zip") return type;
  return officeTypes[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? type;
}

/**
 * Returns the name of a file without a path, control characters and direction marks, which would hide its real ending.
 * A file without a name gets one from its number and the stated type.
 */
export function toFileName(name: string | null, type: string, number: number): string {
  const [plainName = ""] = (name ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, "")
    .split(/[\\/]/)
    .slice(-1);
  const trimmedName = plainName.trim();
  if (/^\.*$/.test(trimmedName)) {
    const [, subtype = ""] = /^\w+\/(\w{1,8})$/.exec(type) ?? [];
    const extension = extensions[type] ?? subtype;
    return `adjunto-${number}${extension && `.${extension}`}`;
  }
  const ending = /\.[^.]{1,10}$/.exec(trimmedName)?.[0] ?? "";
  const beginning = trimmedName.slice(0, trimmedName.length - ending.length);
  return cutCharacters(beginning, maxNameLength - [...ending].length) + ending;
}
