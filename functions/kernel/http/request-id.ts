import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";

/** Gives every request an id of its own, which its answer and its log line carry. */
export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const id = crypto.randomUUID();
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
});
