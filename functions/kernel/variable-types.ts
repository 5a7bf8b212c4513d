import * as v from "valibot";
import { isAddress, isMailbox } from "#functions/contract/email.ts";
import { isLoopback } from "./loopback.ts";

// The pragmas let the bundler drop the types that the edge does not use.

/** A variable that has a value. */
export const present = v.pipe(v.string("is missing"), v.nonEmpty("is missing"));

/**
 * Returns the type of a variable with a checked value.
 * @param expectation completes the error "is malformed: expected …"
 */
// @__NO_SIDE_EFFECTS__
export const matching = (expectation: string, check: (value: string) => boolean) =>
  v.pipe(present, v.check(check, `is malformed: expected ${expectation}`));

/** Returns the schema of a numeric variable. Its text matches the pattern, and its value is at most `maximum`. */
// @__NO_SIDE_EFFECTS__
const matchingNumber = (expectation: string, pattern: RegExp, maximum: number) =>
  v.pipe(
    matching(expectation, (value) => pattern.test(value) && Number(value) <= maximum),
    v.transform(Number),
  );

/** Returns the type of a variable with two possible values. */
// @__NO_SIDE_EFFECTS__
export const oneOf = <const Values extends readonly [string, string]>(values: Values) =>
  v.picklist(values, `is malformed: expected ${values[0]} or ${values[1]}`);

const isHttp = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? "");

/** An http or https address. */
export const address = matching("an http(s) address", isHttp);

/** An https address, or an http address on this machine, so that nothing is sent in the clear. */
export const safeAddress = matching("an https address", (value) => {
  const url = URL.parse(value);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
});

/** Returns whether a value is an http or https origin without a path; a slash at its end is accepted. */
function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return isHttp(value) && url?.href === `${url?.origin}/`;
}

/** An origin. A slash at its end is removed. */
// @__NO_SIDE_EFFECTS__
export const origin = (example: string) =>
  v.pipe(
    matching(`an origin such as ${example}, without a path`, isOrigin),
    v.transform((value) => new URL(value).origin),
  );

/** An https origin that the browsers of visitors can reach. */
export const publicOrigin = matching(
  "the origin that visitors use, such as https://www.example.com",
  (value) => {
    const url = URL.parse(value);
    return url?.protocol === "https:" && isOrigin(value) && !isLoopback(url.hostname);
  },
);

/** The address of a PostgreSQL database. */
export const postgresAddress = matching("a postgresql:// address", (value) =>
  /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ""),
);

/** A mailbox, with or without a name: `Example <web@example.com>`. */
export const mailbox = matching("one mail address", isMailbox);

/** A mail address without a name. */
export const bareAddress = matching("one mail address without a name, such as ana@example.com", isAddress);

/** The name of a host, without a protocol. */
export const hostName = matching("a host name such as reply.example.com", (value) =>
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/.test(value),
);

/** An identifier at a provider. */
export const identifier = matching("letters, digits and dashes", (value) => /^[\w-]+$/.test(value));

/**
 * Days. Sessions stay stored for 30 days after they end, and the privacy page promises deletion within twelve months.
 */
export const days = matchingNumber("a whole number of days, 1 to 330", /^[1-9]\d{0,2}$/, 330);

/** Milliseconds. */
export const milliseconds = matchingNumber(
  "a whole number of milliseconds, 1 to 60000",
  /^[1-9]\d{0,4}$/,
  60_000,
);

/** Mails a day. */
export const mailCount = matchingNumber(
  "a whole number of mails, 2 to 10000000",
  /^(?:[2-9]|[1-9]\d{1,7})$/,
  10_000_000,
);

/** Returns the variables that have a value. An empty line of a .env file counts as not set. */
export const selectSetVariables = (bindings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(bindings).filter(([, value]) => value !== ""));

/** Returns one sentence for each fault: the variable's name and what is wrong, never its value. */
export const toFaults = (issues: readonly v.BaseIssue<unknown>[], setVariables: Record<string, unknown>) =>
  issues.map((issue) => {
    const name = String(issue.path?.[0]?.key);
    return `${name} ${setVariables[name] === undefined ? "is missing" : issue.message}`;
  });
