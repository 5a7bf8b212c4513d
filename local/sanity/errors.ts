import { STATUS_CODES } from "node:http";

/** An error with the status and the body of Sanity's API. */
export class SanityError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, description: string, error?: object) {
    super(description);
    this.status = status;
    this.body = error ?? { error: { description, type: "httpBadRequest" } };
  }
}

/** Creates an HTTP error of Sanity's API. Its body differs from that of a failed query or mutation. */
export const createHttpError = (status: 401 | 403 | 404 | 405, message: string): SanityError =>
  new SanityError(status, message, { statusCode: status, error: STATUS_CODES[status], message });

/** The failure of one mutation: Sanity's type for it, and the affected document. */
export type MutationFailure = { type: string; description: string; id?: string; [detail: string]: unknown };

/** Creates the error of a transaction that is rejected as a whole because of its mutation or action `index`. */
export function createTransactionError(
  kind: "mutation" | "action",
  failure: MutationFailure,
  index = 0,
): SanityError {
  const description = `${kind === "mutation" ? "The mutation(s) failed" : "The action(s) failed"}: ${failure.description}`;
  return new SanityError(409, description, {
    error: { description, type: `${kind}Error`, items: [{ error: failure, index }] },
  });
}
