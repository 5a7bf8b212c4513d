import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as v from "valibot";
import { answerAuthError } from "#functions/accounts/auth-answer.ts";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { authErrorAnswer, problemAnswer } from "#functions/contract/answers.schema.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { answerProblem } from "#functions/kernel/http/problem-answer.ts";

/** Answers with JSON. @throws v.ValiError if the value breaks the schema, which is an error of the fake API */
export const answer = <Answer>(
  c: Context,
  schema: v.GenericSchema<unknown, Answer>,
  value: NoInfer<Answer>,
  status: ContentfulStatusCode = 200,
): Response => c.json(v.parse(schema, value), status);

/** Answers a rejected request as the edge does. @throws Error any other error, which is one of the fake API */
export async function answerRefusal(error: Error, c: Context): Promise<Response> {
  if (![Problem, AuthError, Refusal].some((kind) => error instanceof kind)) throw error;
  c.set("requestId", crypto.randomUUID());
  const isAuth = c.req.path.startsWith("/api/auth/");
  const response = isAuth ? answerAuthError(error, c) : answerProblem(error, c);
  v.parse(isAuth ? authErrorAnswer : problemAnswer, await response.clone().json());
  return response;
}
