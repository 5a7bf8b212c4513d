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

/** Creates an error about accounts or addresses, which has another form in Sanity's API. */
export function createHttpError(
  status: 401 | 403 | 404 | 405 | 413,
  error: string,
  message: string,
): SanityError {
  return new SanityError(status, message, { statusCode: status, error, message });
}

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
