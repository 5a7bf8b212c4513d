import * as v from "valibot";
import { authErrorAnswer, problemAnswer } from "#functions/contract/answers.schema.ts";
import { recordedActions } from "#functions/contract/conversation.ts";
import { uploadPartBytes } from "#functions/contract/upload.ts";
import { calls } from "#functions/openapi.ts";
import type { StoredSubmission } from "./fake-api/submission-store.ts";
import { createStoredSubmission } from "./submission.ts";

type Credentials = { email: string; password: string };

/** The API that the script calls. `fetch` takes paths such as `/api/profile`. */
export type ScriptedApi = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Has the role of an administrator. */
  administrator: Credentials;
  /** Has no role. */
  visitor: Credentials;
  /** Stores a customer's conversation, and returns the token of its link. */
  openConversation: () => string | Promise<string>;
};

/** An answer without the values that differ between runs. */
export type ScriptedAnswer = { call: string; status: number; etag: boolean; body: unknown };

const toId = (index: number) => `${String(index).padStart(8, "0")}-0000-4000-8000-${"0".repeat(12)}`;
const absentId = toId(99_999_999);

/** Returns the submissions that the API of a script has at the beginning, all older than an hour before `now`. */
export function listScriptedSubmissions(now: number): StoredSubmission[] {
  const submissions: Partial<StoredSubmission>[] = [
    { name: "José Núñez", message: "Quiero cámaras en Heredia", service_type: "cctv", source: "other" },
    { name: "Ana", email: "Ana@Cliente.example", phone: "+506 8888-1234", service_type: "cctv" },
    { name: "Ana", email: "ana@cliente.example", message: "camaras", read: true, language: "en" },
    { name: "Bot", spam: true, message: "Casino", doubts: [{ code: "links", count: 5 }] },
    { name: "Eva", company: "100% a_b", message: "Dice: «hola»" },
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
  return submissions.map((submission, index) =>
    // The last submissions have the same time, so that only the id orders them.
    createStoredSubmission(now - 3_600_000 * (1 + Math.min(index, 10) * 7), {
      ...{ id: toId(index), name: "", email: `persona${index}@example.com` },
      ...submission,
    }),
  );
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
// The tokens of links and files, of which a request may have several.
const signed = new Set(["token", "files"]);
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isoTime = /^\d{4}-\d\d-\d\dT/;

/** Replaces the values that differ between runs. Of all times, only those of the scripted submissions are compared. */
function normalize(value: unknown, startedAt: number): unknown {
  // The fake API keeps no record of the actions of administrators.
  if (Array.isArray(value))
    return value
      .filter((item) => !recordedActions.some((action) => action === item?.event))
      .map((item) => normalize(item, startedAt));
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
        if (signed.has(key) && typeof item === "string") return [key, item.replace(/\S{40,}/g, "<token>")];
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
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
};

/** Returns the schema of a successful answer in the description of the API. */
function findSchema(request: string, status: number): v.GenericSchema {
  const [address = ""] = request.split("?");
  const isCall = (name: string) => new RegExp(`^${name.replace(/:\w+/g, "[^/]+")}$`).test(address);
  const call = calls[address] ?? calls[Object.keys(calls).find(isCall) ?? ""];
  return call?.answers[status] ?? v.never();
}

/**
 * Calls everything that the fake API answers, in a fixed order. Every JSON answer must match its schema of the
 * contract.
 * @returns the answers without ids, times and tokens
 */
export async function runApiScript({
  fetch,
  administrator,
  visitor,
  openConversation,
}: ScriptedApi): Promise<ScriptedAnswer[]> {
  const startedAt = Date.now();
  const answers: ScriptedAnswer[] = [];
  let token: string | null = null;

  async function call(request: string, { body, headers, ...options }: CallOptions = {}) {
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
    const errorSchema = isAuthError ? authErrorAnswer : problemAnswer;
    const schema = response.ok ? findSchema(request, response.status) : errorSchema;
    const issues = isJson ? v.safeParse(schema, json).issues : undefined;
    if (issues)
      throw new Error(
        `${request} answers ${text}, which is no answer of the contract: ${JSON.stringify(v.flatten(issues))}`,
      );
    answers.push({
      call: `${request.replace(/(?<=\/)[\da-f-]{24}(?!0{12})[\da-f]{12}/g, "<id>")} ${typeof body === "object" && !path.startsWith("/api/auth") ? JSON.stringify(normalize(body, startedAt)) : ""}`.trim(),
      status: response.status,
      etag: response.headers.has("ETag"),
      body: withoutSentence(isJson ? normalize(json, startedAt) : text, isAuthError),
    });
    return { json, headers: response.headers };
  }
  const signIn = async (credentials: Credentials) =>
    (await call("POST /api/auth/token?grant_type=password", { body: credentials, token: null })).json;

  // Signing in
  await call("GET /api/auth/settings");
  const passwordGrant = "POST /api/auth/token?grant_type=password";
  await call(passwordGrant, { body: { ...administrator, password: "wrong password" } });
  await call(passwordGrant, { body: { email: "nobody@example.com", password: "wrong password" } });
  await call(passwordGrant, { body: "{" });
  const firstSession = await signIn(administrator);
  const refresh = (refresh_token: string) =>
    call("POST /api/auth/token?grant_type=refresh_token", { body: { refresh_token }, token: null });
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
    await call("GET /api/profile");
    await call("GET /api/auth/user");
    await call("GET /api/nothing");
  }

  // The inbox: lists
  token = (await signIn(administrator)).access_token;
  await call("GET /api/profile");
  const list = (query: string) => call(`GET /api/submissions${query}`);
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
  const inclusions = "include=doubts,wishes,phone_numbers,sender_block,acknowledgement,conversation";
  await list(`?${inclusions}`);
  await list("?include=secrets");
  const { json: page } = await list("?limit=6&q=serie");
  await list(`?limit=6&q=serie&cursor=${page.next_cursor}`);
  await list("?cursor=bm9uZQ");
  for (const search of [
    ...["CÁMARAS", "camaras heredia", "NUNEZ", "ana", "anaheredia", "100%", "a_b"],
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
    "meeting=requested",
    "meeting=requested&service=cctv",
    "meeting=yes",
    "from=2026-02-30",
    "to=2001-01-01",
  ]) {
    await list(`?${narrowing}`);
    await call(`GET /api/submissions/counts?${narrowing}`);
  }
  const today = new Date(startedAt - 86_400_000).toISOString().slice(0, 10);
  await list(`?from=${today}`);
  await list(`?to=${today}`);

  // Counts, export
  await call("GET /api/submissions/counts?q=serie&service=cctv");
  const { headers } = await call("GET /api/submissions/counts");
  const etagHeaders = { "If-None-Match": headers.get("ETag") ?? "" };
  await call("GET /api/submissions/counts", { headers: etagHeaders });
  await call("GET /api/submissions/oldest-unanswered");
  await call("GET /api/submissions/stats?days=0");
  for (const query of ["", "?lang=es", "?lang=en&filter=unread&q=serie", "?lang=fr"])
    await call(`GET /api/submissions/export.csv${query}`);

  // A single submission
  const submissionPath = `/api/submissions/${toId(0)}`;
  await call(`GET ${submissionPath}`);
  await call(`GET ${submissionPath}?${inclusions}`);
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
  for (const body of patches) await call(`PATCH ${submissionPath}`, { body });
  await call(`PATCH ${submissionPath}`, { body: "read=true", headers: { "Content-Type": "text/plain" } });
  await call(`PATCH /api/submissions/${absentId}`, { body: { read: true } });
  await call("GET /api/submissions/counts", { headers: etagHeaders });
  await call(`DELETE ${submissionPath}`);
  await call(`DELETE ${submissionPath}`);
  await call("DELETE /api/submissions/not-an-id");
  const block = () => call(`POST /api/submissions/${toId(1)}/block`);
  await block();
  const { json: blockedSender } = await block();
  await call(`GET /api/submissions/${toId(2)}?${inclusions}`);
  await call("GET /api/blocked-senders");
  await call(`DELETE /api/blocked-senders/${blockedSender.sender_block}`);
  await call(`DELETE /api/blocked-senders/${blockedSender.sender_block}`);
  await call("DELETE /api/blocked-senders/not-an-id");
  await call("GET /api/blocked-senders");
  await block();
  await call(`POST /api/submissions/${absentId}/block`);
  await list("?filter=spam");

  // Conversations
  const conversation = `/api/submissions/${toId(3)}`;
  const conversationCalls = [
    ["GET", "entries"],
    ["POST", "notes", { text: "ya hablé con bodega" }],
    ["POST", "notes", { text: " " }],
    ["POST", "answered", { by: "telephone" }],
    ["POST", "answered", { by: "fax" }],
    ["GET", "draft"],
    ["PUT", "draft", { text: "Hola", revision: 0 }],
    ["PUT", "draft", { text: "Hola", revision: 0 }],
    ["PUT", "draft", { text: "Otra", revision: 0 }],
    ["PUT", "draft", { text: "Nota", revision: 2, kind: "note" }],
    ["GET", "draft"],
  ] as const;
  for (const path of [`/api/submissions/${toId(4)}`, `/api/submissions/${absentId}`]) {
    for (const [method, name, body] of conversationCalls) await call(`${method} ${path}/${name}`, { body });
  }
  const sendAnswer = (path: string, body: object, answerKey: string = crypto.randomUUID()) =>
    call(`POST ${path}/answers`, { body, headers: { "Idempotency-Key": answerKey } });
  const answerKey = crypto.randomUUID();
  const answered = `/api/submissions/${toId(4)}`;
  await sendAnswer(answered, { text: "Hola", revision: 1 });
  const { json: sentAnswer } = await sendAnswer(answered, { text: "Hola", revision: 3 }, answerKey);
  await sendAnswer(answered, { text: "Hola", revision: 3 }, answerKey);
  await sendAnswer(answered, { text: "Otra", revision: 3 }, answerKey);
  await sendAnswer(answered, { text: "", revision: 3 });
  await call(`GET ${answered}/draft`);
  await call(`GET ${answered}/entries`);
  await call(`DELETE ${answered}/answers/${absentId}`);
  await call(`DELETE ${answered}/answers/not-an-id`);
  await call(`DELETE ${answered}/answers/${sentAnswer.id}`);
  await call(`DELETE ${answered}/answers/${sentAnswer.id}`);
  await sendAnswer(answered, { text: "Hola", revision: 3 }, answerKey);
  await sendAnswer(answered, { text: "Hola", revision: 1, anyway: true, close: true });
  await call(`GET ${answered}?${inclusions}`);
  await sendAnswer(conversation, { text: "Hola", revision: 1 });
  await sendAnswer(`/api/submissions/${absentId}`, { text: "Hola", revision: 1 });

  // Moves
  const { json: note } = await call(`POST ${answered}/notes`, { body: { text: "de otra persona" } });
  const moveNote = (to: unknown, entry: string = note.id) =>
    call(`POST ${answered}/entries/${entry}/move`, { body: { to } });
  await moveNote("x");
  await moveNote(null, absentId);
  await moveNote(absentId);
  await moveNote(toId(4));
  const { json: split } = await moveNote(null);
  await call(`GET /api/submissions/${split.to}/entries`);
  await call(`DELETE /api/moves/${split.move}`);
  await call(`DELETE /api/moves/${split.move}`);
  const { json: moved } = await moveNote(toId(5));
  await call(`GET /api/submissions/${toId(5)}/entries`);
  await call(`DELETE /api/moves/${moved.move}`);
  await call(`POST ${answered}/entries/${note.id}/admit`);
  const join = (into: unknown) => call(`POST /api/submissions/${toId(6)}/join`, { body: { into } });
  await join("x");
  await join(toId(6));
  await join(absentId);
  const { json: joined } = await join(toId(5));
  await join(toId(5));
  await call(`DELETE /api/moves/${joined.move}`);
  await call(`GET /api/submissions/${toId(5)}/entries`);
  await call("DELETE /api/moves/not-an-id");

  // Bulk
  const bulk = (body: unknown) => call("POST /api/submissions/bulk", { body });
  const ids = [toId(7), toId(8), toId(9).toUpperCase(), absentId];
  for (const action of ["read", "read", "unread", "spam", "not_spam"]) await bulk({ ids, action });
  await bulk({ ids: [], action: "read" });
  await bulk({ ids: ["x"], action: "read" });
  await bulk({ ids: [toId(7), toId(7)], action: "read" });
  await bulk({ ids: Array.from({ length: 501 }, (_, index) => toId(index)), action: "read" });
  await bulk({ ids, action: "burn" });
  const until = new Date(startedAt).toISOString();
  const changeMatching = (matching: object, action: string) =>
    bulk({ matching: { until, ...matching }, action });
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
  await call("GET /api/submissions/counts");

  // The contact form
  await call("GET /api/contact/form-stamp");
  const contact = (body: unknown, key?: string) =>
    call("POST /api/contact", { body, token: null, headers: key ? { "Idempotency-Key": key } : {} });
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
  await call("POST /api/contact/own", { body: { token: "unknown" } });
  await call("POST /api/contact/own/erase", { body: {} });

  // Alerts and rules
  await call("GET /api/mail-alerts");
  await call(`DELETE /api/mail-alerts/${absentId}`);
  await call("DELETE /api/mail-alerts/not-an-id");
  await call("GET /api/sign-in-rules");
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
  await call("GET /api/auth/sessions");
  await call(`DELETE /api/auth/sessions/${absentId}`);
  await call("DELETE /api/auth/sessions/not-an-id");
  await call("GET /api/auth/passkeys");
  await call(`PATCH /api/auth/passkeys/${absentId}`, { body: { friendly_name: "Llave" } });
  await call(`PATCH /api/auth/passkeys/${absentId}`, { body: { friendly_name: " " } });
  await call("POST /api/auth/passkeys/registration/verify", { body: {} });
  const codes = "/api/auth/factors/recovery-codes";
  await call(`GET ${codes}`);
  await call(`POST ${codes}/regenerate`);
  await call(`POST ${codes}`);
  await call(`POST ${codes}`);
  await call(`POST ${codes}/verify`, { body: { code: "wrong" } });
  await call(`GET ${codes}`);
  const change = (body: unknown) => call("PUT /api/auth/user", { body });
  await change({ data: { language: "en" } });
  await change({ data: { language: null, theme: "dark" } });
  await change({ password: "una contraseña muy nueva" });
  await change({ password: "una contraseña muy nueva", current_password: "wrong password" });
  await change({ password: "123", current_password: visitor.password });
  await change({ password: visitor.password, current_password: visitor.password });
  await change({ email: "no address" });
  await change({ password: "una contraseña muy nueva", current_password: visitor.password });
  await change({ email: "moved@example.com", current_password: "una contraseña muy nueva" });

  // Sign-up and mails
  const signUp = (body: unknown) => call("POST /api/auth/signup", { body, token: null });
  const person = { email: "Nueva@example.com", password: "una contraseña muy nueva" };
  await signUp(person);
  await signUp({ ...person, email: visitor.email });
  await signUp({ ...person, email: "nueva" });
  await signUp({ ...person, password: "password1" });
  await signUp({ password: person.password });
  await call(passwordGrant, { body: person });
  await call(passwordGrant, { body: { ...person, password: "wrong password" } });
  for (const body of [{ email: person.email }, { email: "nobody@example.com" }, { email: "nobody" }, {}]) {
    await call("POST /api/auth/recover", { body });
    await call("POST /api/auth/resend", { body: { ...body, type: "signup" } });
  }
  const verify = (body: object) => call("POST /api/auth/verify", { body: { type: "signup", ...body } });
  await verify({ token_hash: "unknown" });
  await verify({ token: "000000", email: person.email });

  // Deletion and sign-out
  await call("DELETE /api/auth/user", { body: { current_password: "wrong password" } });
  await call("DELETE /api/auth/user", { body: {} });
  await call("POST /api/auth/logout?scope=others");
  await call("POST /api/auth/logout?scope=local");
  await call("GET /api/auth/user");
  await call("GET /api/profile");
  await call("POST /api/auth/logout");

  // Files
  token = null;
  const sendPart = (id: string, name: string, body: string, query = `size=${body.length}&offset=0`) =>
    call(`PUT /api/uploads/${id}?name=${encodeURIComponent(name)}&${query}`, {
      ...{ body, headers: { "Content-Type": "application/octet-stream" } },
    });
  const upload = async (name: string, body = "%PDF-1") =>
    (await sendPart(crypto.randomUUID(), name, body)).json.token as string;
  const part = "x".repeat(uploadPartBytes);
  const uploadId = crypto.randomUUID();
  await sendPart(uploadId, "plano.pdf", "y", `size=${part.length + 1}&offset=${part.length}`);
  await sendPart(uploadId, "plano.pdf", part, `size=${part.length + 1}&offset=0`);
  await sendPart(uploadId, "plano.pdf", "y", `size=${part.length + 1}&offset=${part.length}`);
  await sendPart(uploadId, "plano.pdf", `${part}x`, `size=${part.length + 1}&offset=0`);
  for (const query of ["size=0&offset=0", "size=10000001&offset=0", "size=2&offset=1", "size=2&offset=0", ""])
    await sendPart(uploadId, "plano.pdf", "y", query);
  await sendPart("not-an-id", "plano.pdf", "y");
  const [file, otherFile] = [await upload("C:\\plano.pdf"), await upload("foto.jpg")];
  const foreignFile = `${file.slice(0, -2)}${file.endsWith("AA") ? "BB" : "AA"}`;
  const fileKey = crypto.randomUUID();
  await contact({ ...message, files: foreignFile });
  await contact({ ...message, files: "a b c d" });
  await contact({ ...message, files: `${file} ${foreignFile}` });
  await contact({ ...message, files: file }, fileKey);
  await contact({ ...message, files: file }, fileKey);
  await contact({ ...message, files: await upload("plano.pdf") }, fileKey);
  await contact({ ...message, files: otherFile }, fileKey);
  await contact({ ...message, files: file });
  await contact({ ...message, files: `${otherFile} ${file}` });

  // The customer's page
  const link = await openConversation();
  await call("POST /api/conversation", { body: { token: link } });
  const reply = (body: object, replyKey?: string) =>
    call("POST /api/conversation/entries", {
      ...{ body: { token: link, text: "Aquí está.", ...body } },
      headers: replyKey ? { "Idempotency-Key": replyKey } : {},
    });
  const replyKey = crypto.randomUUID();
  await reply({ files: foreignFile });
  await reply({ files: file });
  await reply({ files: otherFile }, replyKey);
  await reply({ files: otherFile }, replyKey);
  await reply({ text: "Otra cosa." }, replyKey);
  await reply({}, "no key");
  await reply({ text: " " });
  await reply({ files: otherFile });
  await reply({ token: "unknown" });
  await reply({ token: "A".repeat(43), files: foreignFile });
  await reply({ token: "A".repeat(43) });
  return answers;
}
