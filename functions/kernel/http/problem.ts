import type { FieldError, ProblemExtension } from "#functions/contract/answers.schema.ts";
import { type ProblemCode, problemStatus } from "#functions/contract/problem.ts";

type ProblemOptions = {
  errors?: FieldError[];
  detail?: string;
  extension?: ProblemExtension;
  headers?: Record<string, string>;
  cause?: unknown;
};

/** Thrown for a failure that the client gets as a problem. The error handler answers it. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: (typeof problemStatus)[ProblemCode];
  readonly errors: FieldError[] | undefined;
  readonly detail: string | undefined;
  readonly extension: ProblemExtension | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, { errors, detail, extension, headers = {}, cause }: ProblemOptions = {}) {
    super(code, { cause });
    this.name = "Problem";
    this.code = code;
    this.status = problemStatus[code];
    this.errors = errors;
    this.detail = detail;
    this.extension = extension;
    this.headers = headers;
  }
}
