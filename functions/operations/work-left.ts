import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { markWorkLeft } from "./due-work.ts";

/**
 * Tells the scheduled Worker, after a call that may have left a mail or a build in the database, that it is to be asked. A call that
 * was refused has left nothing; one that failed may have.
 */
export const workLeft = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const isReading = c.req.method === "GET" || c.req.method === "HEAD";
  const isRefused = c.res.status >= 400 && c.res.status < 500;
  const spool = c.var.environment?.SPOOL;
  if (spool && !isReading && !isRefused && !c.var.leavesNoWork) c.executionCtx.waitUntil(markWorkLeft(spool));
});
