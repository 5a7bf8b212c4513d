import { onRequest as answerPage } from "./[[path]].ts";
import { onRequest as answerCall } from "./api/[[route]].ts";

/** What is deployed, for every request but those for `/assets`: calls as Pages would route them to the API's Function, and all others to the site's. */
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
