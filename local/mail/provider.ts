/** A mail that the provider's API accepts at `POST /emails`, in normalized form. */
export interface Mail {
  from: string;
  to: string[];
  subject: string;
  text: string | null;
  html: string | null;
  reply_to: string[];
  /** Additional headers of the mail. */
  headers: Record<string, string>;
  /** The sender's tags, which the webhook repeats. */
  tags: Record<string, string>;
}

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
 * Parses the JSON body of a request as a mail.
 * @throws MailError 422
 */
export function readMail(body: unknown): Mail {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new MailError(422, "validation_error", "The body must be a JSON object.");
  }
  const { from, to, subject, text, html, reply_to, headers, tags } = body as Record<string, unknown>;
  const mail: Mail = {
    from: readText("from", from),
    to: readAddresses("to", to),
    subject: readText("subject", subject),
    text: text === undefined ? null : readText("text", text),
    html: html === undefined ? null : readText("html", html),
    reply_to: reply_to === undefined ? [] : readAddresses("reply_to", reply_to),
    headers: headers === undefined ? {} : readHeaders(headers),
    tags: tags === undefined ? {} : readTags(tags),
  };
  if (mail.text === null && mail.html === null) throw missingField("html` or `text");
  return mail;
}

function readText(field: string, value: unknown): string {
  if (value === undefined || value === "") throw missingField(field);
  if (typeof value !== "string") throw invalidField(field, "a string");
  return value;
}

function readAddresses(field: string, value: unknown): string[] {
  const list = Array.isArray(value) ? value : [readText(field, value)];
  if (list.length === 0) throw missingField(field);
  if (!list.every((entry) => typeof entry === "string" && entry.includes("@") && !/[\r\n]/.test(entry))) {
    throw invalidField(field, "an address or a list of addresses");
  }
  return list;
}

function readHeaders(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField("headers", "an object");
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, readText("headers", text)]));
}

function readTags(value: unknown): Record<string, string> {
  if (!Array.isArray(value)) throw invalidField("tags", "a list");
  const pairs = value.map((tag: { name?: unknown; value?: unknown } | null) => [tag?.name, tag?.value]);
  if (!pairs.flat().every((tagPart) => typeof tagPart === "string" && /^[\w-]{1,256}$/.test(tagPart))) {
    throw invalidField("tags", "names and values of ASCII letters, numbers, underscores or dashes");
  }
  return Object.fromEntries(pairs);
}

function missingField(field: string): MailError {
  return new MailError(422, "missing_required_field", `Missing \`${field}\` field.`);
}

function invalidField(field: string, expected: string): MailError {
  return new MailError(422, "validation_error", `The \`${field}\` field must be ${expected}.`);
}
