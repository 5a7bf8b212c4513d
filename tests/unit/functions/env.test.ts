import { expect, test } from "vitest";
import { EnvironmentError, readEnvironment, readLogSink } from "#functions/env.ts";
import { createBindings } from "../../support/bindings.ts";

const readError = async (bindings: Record<string, unknown>): Promise<string> => {
  const error = await readEnvironment(bindings).then(
    () => new Error("it was accepted"),
    (error) => error,
  );
  expect(error).toBeInstanceOf(EnvironmentError);
  return error.message;
};

test("accepts an environment without optional variables", async () => {
  const environment = await readEnvironment(await createBindings());
  expect(environment.SITE_ORIGIN).toBe("https://vitrina.example");
  expect(environment.signingKeys.signing.kid).toBe("one");
  expect(environment).not.toHaveProperty("AUTH_KEYS");
});

test.each([
  ["SESSION_IDLE_DAYS", 30, "7", 7],
  ["SESSION_ABSOLUTE_DAYS", 90, "14", 14],
  ["SIGN_UP", "closed", "open", "open"],
  ["DATABASE_TIMEOUT_MS", 2_200, "60000", 60_000],
])("%s is %s by default", async (name, byDefault, value, parsedValue) => {
  expect(await readEnvironment(await createBindings())).toHaveProperty(name, byDefault);
  const bindings = { ...(await createBindings()), [name]: value };
  expect(await readEnvironment(bindings)).toHaveProperty(name, parsedValue);
});

test("log lines go only to a configured https sink, as ndjson by default", async () => {
  expect(readLogSink(await createBindings())).toBeNull();
  const sinkBindings = { ...(await createBindings()), LOG_SINK_URL: "https://logs.example/in" };
  const { LOG_SINK_URL } = sinkBindings;
  expect(readLogSink(sinkBindings)).toEqual({ LOG_SINK_URL, LOG_SINK_FORMAT: "ndjson" });
  const unencryptedSink = { ...sinkBindings, LOG_SINK_URL: "http://logs.example/in" };
  expect(readLogSink(unencryptedSink)).toBeNull();
  expect(await readError(unencryptedSink)).toContain("LOG_SINK_URL is malformed: expected an https address");
});

test("an empty value counts as none", async () => {
  const environment = await readEnvironment({
    ...(await createBindings()),
    SANITY_API_HOST: "",
    DEPLOY_HOOK_URL: "",
  });
  expect(environment.SANITY_API_HOST).toBeUndefined();
  expect(await readError({ ...(await createBindings()), MAIL_API_KEY: "" })).toContain(
    "MAIL_API_KEY is missing",
  );
});

test("one error names every missing variable", async () => {
  const message = await readError({});
  for (const name of Object.keys(await createBindings())) expect(message).toContain(`${name} is missing`);
});

test.each([
  ["SITE_ORIGIN", "https://vitrina.example/es"],
  ["SITE_ORIGIN", "https://vitrina.example/?a=1"],
  ["SITE_ORIGIN", "https://vitrina.example/#a"],
  ["SITE_ORIGIN", "https://ana:secret@vitrina.example"],
  ["SITE_ORIGIN", "vitrina.example"],
  ["DATABASE_URL", "https://db.example"],
  ["DATABASE_FETCH_ENDPOINT", "localhost:5480"],
  ["DATABASE_TIMEOUT_MS", "0"],
  ["DATABASE_TIMEOUT_MS", "2.5"],
  ["DATABASE_TIMEOUT_MS", "60001"],
  ["SANITY_PROJECT_ID", "Not An Id"],
  ["SANITY_API_HOST", "ftp://x.example"],
  ["DEPLOY_HOOK_URL", "soon"],
  ["AUTH_KEYS", "{}"],
  ["SESSION_IDLE_DAYS", "0"],
  ["SESSION_ABSOLUTE_DAYS", "331"],
  ["SESSION_ABSOLUTE_DAYS", "ninety"],
  ["SIGN_UP", "no"],
  ["WEB_ANALYTICS_TOKEN", "a token'"],
  ["MAIL_API_URL", "mail.example"],
  ["MAIL_FROM", "Guaria Digital"],
  ["MAIL_FROM", "web@guaria.example\r\nBcc: everyone@x.example"],
  ["CONTACT_NOTIFY_TO", "hola"],
  ["CANARY_TO", "canario"],
])("an error names a malformed %s without its value", async (name, value) => {
  const message = await readError({ ...(await createBindings()), [name]: value });
  expect(message).toContain(`${name} is malformed`);
  expect(message).not.toContain("secret");
});

test.each(["https://vitrina.example/", "https://VITRINA.example", "https://vitrina.example:443/"])(
  "normalizes the origin %s",
  async (SITE_ORIGIN) => {
    const environment = await readEnvironment({ ...(await createBindings()), SITE_ORIGIN });
    expect(environment.SITE_ORIGIN).toBe("https://vitrina.example");
  },
);

test.each<[string, invalid: Record<string, string>, message: string, added: Record<string, string>]>([
  [
    "both variables of Turnstile or none",
    { TURNSTILE_SECRET: "x" },
    "set both or neither",
    { TURNSTILE_SITE_KEY: "y" },
  ],
  [
    "a deploy hook for a webhook",
    { SANITY_WEBHOOK_SECRET: "secret" },
    "SANITY_WEBHOOK_SECRET needs DEPLOY_HOOK_URL",
    { DEPLOY_HOOK_URL: "https://host.example/hook" },
  ],
  [
    "CONTACT_ALERT_TO for CANARY_TO",
    { CANARY_TO: "canario@guaria.example" },
    "CANARY_TO needs CONTACT_ALERT_TO",
    { CONTACT_ALERT_TO: "guardia@guaria.example" },
  ],
])("requires %s", async (_, invalid, message, added) => {
  expect(await readError({ ...(await createBindings()), ...invalid })).toContain(message);
  await readEnvironment({ ...(await createBindings()), ...invalid, ...added });
});

test("a reply domain needs a key that reads, the webhook, and the bucket for files", async () => {
  const invalid = { ...(await createBindings()), MAIL_REPLY_DOMAIN: "reply.guaria.example" };
  expect(await readError(invalid)).toMatch(
    /needs MAIL_READ_KEY and MAIL_WEBHOOK_SECRET.*needs the R2 bucket ATTACHMENTS/,
  );
  const added = { MAIL_READ_KEY: "re_read", MAIL_WEBHOOK_SECRET: `whsec_${"a".repeat(32)}` };
  await readEnvironment({ ...invalid, ...added, ATTACHMENTS: { put: () => {} } } as never);
});

test("a deploy hook needs no webhook", async () => {
  await readEnvironment({ ...(await createBindings()), DEPLOY_HOOK_URL: "https://host.example/hook" });
});

test("the environment is read once", async () => {
  const bindings = await createBindings();
  expect(await readEnvironment(bindings)).toBe(await readEnvironment(bindings));
});
