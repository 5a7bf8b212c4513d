import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type Caller, readAccessToken } from "#functions/auth/access-tokens.ts";
import type { AppEnv } from "#functions/context.ts";
import { authPath } from "#functions/contract/account.ts";
import type { Role } from "#functions/contract/profile.ts";
import { authorise } from "#functions/data/authorisation.ts";
import { Refusal } from "#functions/data/refusals.ts";
import type { Environment } from "#functions/env.ts";

/** The issuer of our tokens. */
export const toIssuer = (environment: Environment) => `${environment.SITE_ORIGIN}${authPath}`;

/** Whose access token the request carries; `missing` or `invalid` when none, or none of ours. */
export async function readCaller(c: Context<AppEnv>): Promise<Caller | "missing" | "invalid"> {
  const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
  if (!token) return "missing";
  const { environment } = c.var;
  return (await readAccessToken(environment.signingKeys, toIssuer(environment), token)) ?? "invalid";
}

/** Lets through who holds a valid access token; `c.var.authorised` then refuses who lacks a living session or `role`. */
export const requireCaller = (role?: Role) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const caller = await readCaller(c);
    if (typeof caller === "string") throw new Refusal("unauthenticated");
    c.set("caller", caller);
    c.set("authorised", authorise(c.var.database, caller, { limits: c.var.environment, role }));
    await next();
  });

/** Guards what a signed-in user may do. @throws Refusal unauthenticated */
export const requireSession = requireCaller();
