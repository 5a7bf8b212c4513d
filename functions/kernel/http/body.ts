import type { Context, MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { FieldError } from "#functions/contract/answers.schema.ts";
import type { AppEnv } from "./context.ts";
import { Problem } from "./problem.ts";

/** Maximum size of a request body, in bytes. */
export const bodyLimit = 64 * 1024;

/**
 * Maximum size of a form body that is read, in bytes. A form larger than `bodyLimit` is rejected, and its text is
 * returned in the form.
 */
export const formLimit = 1024 * 1024;

/** Time limit for the arrival of a body, in milliseconds. */
export const bodyTimeoutMs = 10_000;

/** Maximum nesting of arrays and objects in a JSON body. */
const bodyDepth = 32;

/** Returns the media type of the body, in lower case and without parameters. */
export function readMediaType(c: Context): string {
  return (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Maximum number of bytes that are received of a body that is too long. */
const skipLimit = 4 * 1024 * 1024;

/**
 * Rejects compressed or differently encoded bodies. Their bytes may happen to be valid UTF-8 and would be stored as
 * garbage.
 * @throws Problem unsupported_media_type
 */
function rejectForeignEncoding(c: Context): void {
  const coding = c.req.header("Content-Encoding")?.trim().toLowerCase() || "identity";
  const [, charset = "utf-8"] =
    /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(c.req.header("Content-Type") ?? "") ?? [];
  if (coding !== "identity" || !/^utf-?8$/i.test(charset)) throw new Problem("unsupported_media_type");
}

/**
 * Yields the chunks of a body. The whole body has to arrive within `timeoutMs`, so a slow client cannot hold its request
 * open.
 * @throws Problem request_timeout
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array> | null,
  timeoutMs = bodyTimeoutMs,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(new Problem("request_timeout")), timeoutMs);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), deadline.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // A client that has left cannot be told.
    reader.cancel().catch(() => {});
  }
}

/**
 * Reads the body as text of at most `limit` bytes. The size is measured while reading, because the client's
 * `Content-Length` may be wrong. A body that is too long is received, too, up to `skipLimit`: clients read no answer
 * while they send.
 * @throws Problem unsupported_media_type for another declared encoding; malformed_request for bytes that are not UTF-8;
 * body_too_large; request_timeout
 */
export async function readText(c: Context, limit = bodyLimit): Promise<string> {
  rejectForeignEncoding(c);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let size = 0;
  try {
    for await (const chunk of readChunks(c.req.raw.body)) {
      size += chunk.byteLength;
      if (size > skipLimit) break;
      if (size <= limit) text += decoder.decode(chunk, { stream: true });
    }
    if (size <= limit) return text + decoder.decode();
  } catch (cause) {
    throw cause instanceof Problem ? cause : new Problem("malformed_request", { cause });
  }
  throw new Problem("body_too_large");
}

/**
 * Reads at most `limit` bytes of a body, which has to arrive within `timeoutMs`. The rest of a body that is too large is
 * received, too, up to twice the limit: clients read no answer while they send.
 * @throws Problem request_timeout
 */
export async function readBytes(
  c: Context,
  limit: number,
  timeoutMs: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isTooLarge: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let receivedBytes = 0;
  for await (const chunk of readChunks(c.req.raw.body, timeoutMs)) {
    receivedBytes += chunk.byteLength;
    if (receivedBytes > 2 * limit) break;
    if (receivedBytes > limit) continue;
    size += chunk.byteLength;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let position = 0;
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
    bytes.set(chunk, position);
    position += chunk.byteLength;
  }
  return { bytes, isTooLarge: receivedBytes > limit };
}

/**
 * Reads the body as JSON of at most `limit` bytes, of any shape up to the maximum nesting.
 * @throws Problem unsupported_media_type, body_too_large, malformed_request, request_timeout
 */
export async function readJson(c: Context, limit = bodyLimit): Promise<unknown> {
  if (readMediaType(c) !== "application/json") throw new Problem("unsupported_media_type");
  return parseJson(await readText(c, limit));
}

/**
 * Returns the nesting depth of a JSON text, by which a body is rejected before the parser reads it. For other text the
 * number has no meaning.
 */
export function measureJsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  // The pattern also consumes an unterminated string. Otherwise each of its quotes would start a new scan, which takes
  // seconds.
  for (const [sign] of text.matchAll(/[[{\]}]|"(?:[^"\\]|\\.)*"?/gs)) {
    if (sign === "[" || sign === "{") deepest = Math.max(deepest, ++depth);
    if (sign === "]" || sign === "}") depth -= 1;
  }
  return deepest;
}

/** Parses a text as JSON of any shape up to the maximum nesting. @throws Problem malformed_request */
export function parseJson(text: string): unknown {
  try {
    if (measureJsonDepth(text) > bodyDepth) throw new RangeError("The JSON is too deep");
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem("malformed_request", { cause });
  }
}

/** Returns the rejected fields, each once with its first reason. */
export function toFieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldError[] {
  const reasons = new Map<string, string>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? "";
    if (!reasons.has(field)) reasons.set(field, issue.message);
  }
  return Array.from(reasons, ([field, code]) => ({ field, code }));
}

/** Validates a value against a schema of the contract. @throws Problem invalid_fields */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new Problem("invalid_fields", { errors: toFieldErrors(result.issues) });
  return result.output;
}

type Valid<Target extends "json" | "query" | "param", Schema extends v.GenericSchema> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { [T in Target]: v.InferInput<Schema> }; out: { [T in Target]: v.InferOutput<Schema> } }
>;

/**
 * Validates a JSON body of at most `limit` bytes and provides it as `c.req.valid("json")`.
 * @throws Problem unsupported_media_type, body_too_large, malformed_request, request_timeout, invalid_fields
 */
export const jsonBody =
  <Schema extends v.GenericSchema>(schema: Schema, limit = bodyLimit): Valid<"json", Schema> =>
  async (c, next) => {
    c.req.addValidatedData("json", validate(schema, await readJson(c, limit)) as object);
    await next();
  };
