import * as v from "valibot";
import {
  authErrorAnswer,
  blockAnswer,
  blockedSendersAnswer,
  bulkAnswer,
  countsAnswer,
  emptyAnswer,
  formStampAnswer,
  mailAlertsAnswer,
  matchingAnswer,
  ownSessionsAnswer,
  pageAnswer,
  passkeysAnswer,
  problemAnswer,
  profileAnswer,
  receiptAnswer,
  recoveryCodesAnswer,
  screenedPageAnswer,
  screenedSubmissionAnswer,
  sessionAnswer,
  settingsAnswer,
  signInRulesAnswer,
  statsAnswer,
  submissionAnswer,
  userAnswer,
} from "#functions/contract/answers.schema.ts";
import type { FullSubmission } from "#functions/contract/submission.ts";

type Credentials = { email: string; password: string };

/** The API that the script calls. `fetch` takes paths such as `/api/profile`. */
export type ScriptedApi = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Has the role of an administrator. */
  administrator: Credentials;
  /** Has no role. */
  visitor: Credentials;
};

/** An answer without the values that differ between runs. */
export type ScriptedAnswer = { call: string; status: number; etag: boolean; body: unknown };

const toId = (index: number) => `${String(index).padStart(8, "0")}-0000-4000-8000-${"0".repeat(12)}`;
const absentId = toId(99_999_999);

// A stored submission has neither the number, which is derived from its text, nor the block.
type ScriptedSubmission = Omit<FullSubmission, "phone_number" | "sender_block">;

/** Returns the submissions that the API of a script has at the beginning, all older than an hour before `now`. */
export function listScriptedSubmissions(now: number): ScriptedSubmission[] {
  const submissions: Partial<ScriptedSubmission>[] = [
    { name: "José Núñez", message: "Quiero cámaras en Heredia", service_type: "cctv", source: "other" },
    { name: "Ana", email: "Ana@Cliente.example", phone: "+506 8888-1234", service_type: "cctv" },
    { name: "Ana", email: "ana@cliente.example", message: "camaras", read: true, language: "en" },
    { name: "Bot", spam: true, message: "Casino", doubts: [{ code: "links", count: 5 }] },
    { name: "Straße Ærø", company: "100% a_b", message: "Dice: «hola»" },
    {
      name: "=1+1",
      message: 'uno;dos\n"tres"',
      plan: "TI Básico",
      meeting_day: "2026-05-08",
      meeting_part: "morning",
      source: "google-search",
    },
    { name: "Leída", read: true, doubts: [{ code: "turnstile_missing" }], service_type: "reputation" },
    ...Array.from({ length: 8 }, (_, index) => ({ name: `Persona ${index}`, message: "serie" })),
  ];
  return submissions.map((submission, index) => ({
    id: toId(index),
    name: "",
    email: `persona${index}@example.com`,
    phone: null,
    company: null,
    service_type: null,
    source: null,
    message: null,
    language: "es",
    read: false,
    spam: false,
    // The last submissions have the same time, so that only the id orders them.
    created_at: new Date(now - 3_600_000 * (1 + Math.min(index, 10) * 7)).toISOString(),
    plan: null,
    meeting_day: null,
    meeting_part: null,
    doubts: [],
    ...submission,
  }));
}

const volatile = new Set([
  "title",
  "type",
  "request_id",
  "access_token",
  "refresh_token",
  "expires_at",
  "idle_seconds",
  "until",
]);
const environmental = new Set(["stamp", "city", "country", "user_agent"]);
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isoTime = /^\d{4}-\d\d-\d\dT/;

/** Replaces the values that differ between runs. Of all times, only those of the scripted submissions are compared. */
function normalize(value: unknown, startedAt: number): unknown {
  if (Array.isArray(value)) return value.map((item) => normalize(item, startedAt));
  if (typeof value === "string") {
    if (uuid.test(value) && !value.endsWith("0".repeat(12))) return "<id>";
    if (isoTime.test(value)) return "<time>";
    return value;
  }
  if (typeof value !== "object" || value === null) return value;
  const isScripted = (time: unknown) =>
    "service_type" in value && Date.parse(String(time)) < startedAt - 600_000;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !volatile.has(key))
      .map(([key, item]) => {
        if (key === "created_at" && isScripted(item)) return [key, item];
        if (key === "next_cursor" && item !== null) return [key, "<cursor>"];
        if (key === "codes") return [key, (item as string[]).map(() => "<code>")];
        // The signature of a stamp and the location of a client depend on the environment.
        if (environmental.has(key)) return [key, `<${key}>`];
        if (key === "ids") return [key, (item as string[]).toSorted()];
        return [key, normalize(item, startedAt)];
      }),
  );
}

