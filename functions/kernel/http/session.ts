import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { authPath } from "#functions/contract/account.ts";
import type { Role } from "#functions/contract/answers.schema.ts";
import type { Environment } from "#functions/env.ts";
import { type Caller, readAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { authorize, type Needs } from "#functions/kernel/database/authorization.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import type { AppEnv } from "./context.ts";

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
 * Continues as the caller. `c.var.authorized` checks the session and the rights in the transaction of the work. After
 * any error but a refusal, it runs once more alone, so an unauthorized client learns nothing about the error.
 * @throws Refusal unauthenticated, forbidden, passkey_required
 */
export async function continueAs(
  c: Context<AppEnv>,
  next: Next,
  caller: Caller,
  needs: Needs = {},
): Promise<void> {
  const authorized = authorize(c.var.database, caller, { limits: c.var.environment, ...needs });
  c.set("caller", caller);
  c.set("authorized", authorized);
  await next();
  // A refusal comes from the database, which has then already checked the session.
  if (c.error && !(c.error instanceof Refusal)) await authorized({});
}

/**
 * Rejects a request without a valid access token. `c.var.authorized` checks the session and `role` in the database, so
 * a handler runs its queries with it or calls it first. Without `role`, any signed-in user may continue.
 */
const requireCaller = (role?: Role) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const caller = await readCaller(c);
    if (typeof caller === "string") throw new Refusal("unauthenticated");
    await continueAs(c, next, caller, { role });
  });

/** Requires a signed-in user. @throws Refusal unauthenticated */
export const requireSession = requireCaller();

/**
 * Requires an administrator. The database reads the role in the transaction of the request.
 * @throws Refusal unauthenticated, forbidden, passkey_required
 */
export const requireAdmin = requireCaller("admin");
