import * as v from "valibot";

const text = v.pipe(v.string(), v.nonEmpty());
const address = v.pipe(text, v.regex(/^[^\r\n]*@[^\r\n]*$/));
const addresses = v.union([
  v.array(address),
  v.pipe(
    address,
    v.transform((recipient) => [recipient]),
  ),
]);
const tagPart = v.pipe(v.string(), v.regex(/^[\w-]{1,256}$/));

const mailSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    from: text,
    to: v.pipe(addresses, v.nonEmpty()),
    subject: text,
    text: v.nullish(text, null),
    html: v.nullish(text, null),
    reply_to: v.optional(addresses, []),
    /** Additional headers of the mail. */
    headers: v.optional(v.record(v.string(), text), {}),
    /** The sender's tags, which the webhook repeats. */
    tags: v.pipe(
      v.optional(v.array(v.object({ name: tagPart, value: tagPart })), []),
      v.transform((tags) => Object.fromEntries(tags.map(({ name, value }) => [name, value]))),
    ),
  }),
  v.check((mail) => mail.text !== null || mail.html !== null),
);

/** A mail that the provider's API accepts at `POST /emails`, in normalized form. */
export type Mail = v.InferOutput<typeof mailSchema>;

/** A rejection in the provider's format, see resend.com/docs/api-reference/errors. */
export class MailError extends Error {
  readonly statusCode: number;
  override readonly name: string;
  constructor(statusCode: number, name: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.name = name;
  }
}

/**
 * Parses the JSON body of a request as a mail, and rejects it with the codes of the mail provider.
 * @throws MailError 422
 */
export function readMail(body: string): Mail {
  const { success, output, issues } = v.safeParse(mailSchema, body);
  if (success) return output;
  const [{ type, input, path }] = issues;
  const hasNoContent = type === "check";
  const field = hasNoContent ? "html` or `text" : String(path?.[0]?.key ?? "body");
  // Empty texts and lists count as missing.
  if (hasNoContent || String(input ?? "") === "")
    throw new MailError(422, "missing_required_field", `Missing \`${field}\` field.`);
  throw new MailError(422, "validation_error", `The \`${field}\` field is malformed.`);
}
