import { onRequest as answerPage } from "./[[path]].ts";
import { onRequest as answerCall } from "./api/[[route]].ts";

/**
 * The deployed Worker. It handles all requests except `/assets` and routes them as Pages would: `/api` to the API, all
 * others to the pages.
 */
export default {
  fetch(request: Request, env: Record<string, unknown>, context: ExecutionContext) {
    const onRequest = /^\/api(\/|$)/.test(new URL(request.url).pathname) ? answerCall : answerPage;
    return onRequest({
      request,
      env,
      props: context.props,
      passThroughOnException: () => context.passThroughOnException(),
      waitUntil: (work) => context.waitUntil(work),
    });
  },
};