// The sentences of error answers are for developers, and may differ.
function withoutSentence(body: unknown, isAuthError: boolean): unknown {
  if (!isAuthError) return body;
  const { message: _, msg: _msg, ...comparedBody } = body as Record<string, unknown>;
  return comparedBody;
}

type CallOptions = {
  schema?: v.GenericSchema;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
};

/**
 * Calls everything that the fake API answers, in a fixed order. Every JSON answer must match its schema of the
 * contract.
 * @returns the answers without ids, times and tokens
 */
export async function runApiScript({
  fetch,
  administrator,
  visitor,
}: ScriptedApi): Promise<ScriptedAnswer[]> {
  const startedAt = Date.now();
  const answers: ScriptedAnswer[] = [];
  let token: string | null = null;

  async function call(request: string, { schema, body, headers, ...options }: CallOptions = {}) {
    const [method = "GET", path = ""] = request.split(" ", 2);
    const { token: bearer = token } = options;
    const response = await fetch(path, {
      method,
      headers: {
        "X-Supabase-Api-Version": "2024-01-01",
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
    // biome-ignore lint/suspicious/noExplicitAny: the schemas check the answers; the script only passes parts of them on
    const json: any = isJson ? JSON.parse(text) : null;
    const isAuthError = !response.ok && path.startsWith("/api/auth");
    const expected = response.ok ? schema : isAuthError ? authErrorAnswer : problemAnswer;
    if (isJson && !expected) throw new Error(`The script names no schema for ${request}.`);
    if (isJson && expected) {
      const { issues } = v.safeParse(expected, json);
      if (issues)
        throw new Error(
          `${request} answers ${text}, which is no answer of the contract: ${JSON.stringify(v.flatten(issues))}`,
        );
    }
    answers.push({
      call: `${request.replace(uuid, "<id>")} ${typeof body === "object" && !path.startsWith("/api/auth") ? JSON.stringify(normalize(body, startedAt)) : ""}`.trim(),
      status: response.status,
      etag: response.headers.has("ETag"),
      body: withoutSentence(isJson ? normalize(json, startedAt) : text, isAuthError),
    });
    return { json, headers: response.headers };
  }
  const signIn = async (credentials: Credentials) =>
    (
      await call("POST /api/auth/token?grant_type=password", {
        schema: sessionAnswer,
        body: credentials,
        token: null,
      })
    ).json;

  // Signing in
  await call("GET /api/auth/settings", { schema: settingsAnswer });
  const passwordGrant = "POST /api/auth/token?grant_type=password";
  await call(passwordGrant, { body: { ...administrator, password: "wrong password" } });
  await call(passwordGrant, { body: { email: "nobody@example.com", password: "wrong password" } });
  await call(passwordGrant, { body: { password: administrator.password } });
  await call(passwordGrant, { body: { phone: "+50688881234", password: "secret" } });
  await call(passwordGrant, { body: "{" });
  await call("POST /api/auth/token?grant_type=magic", { body: {} });
  const firstSession = await signIn(administrator);
  const refresh = (refresh_token: string) =>
    call("POST /api/auth/token?grant_type=refresh_token", {
      schema: sessionAnswer,
      body: { refresh_token },
      token: null,
    });
  await refresh("");
  await refresh("unknown");
  const { json: secondSession } = await refresh(firstSession.refresh_token);
  await refresh(firstSession.refresh_token);
  const { json: thirdSession } = await refresh(secondSession.refresh_token);
  await refresh(firstSession.refresh_token);
  await refresh(thirdSession.refresh_token);
  await call("GET /api/auth/user", { token: firstSession.access_token });

  // Permissions
  const visitorSession = await signIn(visitor);
  for (const bearer of [null, "no.valid.token", visitorSession.access_token, firstSession.access_token]) {
    token = bearer;
    await call("GET /api/submissions");
    await call("GET /api/submissions?limit=none");
    await call("GET /api/submissions/not-an-id");
    await call("PATCH /api/submissions/not-an-id", { body: {} });
    await call(`DELETE /api/submissions/${absentId}`);
    await call("POST /api/submissions/bulk", { body: {} });
    await call("GET /api/blocked-senders");
    await call("GET /api/mail-alerts");
    await call("GET /api/sign-in-rules");
    await call("GET /api/profile", { schema: profileAnswer });
    await call("GET /api/auth/user", { schema: userAnswer });
    await call("GET /api/nothing");
  }

  // The inbox: lists
  token = (await signIn(administrator)).access_token;
  await call("GET /api/profile", { schema: profileAnswer });
  const list = (query: string) => call(`GET /api/submissions${query}`, { schema: pageAnswer });
  for (const query of [
    "",
    "?filter=unread",
    "?filter=read",
    "?filter=spam",
    "?filter=none",
    "?page=2",
    "?limit=0",
    "?limit=101",
  ]) {
    await list(query);
  }
  await call("GET /api/submissions?include=doubts,wishes,phone_number,sender_block", {
    schema: screenedPageAnswer,
  });
  await list("?include=secrets");
  const { json: page } = await list("?limit=6&q=serie");
  await list(`?limit=6&q=serie&cursor=${page.next_cursor}`);
  await list("?cursor=bm9uZQ");
  for (const search of [
    ...[
      "CÁMARAS",
      "camaras heredia",
      "NUNEZ",
      "ana",
      "anaheredia",
      "strasse",
      "aero",
      "100%",
      "a_b",
      "«hola»",
      "¿hola?",
    ],
    ...["88881234", "8888 1234", "506 8888 1234", "8888", "00000001", "0000-0002", "x".repeat(201)],
  ]) {
    await list(`?q=${encodeURIComponent(search)}`);
  }
  await list("?sender=ANA@cliente.example");
  await list("?sender=ana@cliente");
  for (const narrowing of [
    "service=cctv",
    "service=none&language=es",
    "service=shoes",
    "language=en",
    "from=2026-02-30",
    "to=2001-01-01",
  ]) {
    await list(`?${narrowing}`);
    await call(`GET /api/submissions/counts?${narrowing}`, { schema: countsAnswer });
  }
  const today = new Date(startedAt - 86_400_000).toISOString().slice(0, 10);
  await list(`?from=${today}`);
  await list(`?to=${today}`);

  // Counts, statistics, export
  const { headers } = await call("GET /api/submissions/counts", { schema: countsAnswer });
  const etagHeaders = { "If-None-Match": headers.get("ETag") ?? "" };
  await call("GET /api/submissions/counts", { headers: etagHeaders });
  await call("GET /api/submissions/stats", { schema: statsAnswer });
  await call("GET /api/submissions/stats?days=3", { schema: statsAnswer });
  await call("GET /api/submissions/stats?days=0");
  for (const query of ["", "?lang=es", "?lang=en&filter=unread&q=serie", "?lang=fr"])
    await call(`GET /api/submissions/export.csv${query}`);

  // A single submission
  const submissionPath = `/api/submissions/${toId(0)}`;
  await call(`GET ${submissionPath}`, { schema: submissionAnswer });
  await call(`GET ${submissionPath}?include=doubts,wishes,phone_number,sender_block`, {
    schema: screenedSubmissionAnswer,
  });
  await call(`GET ${submissionPath}?include=secrets`);
  await call(`GET /api/submissions/${absentId}`);
  await call("GET /api/submissions/not-an-id");
  const patches = [
    { read: true },
    { read: true },
    { spam: true },
    { spam: false, read: false },
    {},
    { read: 1 },
    { name: "Ana" },
    [],
    "{",
    "null",
  ];
  for (const body of patches) await call(`PATCH ${submissionPath}`, { schema: submissionAnswer, body });
  await call(`PATCH ${submissionPath}`, { body: "read=true", headers: { "Content-Type": "text/plain" } });
  await call(`PATCH /api/submissions/${absentId}`, { body: { read: true } });
  await call("GET /api/submissions/counts", { schema: countsAnswer, headers: etagHeaders });
  await call(`DELETE ${submissionPath}`);
  await call(`DELETE ${submissionPath}`);
  await call("DELETE /api/submissions/not-an-id");
  const block = () => call(`POST /api/submissions/${toId(1)}/block`, { schema: blockAnswer });
  await block();
  const { json: blockedSender } = await block();
  await call(`GET /api/submissions/${toId(2)}?include=doubts,wishes,phone_number,sender_block`, {
    schema: screenedSubmissionAnswer,
  });
  await call("GET /api/blocked-senders", { schema: blockedSendersAnswer });
  await call(`DELETE /api/blocked-senders/${blockedSender.sender_block}`);
  await call(`DELETE /api/blocked-senders/${blockedSender.sender_block}`);
  await call("DELETE /api/blocked-senders/not-an-id");
  await call("GET /api/blocked-senders", { schema: blockedSendersAnswer });
  await block();
  await call(`POST /api/submissions/${absentId}/block`);
  await list("?filter=spam");

  // Bulk
  const bulk = (body: unknown, schema: v.GenericSchema = bulkAnswer) =>
    call("POST /api/submissions/bulk", { schema, body });
  const ids = [toId(7), toId(8), toId(9).toUpperCase(), absentId];
  for (const action of ["read", "read", "unread", "spam", "not_spam"]) await bulk({ ids, action });
  await bulk({ ids: [], action: "read" });
  await bulk({ ids: ["x"], action: "read" });
  await bulk({ ids: [toId(7), toId(7)], action: "read" });
  await bulk({ ids: Array.from({ length: 501 }, (_, index) => toId(index)), action: "read" });
  await bulk({ ids, action: "burn" });
  const until = new Date(startedAt).toISOString();
  const changeMatching = (matching: object, action: string) =>
    bulk({ matching: { until, ...matching }, action }, matchingAnswer);
  await changeMatching({ q: "serie" }, "read");
  await changeMatching({ q: "serie" }, "read");
  await changeMatching({ filter: "unread", q: "serie" }, "read");
  await changeMatching({ filter: "read", q: "serie" }, "unread");
  await changeMatching({ filter: "spam" }, "not_spam");
  await changeMatching({ filter: "spam" }, "spam");
  await changeMatching({ q: "0000-0004" }, "spam");
  await changeMatching({ until: new Date(startedAt - 3_600_000 * 50).toISOString() }, "read");
  await changeMatching({ until: "yesterday" }, "read");
  await changeMatching({ sender: "persona14@example.com" }, "delete");
  await bulk({ ids, action: "delete" });
  await list("?filter=spam");
  await list("");
  await call("GET /api/submissions/counts", { schema: countsAnswer });

  // The contact form
  await call("GET /api/contact/form-stamp", { schema: formStampAnswer });
  const contact = (body: unknown, key?: string) =>
    call("POST /api/contact", {
      schema: receiptAnswer,
      body,
      token: null,
      headers: key ? { "Idempotency-Key": key } : {},
    });
  const key = crypto.randomUUID();
  const message = {
    name: " Luz ",
    email: "luz@example.com",
    service: "cctv",
    message: "Hola",
    language: "en",
  };
  await contact(message, key);
  await contact(message, key);
  await contact({ ...message, message: "Adiós" }, key);
  await contact(message, "no key");
  await contact({ name: "", email: "luz" });
  await contact({ ...message, read: true });
  await contact({ ...message, meeting_day: "2001-01-01" });
  await list("?q=luz");
  await call("POST /api/contact/handed", { body: { token: "unknown" } });
  await call("POST /api/contact/own", { body: { token: "unknown" } });
  await call("POST /api/contact/own/erase", { body: {} });

  // Alerts and rules
  await call("GET /api/mail-alerts", { schema: mailAlertsAnswer });
  await call(`DELETE /api/mail-alerts/${absentId}`);
  await call("DELETE /api/mail-alerts/not-an-id");
  await call("GET /api/sign-in-rules", { schema: signInRulesAnswer });
  await call("PUT /api/sign-in-rules", { body: {} });
  await call("PUT /api/sign-in-rules", { body: { administrators_need_passkeys: true } });
  await call("POST /api/sign-in-rules/first-passkeys", { body: {} });
  await call("POST /api/sign-in-rules/first-passkeys", { body: { email: "nobody@example.com" } });

  await call("POST /api/administrators/invitations", { body: {} });
  await call("POST /api/administrators/invitations", {
    body: { email: "nobody@example.com", language: "fr" },
  });
  await call("POST /api/administrators/invitations", { body: { email: "nobody@example.com" } });

  // The account
  token = visitorSession.access_token;
  await call("GET /api/auth/sessions", { schema: ownSessionsAnswer });
  await call(`DELETE /api/auth/sessions/${absentId}`);
  await call("DELETE /api/auth/sessions/not-an-id");
  await call("GET /api/auth/passkeys", { schema: passkeysAnswer });
  await call(`PATCH /api/auth/passkeys/${absentId}`, { body: { friendly_name: "Llave" } });
  await call(`PATCH /api/auth/passkeys/${absentId}`, { body: { friendly_name: " " } });
  await call(`DELETE /api/auth/passkeys/${absentId}`);
  await call("POST /api/auth/passkeys/registration/verify", { body: {} });
  const codes = "/api/auth/factors/recovery-codes";
  await call(`GET ${codes}`, { schema: recoveryCodesAnswer });
  await call(`POST ${codes}/regenerate`);
  await call(`POST ${codes}`, { schema: recoveryCodesAnswer });
  await call(`POST ${codes}`);
  await call(`POST ${codes}/verify`, { body: { code: "wrong" } });
  await call(`GET ${codes}`, { schema: recoveryCodesAnswer });
  const change = (body: unknown) => call("PUT /api/auth/user", { schema: userAnswer, body });
  await change({ data: { language: "en" } });
  await change({ data: { language: null, theme: "dark" } });
  await change({ password: "una contraseña muy nueva" });
  await change({ password: "una contraseña muy nueva", current_password: "wrong password" });
  await change({ password: "123", current_password: visitor.password });
  await change({ password: visitor.password, current_password: visitor.password });
  await change({ email: "no address" });
  await change({ phone: "+50688881234" });
  await change({ password: "una contraseña muy nueva", current_password: visitor.password });
  await change({ email: "moved@example.com", current_password: "una contraseña muy nueva" });

  // Sign-up and mails
  const signUp = (body: unknown) => call("POST /api/auth/signup", { schema: userAnswer, body, token: null });
  const person = { email: "Nueva@example.com", password: "una contraseña muy nueva" };
  await signUp(person);
  await signUp({ ...person, email: visitor.email });
  await signUp({ ...person, email: "nueva" });
  await signUp({ ...person, password: "password1" });
  await signUp({ password: person.password });
  await call(passwordGrant, { body: person });
  await call(passwordGrant, { body: { ...person, password: "wrong password" } });
  for (const body of [{ email: person.email }, { email: "nobody@example.com" }, { email: "nobody" }, {}]) {
    await call("POST /api/auth/recover", { schema: emptyAnswer, body });
    await call("POST /api/auth/resend", { schema: emptyAnswer, body: { ...body, type: "signup" } });
    await call("POST /api/auth/resend", { schema: emptyAnswer, body: { ...body, type: "recovery" } });
  }
  for (const body of [
    { type: "signup", token_hash: "unknown" },
    { type: "signup", token: "000000", email: person.email },
    { type: "signup" },
    { type: "signup", token: "000000" },
    { type: "gift", token_hash: "unknown" },
    { type: "signup", token_hash: "unknown", email: person.email },
  ]) {
    await call("POST /api/auth/verify", { body });
  }

  // Deletion and sign-out
  await call("DELETE /api/auth/user", { body: { current_password: "wrong password" } });
  await call("DELETE /api/auth/user", { body: {} });
  await call("POST /api/auth/logout?scope=everyone");
  await call("POST /api/auth/logout?scope=others");
  await call("POST /api/auth/logout?scope=local");
  await call("GET /api/auth/user");
  await call("GET /api/profile");
  await call("POST /api/auth/logout");
  return answers;
}
