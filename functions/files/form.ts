// Forms of browsers without JavaScript that may contain files.

import type { Context } from "hono";
import { uploadedField, uploadField } from "#functions/contract/contact.ts";
import { maxUploadBytes, maxUploads } from "#functions/contract/upload.ts";
import { formLimit, readBytes, readMediaType, readText } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { readForm } from "#functions/kernel/http/form.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { storeFormFiles } from "./uploads.ts";

/** Maximum size of a form with files, in bytes. The memory of an isolate holds it twice. */
const filesLimit = 25_000_000;
/** Time limit for the arrival of a form with files, in milliseconds. */
const filesTimeoutMs = 5 * 60_000;

const urlEncoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

const checkFilesLimit = createCallLimit({ burst: 30, perSecond: 0.2 });

/** Returns whether the body of a call is a form. */
export const isForm = (c: Context): boolean => [urlEncoded, multipart].includes(readMediaType(c));

/** A form: its texts by field, the bytes of these texts, and its files, which have content. */
type SentForm = { fields: Record<string, string>; sizeBytes: number; files: File[] };

const measure = (text: string) => new TextEncoder().encode(text).byteLength;

/**
 * Reads a form of this site.
 * @throws Problem body_too_large, malformed_request, request_timeout, unsupported_media_type
 */
export async function readSentForm(c: Context<AppEnv>): Promise<SentForm> {
  if (readMediaType(c) === urlEncoded) {
    const body = await readText(c, formLimit);
    const { [uploadField]: _, ...fields } = readForm(body);
    return { fields, sizeBytes: measure(body), files: [] };
  }
  const bytes = await readBytes(c, filesLimit, filesTimeoutMs);
  const headers = { "Content-Type": c.req.header("Content-Type") ?? "" };
  const form = await new Response(bytes, { headers }).formData().catch((cause) => {
    throw new Problem("malformed_request", { cause });
  });
  // A browser sends an empty file for a field without one, which workerd may read as a text.
  const texts = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[0] !== uploadField,
  );
  const files = form.getAll(uploadField).filter((entry) => typeof entry !== "string" && entry.size > 0);
  return {
    fields: Object.fromEntries(texts),
    sizeBytes: texts.reduce((size, [name, text]) => size + measure(name) + measure(text), 0),
    files: files as File[],
  };
}

/**
 * Stores the files of a form, and adds their tokens to those of earlier files.
 * @throws Problem invalid_fields for too many files or a file that is too large; files_unavailable; TooManyAttempts
 */
export async function addFormFiles(c: Context<AppEnv>, { fields, files }: SentForm): Promise<void> {
  if (files.length === 0) return;
  checkFilesLimit(c);
  const tokens = (fields[uploadedField] ?? "").split(/\s+/).filter(Boolean);
  if (tokens.length + files.length > maxUploads || files.some(({ size }) => size > maxUploadBytes))
    throw new Problem("invalid_fields", { errors: [{ field: uploadedField, code: "too_long" }] });
  fields[uploadedField] = [...tokens, ...(await storeFormFiles(c.var.environment, files))].join(" ");
}
