import type { FieldError } from "#functions/contract/answers.schema.ts";
import { type ProblemCode, problemStatus } from "#functions/contract/problem.ts";

type ProblemOptions = {
  errors?: FieldError[];
  detail?: string;
  headers?: Record<string, string>;
  cause?: unknown;
};

/** Thrown for a failure that the client gets as a problem. The error handler answers it. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: (typeof problemStatus)[ProblemCode];
  readonly errors: FieldError[] | undefined;
  readonly detail: string | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, { errors, detail, headers = {}, cause }: ProblemOptions = {}) {
    super(code, { cause });
    this.name = "Problem";
    this.code = code;
    this.status = problemStatus[code];
    this.errors = errors;
    this.detail = detail;
    this.headers = headers;
  }
}
