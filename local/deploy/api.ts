/** The time-out of a call, in milliseconds. */
const patience = 30_000;
/** The length of a quoted error message, in characters. */
const quoted = 300;

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
export type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Opens the API of `provider` at `base` with a bearer token. */
export function openApi(provider: string, base: string, token: string, timeout = patience): Call {
  return async (method, path, body) => {
    const what = `${provider} ${method} ${path.replace(/\?.*/, "")}`;
    const hide = (text: string) => text.replaceAll(token, "…").replaceAll(/\s+/g, " ").slice(0, quoted);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${base}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: "application/json",
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout),
      });
      text = await response.text();
    } catch (error) {
      const { message, cause } = error as Error;
      const why = cause instanceof Error ? `${message} (${cause.message})` : message;
      throw new ProviderError(`${what} got no answer: ${hide(why)}`, 0);
    }
    const answer = parsed(text);
    if (response.ok) return answer;
    throw new ProviderError(
      `${what} was answered ${response.status}: ${hide(words(answer) ?? text)}`,
      response.status,
    );
  };
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

// Cloudflare: errors[].message; Neon, Resend and Sanity: message, or error as a text or an object.
function words(answer: unknown): string | null {
  const { errors, message, error } = (answer ?? {}) as {
    errors?: { code?: number; message?: string }[];
    message?: string;
    error?: string | { description?: string };
  };
  const listed = errors?.map((each) => `${each.message} [${each.code}]`).join("; ");
  return listed || message || (typeof error === "string" ? error : error?.description) || null;
}
