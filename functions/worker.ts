import { api } from "./api.ts";
import { answerAndLog } from "./site/pages/page-log.ts";

/** The deployed Worker. It sends `/api` to the API and all other requests, except `/assets`, to the pages. */
export default {
  fetch(request: Request, env: Record<string, unknown>, context: ExecutionContext) {
    return /^\/api(\/|$)/.test(new URL(request.url).pathname)
      ? api.fetch(request, env, context)
      : answerAndLog(request, env, (work) => context.waitUntil(work));
  },
};
