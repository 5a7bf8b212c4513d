import type { ExecutionContext } from "@cloudflare/workers-types";
import { onRequest as answerPage } from "./[[path]].ts";
import { onRequest as answerCall } from "./api/[[route]].ts";

type Context = Parameters<typeof answerCall>[0];

/** What is deployed, for every request but those for `/assets`: calls as Pages would route them to the API's Function, and all others to the site's. */
export default {
  fetch(request: Request, env: Record<string, unknown>, context: ExecutionContext) {
    const onRequest = /^\/api(\/|$)/.test(new URL(request.url).pathname) ? answerCall : answerPage;
    return onRequest({
      ...{ request, env, passThroughOnException: () => context.passThroughOnException() },
      waitUntil: (work: Promise<unknown>) => context.waitUntil(work),
    } as unknown as Context);
  },
};
