// Forms of browsers without JavaScript that may contain files.

import type { Context } from "hono";
import { uploadedField, uploadField } from "#functions/contract/contact.ts";
import { maxUploadBytes, maxUploads } from "#functions/contract/upload.ts";
import { splitTokens } from "#functions/contract/upload-tokens.ts";
import { formLimit, readBytes, readMediaType, readText } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { readForm } from "#functions/kernel/http/form.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { createSlots } from "./slots.ts";
import { storeFormFiles } from "./uploads.ts";

/** Maximum size of a form with files, in bytes. An isolate has it three times in memory. */
const filesLimit = 16_000_000;
/** Time limit for the arrival of a form with files, in milliseconds. */
const filesTimeoutMs = 2 * 60_000;

const urlEncoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

const checkFilesLimit = createCallLimit({ burst: 30, perSecond: 0.2 });
const withFormSlot = createSlots(1);

/** Returns whether the body of a call is a form. */
export const isForm = (c: Context): boolean => [urlEncoded, multipart].includes(readMediaType(c));

/** A form: its texts by field, the bytes of these texts, and its files, which have content. */
export type SentForm = {
  fields: Record<string, string>;
  sizeBytes: number;
  files: File[];
  /** Whether its files exceed the limit. They are left out. */
  isTooLarge: boolean;
};

const measure = (text: string) => new TextEncoder().encode(text).byteLength;

/** Returns the texts of a form by field. Every earlier file has a field with its token. */
function toFields(pairs: [string, string][]): Record<string, string> {
  const tokens = pairs.flatMap(([name, value]) => (name === uploadedField ? value : []));
  return { ...Object.fromEntries(pairs), ...(tokens.length > 0 && { [uploadedField]: tokens.join(" ") }) };
}

/** Returns the beginning of a form that is too large, up to its first file, as a whole form. */
function cutFiles(beginning: Uint8Array<ArrayBuffer>, contentType: string): Blob {
  const [, boundary = ""] = /boundary="?([^";]+)/.exec(contentType) ?? [];
  // Latin-1 has one character for each byte.
  const text = new TextDecoder("latin1").decode(beginning.subarray(0, formLimit));
  const start = text.indexOf(`--${boundary}\r\nContent-Disposition: form-data; name="${uploadField}"`);
  return new Blob([beginning.subarray(0, Math.max(0, start)), `--${boundary}--\r\n`]);
}

/** Reads a form in parts (RFC 7578). @throws Problem malformed_request, request_timeout */
async function readMultipart(c: Context): Promise<SentForm> {
  const contentType = c.req.header("Content-Type") ?? "";
  const { bytes, isTooLarge } = await readBytes(c, filesLimit, filesTimeoutMs);
  const body = isTooLarge ? cutFiles(bytes, contentType) : bytes;
  const form = await new Response(body, { headers: { "Content-Type": contentType } })
    .formData()
    .catch((cause) => {
      throw new Problem("malformed_request", { cause });
    });
  // A browser sends an empty file for a field without one, which workerd may read as a text.
  const texts = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[0] !== uploadField,
  );
  const files = form.getAll(uploadField).filter((entry) => typeof entry !== "string" && entry.size > 0);
  return {
    fields: toFields(texts),
    sizeBytes: texts.reduce((size, [name, text]) => size + measure(name) + measure(text), 0),
    files: files as File[],
    isTooLarge,
  };
}

/**
 * Reads a form of this site.
 * @throws Problem body_too_large, malformed_request, request_timeout, unsupported_media_type; TooManyAttempts
 */
export async function readSentForm(c: Context<AppEnv>): Promise<SentForm> {
  if (readMediaType(c) === urlEncoded) {
    const body = await readText(c, formLimit);
    const { [uploadField]: _, ...fields } = toFields(readForm(body));
    return { fields, sizeBytes: measure(body), files: [], isTooLarge: false };
  }
  checkFilesLimit(c);
  const isSmall = Number(c.req.header("Content-Length") ?? Number.NaN) <= formLimit;
  if (isSmall) return readMultipart(c);
  return withFormSlot(() => readMultipart(c));
}

/**
 * Stores the files of a form, and adds their tokens to those of earlier files.
 * @throws Problem invalid_fields for too many files or files that are too large; files_unavailable
 */
export async function addFormFiles(
  c: Context<AppEnv>,
  { fields, files, isTooLarge }: SentForm,
): Promise<void> {
  if (files.length === 0 && !isTooLarge) return;
  const tokens = splitTokens(fields[uploadedField] ?? "");
  const isBeyond = tokens.length + files.length > maxUploads;
  if (isTooLarge || isBeyond || files.some(({ size }) => size > maxUploadBytes))
    throw new Problem("invalid_fields", { errors: [{ field: uploadedField, code: "too_long" }] });
  fields[uploadedField] = [...tokens, ...(await storeFormFiles(c.var.environment, files))].join(" ");
}
