import type { HonoRequest } from "hono";
import { cutCharacters } from "#functions/contract/characters.ts";
import { type Network, toNetwork } from "./network.ts";

/** The client of a request, for the audit, the rate limits and the list of sessions. */
export type Client = {
  network: Network | null;
  /** At most 500 characters. */
  userAgent: string | null;
  city: string | null;
  /** Country code of two letters. */
  country: string | null;
};

/** Returns the beginning of a text, as far as PostgreSQL can store it; null for anything else and for an empty text. */
const cutText = (text: unknown, characters: number) =>
  typeof text === "string"
    ? cutCharacters(text.toWellFormed(), characters).replaceAll("\0", "") || null
    : null;

/**
 * Returns the client's network, city and country from Cloudflare, and its `User-Agent`, which clients can forge.
 * `wrangler pages dev` does not overwrite `CF-Connecting-IP`, so a local client can choose its network.
 */
export function readClient(request: HonoRequest): Client {
  const { city, country } = (request.raw as { cf?: { city?: unknown; country?: unknown } }).cf ?? {};
  return {
    network: toNetwork(request.header("CF-Connecting-IP")),
    userAgent: cutText(request.header("User-Agent"), 500),
    city: cutText(city, 100),
    country: cutText(country, 2),
  };
}
