import { json } from "node:stream/consumers";
import { listenOnLoopback } from "#local/processes/loopback.ts";

/** The failure of a call: an error of the provider, a rejection, or an answer that is lost after the work was done. */
export type ProviderFailure = 500 | 403 | "lost";

export class ProviderRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns the item with an id. @throws ProviderRefusal with 404 if there is none */
export function requireItem<Item extends { id: string }>(items: Item[], id: string | undefined): Item {
  const item = items.find((candidate) => candidate.id === id);
  if (!item) throw new ProviderRefusal(404, "not found");
  return item;
}

type ProviderRequest = { names: string[]; body: never; query: URLSearchParams };
export type Routes = Record<string, (request: ProviderRequest) => unknown>;

/**
 * Starts a provider's HTTP API on this machine. It checks the bearer token.
 * @param routes the handlers by method and path, with `:name` for a part of it; they return JSON or bytes
 */
export async function startProvider(token: string, routes: Routes) {
  const calls: string[] = [];
  let getFailure = (_call: string): ProviderFailure | null => null;
  const patterns = Object.entries(routes).map(([call, answer]) => ({
    answer,
    pattern: new RegExp(`^${call.replaceAll(/:\w+/g, "([^/]+)")}$`),
  }));
  const listener = await listenOnLoopback(0, async (request, response, { url }) => {
    const call = `${request.method} ${url.pathname}`;
    calls.push(call);
    const send = (status: number, body?: unknown) =>
      void response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(body instanceof Uint8Array ? body : JSON.stringify(body));
    const refuse = (status: number, message: string) => send(status, { statusCode: status, message });
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, "This key is not known.");
    const failure = getFailure(call);
    if (failure === 500) return refuse(500, "Something went wrong.");
    if (failure === 403) return refuse(403, "This key may not do that.");
    const body = await json(request).catch(() => null);
    for (const { pattern, answer } of patterns) {
      const [matchedCall, ...names] = pattern.exec(call) ?? [];
      if (matchedCall === undefined) continue;
      try {
        const result = await answer({ names, body: body as never, query: url.searchParams });
        return failure === "lost" ? void response.destroy() : send(200, result);
      } catch (error) {
        if (error instanceof ProviderRefusal) return refuse(error.status, error.message);
        throw error;
      }
    }
    refuse(404, `There is nothing at ${url.pathname}.`);
  });
  return {
    origin: `http://localhost:${listener.port}`,
    calls,
    /** Makes the calls fail that the rule selects. */
    breakWhere: (rule: typeof getFailure) => {
      getFailure = rule;
    },
    close: listener.close,
  };
}
