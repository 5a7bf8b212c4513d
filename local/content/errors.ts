/** A refusal of the Lake, with the status and the body that Sanity's API answers with. */
export class LakeError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, description: string, error?: object) {
    super(description);
    this.status = status;
    this.body = error ?? { error: { description, type: "httpBadRequest" } };
  }
}

/** Errors of accounts and addresses have a shape of their own in Sanity's API. */
export function refusal(status: 401 | 404 | 405 | 413, error: string, message: string): LakeError {
  return new LakeError(status, message, { statusCode: status, error, message });
}
