import { Agent, request as send } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { authApiVersion, authPath } from "#functions/contract/account.ts";
import { authErrorAnswer, problemAnswer } from "#functions/contract/answers.schema.ts";
import { problemStatus } from "#functions/contract/problem.ts";
import { forgetLimits } from "../support/accounts.ts";
import { createContentHook, webhookSecret } from "../support/content-hook.ts";
import { startDeployHook } from "../support/deploy-hook.ts";
import { startEdge } from "../support/edge.ts";
import { contentToken } from "../support/fallible.ts";
import { existingMessageIds } from "../support/generated-input.ts";
import { apiCalls, type GeneratedRequest, generateRequests } from "../support/generated-requests.ts";
import { createMailHook, mailSecret } from "../support/mail-hook.ts";
import { origin } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const parallelCalls = 6;
/** The number of requests after which the sessions are renewed and the attempt limits reset. */
const batchSize = 300;

type Answer = { status: number; headers: Record<string, string | undefined>; body: string };

const deployHook = startForSuite(startDeployHook);
const edge = startForSuite(() =>
  startEdge({
    SANITY_WEBHOOK_SECRET: webhookSecret,
    SANITY_READ_TOKEN: contentToken,
    MAIL_WEBHOOK_SECRET: mailSecret,
    DEPLOY_HOOK_URL: deployHook.url,
  }),
);

/** Generates requests to every call. A call with a longer description gets more of them. */
const anyRequest = fc.oneof(
  ...apiCalls.map((call) => {
    const { parameters, requestBody } = call.operation;
    const values = JSON.stringify({ parameters, requestBody }).split('"type"');
    return { weight: 3 + values.length, arbitrary: generateRequests(call) };
  }),
);

/** Creates a session of each role. Returns their access tokens. */
async function signIn(): Promise<Record<string, string>> {
  await forgetLimits(edge);
  const [admin, user] = [await edge.signIn(), await edge.signIn(visitor)];
  return { admin: admin.access_token, user: user.access_token };
}

const signatures: Record<string, (body: string) => RequestInit | Promise<RequestInit>> = {
  "/api/hooks/content": (body) => createContentHook({ body }),
  "/api/hooks/mail": (body) => createMailHook("", {}, { body }),
};

