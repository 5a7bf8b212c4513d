import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { authPath } from "#functions/contract/account.ts";
import type { Environment } from "#functions/env.ts";
import { type Caller, readAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import type { AppEnv, Needs } from "./context.ts";

/** The settings that sign the edge's tokens. */
export type TokenIssuer = Pick<Environment, "signingKeys" | "SITE_ORIGIN">;

export const toIssuer = ({ SITE_ORIGIN }: TokenIssuer) => `${SITE_ORIGIN}${authPath}`;

/**
 * Returns the caller of the request's access token; `missing` without a token, `invalid` for a foreign or expired one.
 */
export async function readCaller(c: Context<AppEnv>): Promise<Caller | "missing" | "invalid"> {
  const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
  if (!token) return "missing";
  const { environment } = c.var;
  return (await readAccessToken(environment.signingKeys, toIssuer(environment), token)) ?? "invalid";
}

/**
 * Continues as the caller. `c.var.authorized` checks the session and the needs in the transaction of the work. After an
 * error before that transaction, the check runs alone, so an unauthorized client learns nothing about the error.
 * @throws Refusal unauthenticated, forbidden, passkey_required
 */
export async function continueAs(
  c: Context<AppEnv>,
  next: Next,
  caller: Caller,
  needs: Needs = {},
): Promise<void> {
  const transaction = c.var.authorize(c.var.database, caller, needs);
  let isAuthorized = false;
  const authorized: Transaction = async (statements) => {
    const results = await transaction(statements);
    isAuthorized = true;
    return results;
  };
  c.set("caller", caller);
  c.set("authorized", authorized);
  await next();
  // A refusal comes from the transaction, which has then already checked the session.
  if (c.error && !(c.error instanceof Refusal) && !isAuthorized) await authorized({});
}

/**
 * Creates the middleware that rejects a request without a valid access token. The check of `needs` is in the database,
 * so a handler runs its queries with `c.var.authorized`.
 */
const requireCaller = (needs: Needs) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const caller = await readCaller(c);
    if (typeof caller === "string") throw new Refusal("unauthenticated");
    await continueAs(c, next, caller, needs);
  });

/** Requires a signed-in user. @throws Refusal unauthenticated */
export const requireSession = requireCaller({});

/**
 * Requires an administrator. The database reads the role in the transaction of the request.
 * @throws Refusal unauthenticated, forbidden, passkey_required
 */
export const requireAdmin = requireCaller({ role: "admin" });

/** Requires an administrator for work as the service `auth`. @throws the same */
export const requireAdminOfAccounts = requireCaller({ role: "admin", service: "auth" });
