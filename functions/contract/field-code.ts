/** Reasons why a field is rejected: `errors[].code` of a 422 answer. */
export const fieldCodes = [
  "required",
  "too_long",
  "invalid_email",
  "invalid_option",
  "invalid_characters",
  "invalid_type",
  "invalid_day",
  "day_past",
  "day_on_weekend",
  "day_too_far",
  "invalid_file",
  "unknown_field",
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** Returns a code as the message of a schema. The type rejects other texts. */
export const fieldCode = (value: FieldCode) => value;

/** Returns the code of an object schema's issue: a missing or an unknown field. */
export const objectCode = (issue: { expected: string | null }) =>
  fieldCode(issue.expected === "never" ? "unknown_field" : "required");
