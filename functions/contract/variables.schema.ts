import * as v from "valibot";
import { isLoopback } from "./loopback.ts";

/** A variable that has a value. */
export const present = v.pipe(v.string("is missing"), v.nonEmpty("is missing"));

/** A variable whose value has to be of some kind; `expectation` names the kind in the error. */
export const matching = (expectation: string, check: (value: string) => boolean) =>
  v.pipe(present, v.check(check, `is malformed: expected ${expectation}`));

const isHttp = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? "");
/** An http or https address. */
export const address = matching("an http(s) address", isHttp);

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return isHttp(value) && url?.href === `${url?.origin}/`;
}

/** An origin; a slash after it makes no difference. */
const origin = (example: string) =>
  v.pipe(
    matching(`an origin such as ${example}, without a path`, isOrigin),
    v.transform((value) => new URL(value).origin),
  );

/** What the build of the site and the edge both read: one check for both. */
export const siteVariables = {
  SITE_ORIGIN: origin("https://www.example.com"),
  STUDIO_ORIGIN: v.optional(origin("https://studio.example.com")),
  SANITY_PROJECT_ID: matching("lower-case letters, digits and dashes", (value) => /^[a-z0-9-]+$/.test(value)),
  SANITY_DATASET: matching("a dataset's name", (value) => /^~?[a-z0-9_-]+$/.test(value)),
  SANITY_API_HOST: v.optional(address),
  SANITY_READ_TOKEN: v.optional(present),
  WEB_ANALYTICS_TOKEN: v.optional(matching("hexadecimal digits", (value) => /^[0-9a-f]{8,64}$/.test(value))),
};

/** An https address, or one of this machine: what is sent there is for no one on the way. */
const safeAddress = matching("an https address", (value) => {
  const url = URL.parse(value);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
});

/** Where the lines of the log go beside the log itself. */
export const logVariables = {
  LOG_SINK_URL: v.optional(safeAddress),
  LOG_SINK_TOKEN: v.optional(present),
  LOG_SINK_FORMAT: v.optional(
    v.picklist(["ndjson", "otlp"], "is malformed: expected ndjson or otlp"),
    "ndjson",
  ),
};

/** What variables were given; a line of a .env file without a value says that there is none. */
export const givenVariables = (bindings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(bindings).filter(([, value]) => value !== ""));

/** What is wrong with each variable, by its name and without its value. */
export const variableFaults = (issues: readonly v.BaseIssue<unknown>[], given: Record<string, unknown>) =>
  issues.map((issue) => {
    const name = String(issue.path?.[0]?.key);
    return `${name} ${given[name] === undefined ? "is missing" : issue.message}`;
  });
