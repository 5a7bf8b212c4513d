import { ApiError, toApiError } from "./api-error.ts";

type ApiRequest = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/** Calls our API. Returns the JSON of a successful response, or null without a body. @throws ApiError */
export type Api = <Answer>(path: `/api/${string}`, request?: ApiRequest) => Promise<Answer>;

/** Calls our API and returns the response itself: 2xx, or 304 for a conditional request. @throws ApiError */
export type RawApi = (path: `/api/${string}`, request?: ApiRequest) => Promise<Response>;

/** Sends a request to our API, with a body as JSON. A 304 response is a success: a conditional request asked for it. */
const requestApi: RawApi = async (path, { method = "GET", query, body, headers, signal } = {}) => {
  const response = await send(path + toQueryString(query), {
    method,
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok && response.status !== 304) throw await toApiError(response);
  return response;
};

/** Returns an API whose calls return the JSON of a response. @throws ApiError `unexpected_answer` for another body */
export const toJsonApi =
  (request: RawApi): Api =>
  async (path, options) => {
    const response = await request(path, options);
    if (response.status === 204) return null;
    return response.json().catch(() => {
      throw new ApiError("unexpected_answer", response.status);
    });
  };

/**
 * Calls our API without a session. An aborted call rejects with its abort error.
 * @throws ApiError `offline` or `unreachable` without a response
 */
export const callApi: Api = toJsonApi(requestApi);

/** Provides the access tokens of a signed-in user. */
export type TokenSource = {
  /** Returns the token to send, or null without a session. */
  getToken(): Promise<string | null>;
  /** Returns a new token after the edge rejected the current one, or null if the session has ended. */
  renewToken(): Promise<string | null>;
};

/**
 * Returns an API for the signed-in user whose calls return the response itself. It renews a rejected token once, which
 * also detects a session that was ended elsewhere. Without a session its calls throw the ApiError `unauthenticated`.
 */
export function createAuthorizedRawApi(tokens: TokenSource): RawApi {
  return async (path, request) => {
    const call = (token: string) =>
      requestApi(path, {
        ...request,
        headers: { ...request?.headers, Authorization: `Bearer ${token}` },
      });

    const token = await tokens.getToken();
    if (!token) throw new ApiError("unauthenticated", 401);
    try {
      return await call(token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unauthenticated") throw error;
      const newToken = await tokens.renewToken();
      if (!newToken) throw error;
      return await call(newToken);
    }
  };
}

/** Fetches an address. A network failure becomes an ApiError; an abort, which is no failure, keeps its own error. */
async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw createNoResponseError();
  }
}

/** Returns the error of a call without a response: `offline` or `unreachable`. */
export function createNoResponseError(): ApiError {
  return new ApiError(navigator.onLine === false ? "offline" : "unreachable");
}

function toQueryString(query: ApiRequest["query"] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : "";
}
