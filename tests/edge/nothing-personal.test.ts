import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import {
  limitCodesFrom,
  limitPasswordsFrom,
  limitSignUpsFrom,
  listAttemptKeys,
} from "#functions/accounts/limits/attempts.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import { startEdge } from "../support/edge.ts";
import { startLogSink } from "../support/log-sink.ts";
import { bearer, formPost, json, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

// Personal data that only the database and the mailbox may hold. No value is part of another, or of the site's text.
const mark = {
  name: "Quetzalina",
  company: "Xilotepec",
  phone: "+506 7319 4482",
  message: "Zarcillos",
  email: "quetzalina.mora@kuyen.example",
  newEmail: "otra.zafra@kuyen.example",
  password: "Wixárika contraseña 91",
  nextPassword: "Otra wixárika 92 distinta",
  metadata: "Ñandutí",
  path: "tlaloc-en-la-ruta",
  address: "203.0.113.77",
};
const client = { "CF-Connecting-IP": mark.address, "User-Agent": "Popocatépetl/1" };

// Work after an answer takes as long as a busy machine needs.
const timeLimit = { timeout: 60_000 };

const sink = startForSuite(startLogSink);
const edge = startForSuite(() => startEdge({ LOG_SINK_URL: sink.url }));
beforeAll(() => makeEveryCall());

type RecordedAnswer = { call: string; status: number; headers: string; caching: string | null; body: string };
const answers: RecordedAnswer[] = [];
const secrets = new Set<string>();

async function call(path: string, init: RequestInit = {}): Promise<RecordedAnswer> {
  const headers = { ...client, ...(init.headers as Record<string, string>) };
  const response = await edge.fetch(path, { ...init, headers });
  const recorded = {
    call: `${init.method ?? "GET"} ${path.replace(/\?.*/, "")}`,
    status: response.status,
    headers: JSON.stringify([...response.headers]),
    caching: response.headers.get("Cache-Control"),
    body: await response.text(),
  };
  answers.push(recorded);
  return recorded;
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}, method = "POST") =>
  call(path, json(body, headers, method));
const postForm = (fields: Record<string, string>) => call("/api/contact", formPost(fields));

/** Returns the match in the newest mail to an address, and remembers it as a secret. */
async function findMailedSecret(to: string, pattern: RegExp): Promise<string> {
  const [, secret = ""] = await vi.waitFor(async () => {
    const texts = await edge.mailbox.listTo(to);
    const match = texts.map(({ text }) => pattern.exec(text ?? "")).find(Boolean);
    expect(match).toBeTruthy();
    return match as RegExpExecArray;
  }, timeLimit);
  secrets.add(secret);
  return secret;
}

function keepSession(answer: RecordedAnswer): SessionResponse {
  const session = JSON.parse(answer.body) as SessionResponse;
  for (const token of [session.access_token, session.refresh_token]) secrets.add(token);
  return session;
}

const message = {
  name: mark.name,
  email: mark.email,
  company: mark.company,
  phone: mark.phone,
  message: mark.message,
};

