/** Stable codes of all errors outside `/api/auth`, with their HTTP status. */
export const problemStatus = {
  malformed_request: 400,
  malformed_id: 400,
  malformed_cursor: 400,
  unauthenticated: 401,
  forged_signature: 401,
  preview_refused: 401,
  forbidden: 403,
  passkey_required: 403,
  foreign_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_conflict: 409,
  replayed_request: 409,
  message_gone: 410,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  misdirected_request: 421,
  invalid_fields: 422,
  too_many_requests: 429,
  internal_error: 500,
  database_unavailable: 503,
  content_unavailable: 503,
} as const;
export type ProblemCode = keyof typeof problemStatus;

export type FieldError = { field: string; code: string };

/** Body of an error: `application/problem+json` (RFC 9457 §3). */
export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail?: string;
  errors?: FieldError[];
  request_id: string;
};
