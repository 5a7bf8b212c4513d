import type { Context, MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { AppEnv } from "#functions/context.ts";
import { bodyLimit } from "#functions/contract/body-limit.ts";
import type { FieldError } from "#functions/contract/problem.ts";
import { Problem } from "#functions/problem.ts";

/** The media type of the body, in lower case and without parameters. */
export function mediaType(c: Context): string {
  return (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

// A client that is still sending does not read an answer: up to this much of a body that is too long is skipped first.
const courtesy = 4 * 1024 * 1024;

/**
 * The body as text. It is measured while it is read: what a header says of its length is not believed.
 * @throws Problem body_too_large, malformed_request when it is not UTF-8
 */
export async function readText(c: Context): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.byteLength;
      if (size > courtesy) break;
      if (size <= bodyLimit) text += decoder.decode(chunk, { stream: true });
    }
    if (size <= bodyLimit) return text + decoder.decode();
  } catch (cause) {
    throw new Problem("malformed_request", { cause });
  }
  throw new Problem("body_too_large");
}

/**
 * The body as JSON, whatever its shape.
 * @throws Problem unsupported_media_type, body_too_large, malformed_request
 */
export async function readJson(c: Context): Promise<unknown> {
  if (mediaType(c) !== "application/json") throw new Problem("unsupported_media_type");
  const text = await readText(c);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem("malformed_request", { cause });
  }
}

/** The refused fields, each once and with the first reason. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldError[] {
  const reasons = new Map<string, string>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? "";
    if (!reasons.has(field)) reasons.set(field, issue.message);
  }
  return Array.from(reasons, ([field, code]) => ({ field, code }));
}

/** Checks a value against the contract. @throws Problem invalid_fields */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new Problem("invalid_fields", { errors: fieldErrors(result.issues) });
  return result.output;
}

type Valid<Target extends "json" | "query" | "param", Schema extends v.GenericSchema> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { [T in Target]: v.InferInput<Schema> }; out: { [T in Target]: v.InferOutput<Schema> } }
>;

/**
 * Lets a JSON body through that the contract allows, as `c.req.valid("json")`.
 * @throws Problem unsupported_media_type, body_too_large, malformed_request, invalid_fields
 */
export const jsonBody =
  <Schema extends v.GenericSchema>(schema: Schema): Valid<"json", Schema> =>
  async (c, next) => {
    c.req.addValidatedData("json", validate(schema, await readJson(c)) as object);
    await next();
  };
