import { importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "#functions/app.ts";
import { newcomer } from "../support/accounts.ts";
import { ended, known, type Role, type Row, refusals, roles, rows } from "../support/calls-of-the-api.ts";
import { webhookSecret } from "../support/content-hook.ts";
import { startDeployHook } from "../support/deploy-hook.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { mailSecret } from "../support/mail-hook.ts";
import { bearer, type SessionResponse } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

// What is mounted for every path is no route, but goes before all of them.
const routes = createApp({} as never).routes.filter(({ path }) => path !== "/api/*");
const nameOf = (path: string) => path.replace(/\{.*\}/, "");
const matches = (pattern: string, path: string) => {
  const rule = pattern.replace(/:\w+(?:\{(.*)\})?|[*.]/g, (part, own = "[^/]+") =>
    part === "." ? "\\." : part === "*" ? ".+" : own,
  );
  return new RegExp(`^${rule}$`).test(path);
};

/** An address of a route, with what stands for its parameter. */
const addressOf = (path: string, parameter = known) => path.replace(/:\w+/, parameter).replace("*", "users");

/** The methods at an address, by all routes that lead there. */
function allowedAt(path: string): string[] {
  const found = routes.filter((route) => matches(route.path, path)).map(({ method }) => method);
  if (found.includes("ALL")) return [...methods];
  return methods.filter((method) => found.includes(method === "HEAD" ? "GET" : method));
}

const paths = [...new Set(Object.keys(rows).map((name) => addressOf(name.split(" ")[1] as string)))];

let edge: Edge;
let deploy: Awaited<ReturnType<typeof startDeployHook>>;
const headers = new Map<Role, Record<string, string>>();

async function expire({ access_token: token }: SessionResponse) {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());
  const key = await importJWK(edge.signingKey, "ES256");
  const access_token = await new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })
    .setProtectedHeader({ alg: "ES256", kid: "first", typ: "JWT" })
    .sign(key);
  return { access_token };
}

beforeAll(async () => {
  deploy = await startDeployHook();
  edge = await startEdge({
    WEB_VITALS: "on",
    SANITY_WEBHOOK_SECRET: webhookSecret,
    MAIL_WEBHOOK_SECRET: mailSecret,
    DEPLOY_HOOK_URL: deploy.url,
  });
  const become = (role: string) =>
    edge.database.asOwner(
      "update profiles set role = $1 where user_id = (select id from accounts where email = $2)",
      [role, visitor.email],
    );
  const session = await edge.signIn();
  const signedOut = await edge.signIn();
  await become("admin");
  const demoted = await edge.signIn(visitor);
  for (const each of [signedOut, demoted]) {
    expect((await edge.fetch("/api/submissions", { headers: bearer(each) })).status).toBe(200);
  }
  await edge.fetch("/api/auth/logout?scope=local", { method: "POST", headers: bearer(signedOut) });
  await become("user");
  headers.set("nobody", {});
  headers.set("a malformed token", { Authorization: "Bearer a.b.c" });
  headers.set("an expired token", bearer(await expire(session)));
  headers.set("a user", bearer((await newcomer(edge)).session));
  headers.set("an administrator", bearer(session));
  headers.set(ended, bearer(signedOut));
  headers.set("an administrator whose role was taken away", bearer(demoted));
});
afterAll(async () => {
  await edge.close();
  await deploy.close();
});

async function ask(
  role: Role,
  method: string,
  path: string,
  request: RequestInit,
  tries = 50,
): Promise<Response> {
  const sent = {
    "X-Supabase-Api-Version": "2024-01-01",
    ...(request.headers as Record<string, string>),
    ...headers.get(role),
  };
  return edge.fetch(path, { ...request, method, headers: sent }).catch((error) => {
    // Who is refused before the body is read may be cut off while it is being sent; on a busy machine many times in a row.
    if (tries === 1 || error?.cause?.code !== "ECONNRESET") throw error;
    return ask(role, method, path, request, tries - 1);
  });
}

/** The outcome of a call; of HEAD, which has no body, the status alone. */
async function outcomeOf(response: Response, method: string): Promise<string> {
  const body = await response.text();
  if (response.status < 400 || method === "HEAD") return String(response.status);
  return `${response.status} ${(JSON.parse(body) as { code: string }).code}`;
}

test("every route has its row, and no row is of a route that is not there", () => {
  const there = new Set(routes.map(({ method, path }) => `${method} ${nameOf(path)}`));
  expect(Object.keys(rows).sort()).toEqual([...there].sort());
});

describe("who may not is told so whatever they send, and who may what is wrong with it", () => {
  test.each(Object.entries(rows).map(([name, { who }]) => [name, who] as const))(
    "%s is for %s",
    async (name) => {
      const [mounted, path] = name.split(" ") as [string, string];
      const { who, asked } = rows[name] as Row;
      const sentBy = mounted === "ALL" ? methods : mounted === "GET" ? ["GET", "HEAD"] : [mounted];
      for (const role of roles) {
        const cells = sentBy.flatMap((method) => asked.map((each) => ({ method, ...each })));
        const outcomes = await Promise.all(
          cells.map(async ({ method, sent, query = "", parameter }) => {
            const response = await ask(
              role,
              method,
              addressOf(path, parameter) + query,
              (await sent?.()) ?? {},
            );
            return `${method} ${await outcomeOf(response, method)}`;
          }),
        );
        const expected = cells.map(({ method, outcome }) => {
          const due = refusals[who].get(role) ?? outcome;
          return `${method} ${method === "HEAD" ? due.split(" ")[0] : due}`;
        });
        expect([role, ...outcomes]).toEqual([role, ...expected]);
      }
    },
  );
});

describe("a method that is not there is 405 for everyone, and what is there is said", () => {
  test.each(paths)("%s", async (path) => {
    const allowed = allowedAt(path);
    const missing = methods.filter((method) => !allowed.includes(method));
    for (const role of roles) {
      await Promise.all(
        missing.map(async (method) => {
          const response = await ask(role, method, path, {});
          const code = path.startsWith("/api/auth/") ? "not_found" : "method_not_allowed";
          const due = method === "HEAD" ? "405" : `405 ${code}`;
          expect([role, method, await outcomeOf(response, method)]).toEqual([role, method, due]);
          expect(response.headers.get("Allow")?.split(", ").sort()).toEqual([...allowed].sort());
        }),
      );
    }
  });
});
