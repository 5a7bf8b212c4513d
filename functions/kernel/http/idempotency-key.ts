import type { Context } from "hono";
import * as v from "valibot";
import type { AppEnv } from "./context.ts";
import { Problem } from "./problem.ts";

/** Returns the client's idempotency key; null without one. @throws Problem malformed_request unless it is a UUID */
export function readIdempotencyKey(c: Context<AppEnv>): string | null {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return null;
  if (!v.is(v.pipe(v.string(), v.uuid()), key)) {
    throw new Problem("malformed_request", { detail: "Idempotency-Key has to be a UUID." });
  }
  return key.toLowerCase();
}
