import { answerAndLog } from "./site/pages/page-log.ts";

type PagesContext = Pick<ExecutionContext, "waitUntil"> & { request: Request; env: Record<string, unknown> };

/** Answers every request outside `/api` and `/assets`. */
export const onRequest = (context: PagesContext) =>
  answerAndLog(context.request, context.env, (work) => context.waitUntil(work));
