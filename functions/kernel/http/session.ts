import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { authPath, type Role } from "#functions/contract/account.ts";
import type { Environment } from "#functions/env.ts";
import { type Caller, readAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { authorise, type Needs } from "#functions/kernel/database/authorisation.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import type { AppEnv } from "./context.ts";

/** The issuer of our tokens. */
export const toIssuer = (environment: Environment) => `${environment.SITE_ORIGIN}${authPath}`;

/** Whose access token the request carries; `missing` or `invalid` when none, or none of ours. */
export async function readCaller(c: Context<AppEnv>): Promise<Caller | "missing" | "invalid"> {
  const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
  if (!token) return "missing";
  const { environment } = c.var;
  return (await readAccessToken(environment.signingKeys, toIssuer(environment), token)) ?? "invalid";
}

/**
 * Goes on as the caller: `c.var.authorised` refuses who lacks a living session or what the call needs, together with the work. Where
 * there is none, because something is wrong with the request itself, that is told to no one else either.
 * @throws Refusal unauthenticated, forbidden, passkey_required
 */
export async function continueAs(
  c: Context<AppEnv>,
  next: Next,
  caller: Caller,
  needs: Needs = {},
): Promise<void> {
  const authorised = authorise(c.var.database, caller, { limits: c.var.environment, ...needs });
  c.set("caller", caller);
  c.set("authorised", authorised);
  await next();
  // A refusal is the database's, which was asked.
  if (c.error && !(c.error instanceof Refusal)) await authorised({});
}

/** Lets through who holds a valid access token, has a living session and `role`. */
const requireCaller = (role?: Role) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const caller = await readCaller(c);
    if (typeof caller === "string") throw new Refusal("unauthenticated");
    await continueAs(c, next, caller, { role });
  });

/** Guards what a signed-in user may do. @throws Refusal unauthenticated */
export const requireSession = requireCaller();

/** Requires an administrator. The database reads the role in the transaction of the request. @throws Refusal unauthenticated, forbidden, passkey_required */
export const requireAdmin = requireCaller("admin");
