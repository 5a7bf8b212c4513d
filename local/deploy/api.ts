import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";

/** The time-out of a call, in milliseconds. */
const timeoutMs = 30_000;
/** The length of a quoted error message, in characters. */
const maxQuoteLength = 300;

/**
 * A provider rejected a call, or did not answer in time. The message has the status and the provider's words, and no
 * secret.
 */
export class ProviderError extends Error {
  /** The HTTP status; 0 without an answer. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = "ProviderError";
    this.status = status;
  }
}

/** Calls a provider's HTTP API and returns the parsed JSON, or null for an empty answer. @throws ProviderError */
export type ProviderCall = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Opens the API of `provider` at `base` with a bearer token, which its errors never quote. */
export function openApi(provider: string, base: string, token: string, limitMs = timeoutMs): ProviderCall {
  return async (method, path, body) => {
    const callName = `${provider} ${method} ${path.replace(/\?.*/, "")}`;
    const hide = (text: string) =>
      text.replaceAll(token, "…").replaceAll(/\s+/g, " ").slice(0, maxQuoteLength);
    let response: Response;
    let text: string;
    try {
      response = await fetchDirectly(`${base}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: "application/json",
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(limitMs),
      });
      text = await response.text();
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
      throw new ProviderError(`${callName} got no answer: ${hide(reason)}`, 0);
    }
    const answer = parseJson(text);
    if (response.ok) return answer;
    throw new ProviderError(
      `${callName} was answered ${response.status}: ${hide(findErrorMessage(answer) ?? text)}`,
      response.status,
    );
  };
}

/**
 * Parses the body of a provider's response. Returns null for an empty or malformed body, so that an error can quote the
 * text instead.
 */
function parseJson(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Finds the error message in a provider's answer; null without one. Cloudflare has it in `errors[].message`; Neon,
 * Resend and Sanity have it in `message`, or in `error` as a text or an object.
 */
function findErrorMessage(answer: unknown): string | null {
  const { errors, message, error } = (answer ?? {}) as {
    errors?: { code?: number; message?: string }[];
    message?: string;
    error?: string | { description?: string };
  };
  const errorList = errors?.map((entry) => `${entry.message} [${entry.code}]`).join("; ");
  return errorList || message || (typeof error === "string" ? error : error?.description) || null;
}
