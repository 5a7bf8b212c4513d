import { answerAndLog } from "./site/pages/page-log.ts";

type Context = Pick<ExecutionContext, "waitUntil"> & { request: Request; env: Record<string, unknown> };

/** Every request outside of `/api` and `/assets`. */
export const onRequest = (context: Context) =>
  answerAndLog(context.request, context.env, (work) => context.waitUntil(work));
