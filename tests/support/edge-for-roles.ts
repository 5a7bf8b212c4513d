import { importJWK, SignJWT } from "jose";
import { expect } from "vitest";
import { createApp } from "#functions/app.ts";
import { revokeAdministrator } from "#local/commands/administrators.ts";
import { createConfirmedUser } from "./accounts.ts";
import { type CallerRole, endedSessionRole, unusedId } from "./calls-of-the-api.ts";
import { webhookSecret } from "./content-hook.ts";
import { startDeployHook } from "./deploy-hook.ts";
import { type Edge, startEdge } from "./edge.ts";
import { mailSecret } from "./mail-hook.ts";
import { createPasskeyFunctions } from "./passkeys-at.ts";
import { bearer, type SessionResponse } from "./requests.ts";

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

// Middleware has the method ALL and is no route. One route has that method, too.
export const routes = createApp({} as never).routes.filter(
  ({ method, path }) => method !== "ALL" || path === "/api/auth/admin/*",
);

/** Returns the path of a route, with a value for its parameter. */
export const toAddress = (path: string, parameter = unusedId) =>
  path.replace(/:\w+/g, parameter).replace("*", "users");

async function createExpiredSession(edge: Edge, { access_token: token }: SessionResponse) {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());
  const key = await importJWK(edge.signingKey, "ES256");
  const access_token = await new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })
    .setProtectedHeader({ alg: "ES256", kid: "first", typ: "JWT" })
    .sign(key);
  return { access_token };
}

/** Starts an edge with a session for each role. Its `ask` sends a request as a role. */
export async function startEdgeForRoles() {
  const deploy = await startDeployHook();
  const edge = await startEdge({
    SANITY_WEBHOOK_SECRET: webhookSecret,
    MAIL_WEBHOOK_SECRET: mailSecret,
    DEPLOY_HOOK_URL: deploy.url,
  });
  const session = await edge.signIn();
  const signedOut = await edge.signIn();
  const { promote, owner } = createPasskeyFunctions(edge);
  const { email, session: demoted } = await promote(await createConfirmedUser(edge));
  for (const formerSession of [signedOut, demoted]) {
    expect((await edge.fetch("/api/submissions", { headers: bearer(formerSession) })).status).toBe(200);
  }
  await edge.fetch("/api/auth/logout?scope=local", { method: "POST", headers: bearer(signedOut) });
  await revokeAdministrator(owner(), email);
  const headers = new Map<CallerRole, Record<string, string>>();
  headers.set("nobody", {});
  headers.set("a malformed token", { Authorization: "Bearer a.b.c" });
  headers.set("an expired token", bearer(await createExpiredSession(edge, session)));
  headers.set("a user", bearer((await createConfirmedUser(edge)).session));
  headers.set("an administrator", bearer(session));
  headers.set(endedSessionRole, bearer(signedOut));
  headers.set("an administrator whose role was taken away", bearer(demoted));

  async function ask(
    role: CallerRole,
    method: string,
    path: string,
    request: RequestInit,
    tries = 50,
  ): Promise<Response> {
    const requestHeaders = {
      "X-Supabase-Api-Version": "2024-01-01",
      ...(request.headers as Record<string, string>),
      ...headers.get(role),
    };
    return edge.fetch(path, { ...request, method, headers: requestHeaders }).catch((error) => {
      // The edge may close the connection of a rejected request before its body is sent, on a busy machine many times
      // in a row.
      if (tries === 1 || error?.cause?.code !== "ECONNRESET") throw error;
      return ask(role, method, path, request, tries - 1);
    });
  }

  return {
    ask,
    async close() {
      await edge.close();
      await deploy.close();
    },
  };
}

/** Returns the status and the error code of a response; for HEAD, which has no body, the status alone. */
export async function readOutcome(response: Response, method: string): Promise<string> {
  const body = await response.text();
  if (response.status < 400 || method === "HEAD") return String(response.status);
  return `${response.status} ${(JSON.parse(body) as { code: string }).code}`;
}
