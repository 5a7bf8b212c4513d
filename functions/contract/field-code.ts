/** Why a field was refused; `errors[].code` of a 422 answer. */
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
  "unknown_field",
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** A schema's message that is one of the codes. */
export const fieldCode = (value: FieldCode) => value;

/** The message of an object schema: a field is missing, or one too many. */
export const objectCode = (issue: { expected: string | null }) =>
  fieldCode(issue.expected === "never" ? "unknown_field" : "required");
