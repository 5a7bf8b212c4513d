import { ApiError, toApiError } from "./api-error.ts";

type ApiRequest = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/** One call to our API: the JSON of a successful answer, or null when it has no body. @throws ApiError */
export type Api = <Answer>(path: `/api/${string}`, request?: ApiRequest) => Promise<Answer>;

/** One call to our API whose answer is read by the caller: 2xx, or 304 to a conditional request. @throws ApiError */
export type RawApi = (path: `/api/${string}`, request?: ApiRequest) => Promise<Response>;

const requestAsAnyone: RawApi = async (path, { method = "GET", query, body, headers, signal } = {}) => {
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
  if (!response.ok && response.status !== 304) throw await toApiError(response);
  return response;
};

/** The JSON of a call's answer, null when it has none. @throws ApiError `unexpected_answer` for anything else */
const parsed =
  (request: RawApi): Api =>
  async (path, options) => {
    const response = await request(path, options);
    if (response.status === 204) return null;
    return response.json().catch(() => {
      throw new ApiError("unexpected_answer", response.status);
    });
  };

/** Calls our API as anyone. @throws ApiError `offline` or `unreachable` when no answer came; an abort stays an abort. */
export const callApi: Api = parsed(requestAsAnyone);

/** Where the access token of a signed-in caller comes from. */
export type TokenSource = {
  /** The token to send, or null when no one is signed in. */
  current(): Promise<string | null>;
  /** A new token after the current one was refused, or null when the session has ended. */
  renewed(): Promise<string | null>;
};

/**
 * Calls our API as the signed-in user. A refused token is renewed once: a session that was ended elsewhere
 * shows itself there, and ends here as well. @throws ApiError `unauthenticated` when no one is signed in.
 */
export function authorisedApi(tokens: TokenSource): Api {
  return parsed(authorisedRawApi(tokens));
}

/** As `authorisedApi`, for answers that are read by the caller. @throws ApiError as that */
export function authorisedRawApi(tokens: TokenSource): RawApi {
  return async (path, request) => {
    const call = (token: string) =>
      requestAsAnyone(path, {
        ...request,
        headers: { ...request?.headers, Authorization: `Bearer ${token}` },
      });

    const token = await tokens.current();
    if (!token) throw new ApiError("unauthenticated", 401);
    try {
      return await call(token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unauthenticated") throw error;
      const renewed = await tokens.renewed();
      if (!renewed) throw error;
      return await call(renewed);
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

/** The error of a call that got no answer. */
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
