import type { EventContext } from "@cloudflare/workers-types";
import { answerPage } from "./pages/answer.ts";

/** Every request outside of `/api` and `/assets`. */
export const onRequest = (context: EventContext<Record<string, unknown>, string, unknown>) =>
  answerPage(context.request as unknown as Request, context.env, (work) => context.waitUntil(work));
