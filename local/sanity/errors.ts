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

/** Errors of accounts and addresses have a shape of their own in Sanity's API. */
export function refusal(status: 401 | 403 | 404 | 405 | 413, error: string, message: string): SanityError {
  return new SanityError(status, message, { statusCode: status, error, message });
}

/** What is wrong with one mutation: Sanity's own name for it, and the document it is about. */
export type Failure = { type: string; description: string; id?: string; [detail: string]: unknown };

/** A transaction that was refused whole, because of its mutation or action number `index`. */
export function transactionRefused(kind: "mutation" | "action", failure: Failure, index = 0): SanityError {
  const description = `${kind === "mutation" ? "The mutation(s) failed" : "The action(s) failed"}: ${failure.description}`;
  return new SanityError(409, description, {
    error: { description, type: `${kind}Error`, items: [{ error: failure, index }] },
  });
}