async function createHeaders(request: GeneratedRequest, token: string | undefined, index: number) {
  const { identity, body, isSigned, call } = request;
  const authorization = token ? `Bearer ${token}` : identity.authorization;
  const signedRequest = isSigned && body?.length ? await signatures[call.path]?.(String(body)) : undefined;
  return {
    Host: new URL(origin).host,
    // Every request comes from its own network, because the test does not check limits.
    "CF-Connecting-IP": `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
    ...request.headers,
    ...(body && { "Content-Length": String(body.length) }),
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(signedRequest?.headers as Record<string, string> | undefined),
  };
}

function sendRequest(
  wire: { port: number; agent: Agent },
  { method, target: path, body }: GeneratedRequest,
  headers: Record<string, string>,
): Promise<Answer> {
  const attempt = (triesLeft: number): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = send({ host: "127.0.0.1", ...wire, method, path, headers }, (answer) => {
        const { statusCode: status = 0, headers: answerHeaders } = answer;
        text(answer).then(
          (body) => resolve({ status, headers: answerHeaders as Answer["headers"], body }),
          reject,
        );
      });
      // The edge closes the connection after a body that it did not read completely. The next request may be on its
      // way by then.
      outgoing.on("error", (error) => (triesLeft > 0 ? resolve(attempt(triesLeft - 1)) : reject(error)));
      outgoing.end(body ?? undefined);
    });
  return attempt(2 * parallelCalls);
}

// A caller without permission gets only the access error, whatever else is wrong with the call.
function isAllowed(code: string, { call, identity }: GeneratedRequest, status: number): boolean {
  const { responses, security } = call.operation;
  const isAdministrators = responses[403]?.description.split(", ").includes("forbidden");
  if (identity.role === "none" && security.some((scheme) => "accessToken" in scheme))
    return ["unauthenticated", "no_authorization", "bad_jwt"].includes(code);
  // Another call of the test may have ended the session.
  if (identity.role === "user" && isAdministrators) return ["forbidden", "unauthenticated"].includes(code);
  return (responses[status] ?? responses.default)?.description.split(/, |: /).includes(code) ?? false;
}

const leaks =
  /\b(?:select|insert|update|delete)\b.+\b(?:from|into|set|where)\b|sqlstate|syntax error|relation "|column "|violates|pg_|postgres|neon|sanity|valibot|argon|node_modules|\.[jt]s:\d|\bat \S+ \(|localhost|127\.0\.0\.1/i;

type Check = [isRight: boolean, fault: string];

const errorBody = v.pipe(v.string(), v.parseJson(), v.union([authErrorAnswer, problemAnswer]));

function checkError(request: GeneratedRequest, { status, headers, body }: Answer): Check[] {
  const { success, output: error } = v.safeParse(errorBody, body);
  if (!success) return [[false, "its body is no error of the contract"]];
  const isAuth = request.call.path.startsWith(`${authPath}/`);
  const code = "error_code" in error ? error.error_code : error.code;
  const checks: Check[] = [
    [isAllowed(code, request, status), `the code ${code} is not allowed for its call`],
    [isAuth !== "request_id" in error, "it has the form of another error"],
    [!leaks.test(body), "it reveals internals"],
    [status !== 429 || Number(headers["retry-after"]) > 0, "it has no Retry-After"],
    [status !== 405 || Boolean(headers.allow), "it has no Allow header"],
  ];
  if ("request_id" in error) {
    return [
      ...checks,
      [headers["content-type"] === "application/problem+json; charset=utf-8", "it is not problem+json"],
      [problemStatus[error.code] === status && error.status === status, "its status does not match its code"],
      [error.request_id === headers["x-request-id"], "its id differs from the header's"],
      // A form that is too large lists its wrong fields, too.
      [
        code === "body_too_large" || (code === "invalid_fields") === Array.isArray(error.errors),
        "its field errors do not match its code",
      ],
    ];
  }
  const version = request.headers["X-Supabase-Api-Version"]?.trim() ?? "";
  const isNew = /^\d{4}-\d\d-\d\d$/.test(version) && version >= authApiVersion;
  return [
    ...checks,
    [isNew !== "error_code" in error, "it has the form of another version"],
    [!("error_code" in error) || error.code === status, "its status does not match its body"],
  ];
}

/** Lists the deviations of an answer from the API description. A correct answer has none. */
function listFaults(request: GeneratedRequest, answer: Answer): string[] {
  const { status, headers, body } = answer;
  const { path, operation } = request.call;
  // The customer's page answers its forms with pages.
  const isPage =
    path.startsWith("/api/conversation") && headers["content-type"] === "text/html; charset=UTF-8";
  const cacheControl = path.startsWith("/api/content/") && status < 400 ? "public, max-age=5" : "no-store";
  const { password } = new URL(edge.database.edgeUrl);
  const secrets = [webhookSecret, mailSecret, edge.signingKey.d as string];
  // The local password is a short word, which is also a part of others.
  const hasSecret = secrets.some((secret) => body.includes(secret)) || body.split(/\W+/).includes(password);
  const checks: Check[] = [
    [status < 500 && (status >= 400 || status in operation.responses), `its status is ${status}`],
    [/^[\da-f-]{36}$/.test(headers["x-request-id"] ?? ""), "it has no request id"],
    [headers["cache-control"] === cacheControl, "its Cache-Control is wrong"],
    [!hasSecret, "it contains a secret"],
    ...(status < 400 || isPage ? [] : checkError(request, answer)),
  ];
  return checks.flatMap(([isRight, fault]) => (isRight ? [] : [fault]));
}

const summarize = ({ call, target, headers, body, identity }: GeneratedRequest) =>
  [call.method, JSON.stringify(identity), target, JSON.stringify(headers), body?.toString("latin1")]
    .map((part) => part?.slice(0, 300))
    .join("\n");

// `SEED=7 INPUTS=20000 npm test -- any-input` sends more requests, of another seed.
test("every answer to random input matches the API description", async () => {
  const { SEED: seed = "1", INPUTS: inputs = "400" } = process.env;
  await edge.database.asOwner(
    `insert into contact_submissions (id, name, email, message)
     select id::uuid, 'Ana', 'ana@cliente.example', 'Hola' from unnest($1::text[]) id`,
    [existingMessageIds],
  );
  const wire = { port: await edge.port(), agent: new Agent({ keepAlive: true, maxSockets: parallelCalls }) };
  const waiting = [...fc.sample(anyRequest, { seed: Number(seed), numRuns: Number(inputs) }).entries()];
  const faults: string[] = [];
  const statuses = new Set<number>();
  while (waiting.length > 0) {
    let tokens = await signIn();
    const batch = waiting.splice(0, batchSize);
    const client = async () => {
      for (let entry = batch.shift(); entry; entry = batch.shift()) {
        const [index, request] = entry;
        const headers = await createHeaders(request, tokens[request.identity.role], index);
        const answer = await sendRequest(wire, request, headers);
        if (request.call.path === "/api/auth/logout" && answer.status === 204) tokens = await signIn();
        statuses.add(answer.status);
        const answerText = `${answer.status} ${answer.body.slice(0, 300)}`;
        for (const fault of listFaults(request, answer))
          faults.push(`SEED=${seed}, input ${index}: ${fault}\n${summarize(request)}\n${answerText}`);
      }
    };
    await Promise.all(Array.from({ length: parallelCalls }, client));
  }
  wire.agent.destroy();
  expect(faults.slice(0, 10)).toEqual([]);
  // The test also covers accepted input.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 204, 303, 307, 422]));
});
