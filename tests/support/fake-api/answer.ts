import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as v from "valibot";
import { answerAuthError, asAuthError } from "#functions/accounts/auth-answer.ts";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { authErrorAnswer, problemAnswer } from "#functions/contract/answers.schema.ts";
import { Problem } from "#functions/kernel/http/problem.ts";

/** Answers with JSON. @throws v.ValiError if the value breaks the schema, which is an error of the fake API */
export const answer = <Answer>(
  c: Context,
  schema: v.GenericSchema<unknown, Answer>,
  value: NoInfer<Answer>,
  status: ContentfulStatusCode = 200,
): Response => c.json(v.parse(schema, value), status);

function answerProblem(c: Context, { code, status, errors, detail, headers }: Problem): Response {
  const body = v.parse(problemAnswer, {
    type: "about:blank",
    title: code,
    status,
    code,
    ...(detail && { detail }),
    ...(errors && { errors }),
    request_id: crypto.randomUUID(),
  });
  return c.body(JSON.stringify(body), status, {
    "Content-Type": "application/problem+json; charset=utf-8",
    ...headers,
    ...(code === "unauthenticated" && { "WWW-Authenticate": "Bearer" }),
  });
}

/** Answers a refused request as the edge does. @throws Error any other error, which is one of the fake API */
export async function answerRefusal(error: Error, c: Context): Promise<Response> {
  const isAuth = c.req.path.startsWith("/api/auth/");
  if (error instanceof Problem && !isAuth) return answerProblem(c, error);
  if (!(error instanceof Problem || error instanceof AuthError)) throw error;
  const response = answerAuthError(c, error instanceof Problem ? asAuthError(error) : error);
  v.parse(authErrorAnswer, await response.clone().json());
  return response;
}
