import type { Context } from "hono";
import type { Client } from "#functions/accounts/events.ts";
import type { AppEnv } from "./context.ts";
import { toNetwork } from "./network.ts";

const short = (text: unknown, characters: number) =>
  typeof text === "string"
    ? [...text.toWellFormed()].slice(0, characters).join("").replaceAll("\0", "") || null
    : null;

/** The caller's network and browser, as Cloudflare gives them; a client could send any other header itself. */
export function readClient(c: Context<AppEnv>): Client {
  const { city, country } = (c.req.raw as { cf?: { city?: unknown; country?: unknown } }).cf ?? {};
  return {
    network: toNetwork(c.req.header("CF-Connecting-IP")),
    userAgent: short(c.req.header("User-Agent"), 500),
    city: short(city, 100),
    country: short(country, 2),
  };
}