async function visit(): Promise<void> {
  await post("/api/contact", message, { "Idempotency-Key": randomUUID() });
  // Reads the mail before any outage, because a failed mail is retried much later.
  const token = await findMailedSecret(mark.email, /#token=([\w-]+)/);
  await post("/api/contact", { ...message, email: `no ${mark.email}` });
  const key = randomUUID();
  await post("/api/contact", message, { "Idempotency-Key": key });
  await post("/api/contact", { ...message, company: null }, { "Idempotency-Key": key });
  await postForm(message);
  await postForm({ ...message, email: `no ${mark.email}` });
  await edge.database.stop();
  await post("/api/contact", message);
  await edge.redeploy({}, "away");
  await post("/api/contact", message);
  await edge.mailbox.stop();
  await postForm(message);
  await post("/api/contact", message);
  await edge.mailbox.start();
  await edge.redeploy({});
  await edge.database.start();
  // Makes the edge move the spooled messages into the database.
  await post("/api/contact", { ...message, email: `b${mark.email}` });
  await vi.waitFor(
    async () => expect((await (await edge.openSpool()).list({ prefix: "contact/" })).keys).toEqual([]),
    timeLimit,
  );
  await post("/api/contact/own", { token });
  await post("/api/contact/own/erase", { token });
  await post("/api/contact/own", { token });
  await post("/api/contact/own", { token: `${token}x` });
}

async function exerciseAccount(): Promise<void> {
  const { email, password, nextPassword, newEmail } = mark;
  const callAuth = (path: string, body: unknown, headers = {}, method = "POST") =>
    post(`/api/auth/${path}`, body, headers, method);
  await callAuth("signup", { email, password, data: { name: mark.metadata } });
  await callAuth("token?grant_type=password", { email, password });
  const link = await findMailedSecret(email, /token_hash=([\w-]+)&type=signup/);
  await callAuth("verify", { type: "signup", email, token: "000000" });
  const session = keepSession(await callAuth("verify", { type: "signup", token_hash: link }));
  await callAuth("verify", { type: "signup", token_hash: link });
  await callAuth("token?grant_type=password", { email, password: `${password}!` });
  await callAuth("recover", { email });
  const recovery = await findMailedSecret(email, /token_hash=([\w-]+)&type=recovery/);
  keepSession(await callAuth("verify", { type: "recovery", token_hash: recovery }));
  const sessionHeaders = bearer(session);
  await callAuth("user", { data: { other: mark.metadata } }, sessionHeaders, "PUT");
  await callAuth("user", { password: nextPassword, current_password: password }, sessionHeaders, "PUT");
  const newSession = keepSession(
    await callAuth("token?grant_type=password", { email, password: nextPassword }),
  );
  await callAuth("user", { email: newEmail, current_password: nextPassword }, bearer(newSession), "PUT");
  await findMailedSecret(newEmail, /token_hash=([\w-]+)&type=email_change/);
  keepSession(await callAuth("token?grant_type=refresh_token", { refresh_token: newSession.refresh_token }));
  await callAuth("token?grant_type=refresh_token", { refresh_token: `${newSession.refresh_token}x` });
  await call("/api/auth/user", { headers: bearer(newSession) });
  await call("/api/auth/sessions", { headers: bearer(newSession) });
  await call("/api/profile", { headers: bearer(newSession) });
}

async function readInbox(): Promise<void> {
  const credentials = { email: administrator.email, password: administrator.password };
  const session = keepSession(await post("/api/auth/token?grant_type=password", credentials));
  const headers = bearer(session);
  const list = await call(`/api/submissions?q=${mark.name}&include=doubts`, { headers });
  const { items } = JSON.parse(list.body) as { items: { id: string }[] };
  expect(items.length).toBeGreaterThan(1);
  const [first] = items;
  await call(`/api/submissions/${first?.id}`, { headers });
  await post(`/api/submissions/${first?.id}`, { read: true, note: mark.message }, headers, "PATCH");
  await post(`/api/submissions/bulk`, { ids: [first?.id], action: "read" }, headers);
  await call(`/api/submissions/export.csv?q=${mark.name}`, { headers });
  await call(`/api/submissions?q=${mark.name}&cursor=${mark.path}`, { headers });
  await call(`/api/submissions/${mark.path}`, { headers });
  await call(`/api/submissions/stats?days=${mark.path}`, { headers });
  await call("/api/submissions/counts", { headers });
}

async function makeEveryCall(): Promise<void> {
  await visit();
  await exerciseAccount();
  await readInbox();
  await call(`/api/${mark.path}?email=${mark.email}`);
  await call(`/api/contact/own?token=${mark.path}`, { method: "DELETE" });
}

// Includes encoded forms and parts, because a local part or a cut token also reveals data.
const listTraces = () =>
  [...Object.values(mark), ...secrets, "Popocatépetl"].flatMap((text) => [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    ...(text.includes("@") ? [text.split("@")[0] as string] : []),
    ...(text.length > 40 ? [text.slice(0, 30), text.slice(-30)] : []),
  ]);
const findTraces = (text: string) =>
  listTraces().filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

test("the trial is meaningful: its calls cover all statuses and leave personal data where it is allowed", async () => {
  const statuses = new Set(answers.map(({ status }) => status));
  for (const status of [200, 201, 202, 204, 303, 400, 403, 404, 405, 409, 410, 422, 503]) {
    expect([...statuses]).toContain(status);
  }
  expect(findTraces(answers.map(({ body }) => body).join("\n")).length).toBeGreaterThan(20);
  expect(secrets.size).toBeGreaterThan(10);
  await expect.poll(() => edge.log().trim().split("\n").length).toBeGreaterThan(answers.length);
});

test("no log line contains personal data or a token", () => {
  const lines = edge.log().split("\n");
  expect(lines.filter((line) => findTraces(line).length > 0)).toEqual([]);
});

test("the log sink receives no personal data or token", async () => {
  await vi.waitFor(() => expect(sink.lines().length).toBeGreaterThan(answers.length / 2), timeLimit);
  expect(findTraces(sink.posts.map(({ body }) => body).join("\n"))).toEqual([]);
});

test("the spool holds nothing but hashes once the database has the messages", async () => {
  const spool = await edge.openSpool();
  const { keys } = await spool.list();
  const values = await Promise.all(keys.map(({ name }) => spool.get(name, "text")));
  expect(keys.length).toBeGreaterThan(0);
  expect(findTraces(JSON.stringify([keys, values]))).toEqual([]);
});

test("no header contains personal data", () => {
  expect(answers.filter(({ headers }) => findTraces(headers).length > 0)).toEqual([]);
});

test("no answer may be cached", () => {
  expect(answers.filter(({ caching }) => caching !== "no-store").map(({ call }) => call)).toEqual([]);
});

test("an address in a mail has its token in the fragment only, and no personal data before it", async () => {
  const mails = await edge.mailbox.messages();
  const addresses = mails.flatMap(
    ({ text, html }) => `${text}\n${html}`.match(/https?:\/\/[^\s"<>]+/g) ?? [],
  );
  expect(addresses.filter((address) => address.includes("#")).length).toBeGreaterThan(8);
  for (const address of addresses) expect(findTraces(address.split("#")[0] ?? "")).toEqual([]);
});

test("attempt counts use only keys that derive from the address and the account", async () => {
  const network = toNetwork(mark.address);
  const [{ id } = {}] = await edge.database.asOwner("select id from accounts where email = $1", [mark.email]);
  const [admin] = await edge.database.asOwner("select id from accounts where email = $1", [
    administrator.email,
  ]);
  const shared = await Promise.all([
    limitPasswordsFrom(network),
    limitCodesFrom(network),
    limitSignUpsFrom(network),
  ]);
  const expectedKeys = new Set([
    ...shared.flat().map(({ key }) => key),
    ...(await listAttemptKeys(mark.email, String(id))),
    ...(await listAttemptKeys(mark.newEmail, null)),
    ...(await listAttemptKeys(administrator.email, String(admin?.id))),
  ]);
  const rows = await edge.database.asOwner("select encode(key, 'hex') as key from attempt_limits");
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ key }) => !expectedKeys.has(String(key)))).toEqual([]);
});
