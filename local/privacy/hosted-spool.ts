import * as v from "valibot";
import { waitingPrefix } from "#functions/contact/spool.ts";
import type { Spool } from "./spool.ts";

const keys = v.object({
  result: v.array(v.object({ name: v.string() })),
  result_info: v.object({ cursor: v.optional(v.string(), "") }),
});

/**
 * The KV namespace `id` over Cloudflare's API, with CLOUDFLARE_ACCOUNT_ID and a CLOUDFLARE_API_TOKEN that may read and write it.
 * @throws Error with one sentence about what is missing
 */
export function openHostedSpool(id: string): Spool {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  if (!account || !token) {
    throw new Error(
      "CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN are not set: messages that wait for the database are in the KV namespace SPOOL, and belong to what is kept.",
    );
  }
  const base = process.env.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4";
  const call = async (path: string, method = "GET", body?: string): Promise<Response> => {
    const response = await fetch(`${base}/accounts/${account}/storage/kv/namespaces/${id}/${path}`, {
      method,
      ...(body !== undefined && { body }),
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(`Cloudflare's KV answers ${response.status}: does the token reach the namespace ${id}?`);
  };
  const valuePath = (name: string) => `values/${encodeURIComponent(name)}`;
  return {
    async list() {
      const names: string[] = [];
      for (let cursor = ""; ; ) {
        const query = new URLSearchParams({
          prefix: waitingPrefix,
          limit: "1000",
          ...(cursor && { cursor }),
        });
        const response = await call(`keys?${query}`);
        if (!response.ok) throw new Error(`There is no KV namespace ${id}, which wrangler.toml names.`);
        const page = v.parse(keys, await response.json());
        names.push(...page.result.map(({ name }) => name));
        cursor = page.result_info.cursor;
        if (!cursor) return names;
      }
    },
    async read(name) {
      const response = await call(valuePath(name));
      return response.ok ? response.text() : null;
    },
    remove: async (name) => void (await call(valuePath(name), "DELETE")),
    async write(name, value) {
      const response = await call(valuePath(name), "PUT", value);
      if (!response.ok) throw new Error(`There is no KV namespace ${id}, which wrangler.toml names.`);
    },
    close: async () => {},
  };
}
