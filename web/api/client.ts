import { ApiError, errorOf } from "./api-error.ts";

type ApiRequest = {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/** One call to our API: the JSON of a successful answer, or null when it has no body. @throws ApiError */
export type Api = <Answer>(path: `/api/${string}`, request?: ApiRequest) => Promise<Answer>;

/** Calls our API as anyone. @throws ApiError `offline` or `unreachable` when no answer came; an abort stays an abort. */
export const callApi: Api = async (path, { method = "GET", query, body, headers, signal } = {}) => {
  const response = await send(path + search(query), {
    method,
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw await errorOf(response);
  if (response.status === 204) return null;
  return response.json().catch(() => {
    throw new ApiError("unexpected_answer", response.status);
  });
};

/** Where the access token of a signed-in caller comes from. */
export type TokenSource = {
  /** The token to send, or null when nobody is signed in. */
  current(): Promise<string | null>;
  /** A new token after the current one was refused, or null when the session has ended. */
  renewed(): Promise<string | null>;
};

/**
 * Calls our API as whoever is signed in. A refused token is renewed once: a session that was ended elsewhere
 * shows itself there, and ends here as well. @throws ApiError `unauthenticated` when nobody is signed in.
 */
export function authorisedApi(tokens: TokenSource): Api {
  return async (path, request) => {
    const call = (token: string) =>
      callApi(path, { ...request, headers: { ...request?.headers, Authorization: `Bearer ${token}` } });

    const token = await tokens.current();
    if (!token) throw new ApiError("unauthenticated", 401);
    try {
      return (await call(token)) as never;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unauthenticated") throw error;
      const renewed = await tokens.renewed();
      if (!renewed) throw error;
      return (await call(renewed)) as never;
    }
  };
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw noAnswer();
  }
}

/** The error of a call that nobody answered. */
export function noAnswer(): ApiError {
  return new ApiError(navigator.onLine === false ? "offline" : "unreachable");
}

function search(query: ApiRequest["query"] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : "";
}
