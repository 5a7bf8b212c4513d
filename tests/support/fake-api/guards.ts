import { createMiddleware } from "hono/factory";
import { AuthError } from "#functions/accounts/auth-error.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import type { AccountStore, FakeAccount, FakeSession } from "./account-store.ts";

const readToken = (header: string | undefined) => /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];

/** Creates the middleware that checks the access token of a request, as the edge does. */
export function createGuards(accounts: AccountStore, now: () => number) {
  const isPasskeyMissing = ({ role, passkeyGraceUntil }: FakeAccount, { isVerified }: FakeSession) =>
    role === "admin" && accounts.needPasskeys && !isVerified && passkeyGraceUntil <= now();

  const requireCaller = (role?: "admin") =>
    createMiddleware<AppEnv>(async (c, next) => {
      const token = readToken(c.req.header("Authorization"));
      const session = token ? accounts.findSession(token) : "invalid";
      if (typeof session === "string") throw new Problem("unauthenticated");
      const account = accounts.getAccount(session.accountId);
      if (role && account.role !== role) throw new Problem("forbidden");
      if (role && isPasskeyMissing(account, session)) throw new Problem("passkey_required");
      c.set("caller", { accountId: account.id, sessionId: session.id });
      await next();
    });

  const requireUser = createMiddleware<AppEnv>(async (c, next) => {
    const token = readToken(c.req.header("Authorization"));
    if (!token) throw new AuthError(401, "no_authorization", "This endpoint requires a Bearer token");
    const session = accounts.findSession(token);
    if (session === "invalid") throw new AuthError(403, "bad_jwt", "invalid JWT");
    if (session === "ended") throw new Problem("unauthenticated");
    c.set("caller", { accountId: session.accountId, sessionId: session.id });
    await next();
  });

  return {
    isPasskeyMissing,
    requireAdmin: requireCaller("admin"),
    requireSession: requireCaller(),
    requireUser,
  };
}

export type Guards = ReturnType<typeof createGuards>;
