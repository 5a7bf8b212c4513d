import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";

/** A resource of the Cloudflare account that commands call. */
type AccountResource = {
  /** The path of the resource below the account. */
  path: string;
  /** The service and the resource, for error messages. */
  service: string;
  name: string;
  /** Describes why the command needs the resource. */
  reason: string;
  timeoutMs: number;
};

/**
 * Opens a resource at Cloudflare's API (v4), with CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN. The returned function
 * calls a path below the resource, and returns a successful response or a 404.
 * @throws Error with one sentence, also about the missing variables
 */
export function openAccountResource({ path, service, name, reason, timeoutMs }: AccountResource) {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  if (!account || !token)
    throw new Error(`CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN are not set: ${reason}`);
  const base = process.env.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4";
  return async (subpath: string, init: Pick<RequestInit, "method" | "body"> = {}): Promise<Response> => {
    const response = await fetchDirectly(`${base}/accounts/${account}/${path}/${subpath}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      throw new Error(`Cloudflare's ${service} does not answer.`, { cause: error });
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(
      `Cloudflare's ${service} answers ${response.status}: check that the token may access ${name}.`,
    );
  };
}
