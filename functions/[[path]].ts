import type { EventContext } from "@cloudflare/workers-types";
import { answerAndLog } from "./site/pages/page-log.ts";

/** Every request outside of `/api` and `/assets`. */
export const onRequest = (context: EventContext<Record<string, unknown>, string, unknown>) =>
  answerAndLog(context.request as unknown as Request, context.env, (work) => context.waitUntil(work));
