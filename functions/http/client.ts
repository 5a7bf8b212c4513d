import type { Context } from "hono";
import { networkOf } from "#functions/auth/network.ts";
import type { AppEnv } from "#functions/context.ts";
import type { Client } from "#functions/data/account-events.ts";

const short = (text: unknown, characters: number) =>
  typeof text === "string"
    ? [...text.toWellFormed()].slice(0, characters).join("").replaceAll("\0", "") || null
    : null;

/** Who calls, as Cloudflare tells it; other headers about it could be anybody's. */
export function clientOf(c: Context<AppEnv>): Client {
  const { city, country } = (c.req.raw as { cf?: { city?: unknown; country?: unknown } }).cf ?? {};
  return {
    network: networkOf(c.req.header("CF-Connecting-IP")),
    userAgent: short(c.req.header("User-Agent"), 500),
    city: short(city, 100),
    country: short(country, 2),
  };
}
