import { Hono } from "hono";
import { toMessageText } from "#functions/contact/store.ts";
import { firstPasskeyInput, invitationInput, signInRulesInput } from "#functions/contract/account.schema.ts";
import {
  firstPasskeyAnswer,
  formStampAnswer,
  invitationAnswer,
  type MailAlert,
  mailAlertsAnswer,
  ownMessageAnswer,
  profileAnswer,
  type Role,
  receiptAnswer,
  signInRulesAnswer,
} from "#functions/contract/answers.schema.ts";
import { contactPost, linkInput } from "#functions/contract/contact.schema.ts";
import { type ContactMessage, contactFields, toColumn } from "#functions/contract/contact.ts";
import { administratorsAnswer, type Entry } from "#functions/contract/conversation.schema.ts";
import type { Doubt } from "#functions/contract/doubt.ts";
import { toReference } from "#functions/contract/reference.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { readIdempotencyKey } from "#functions/kernel/http/idempotency-key.ts";
import { idParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { hydrationErrorInput } from "#functions/site/hydration-errors-route.ts";
import { createAccountRoutes } from "./fake-api/account-routes.ts";
import { createAccountStore, type FakeAccount } from "./fake-api/account-store.ts";
import { answer, answerRefusal } from "./fake-api/answer.ts";
import { createConversationRoutes } from "./fake-api/conversation-routes.ts";
import { createConversationStore, type NewEntry } from "./fake-api/conversation-store.ts";
import { createCustomerRoutes } from "./fake-api/customer-routes.ts";
import { type Call, createFaults } from "./fake-api/faults.ts";
import { createGuards } from "./fake-api/guards.ts";
import { createMoveRoutes } from "./fake-api/move-routes.ts";
import { createBlockedSenderRoutes, createSubmissionRoutes } from "./fake-api/submission-routes.ts";
import { createSubmissionStore, type StoredSubmission } from "./fake-api/submission-store.ts";
import { createUploadRoutes } from "./fake-api/upload-routes.ts";
import { createStoredSubmission } from "./submission.ts";

/** A submission for the fake API. `minutesAgo` stands in for `created_at`. */
export type NewSubmission = Partial<StoredSubmission> & { minutesAgo?: number };

type FakeApiOptions = {
  /** The initial submissions. */
  submissions?: readonly NewSubmission[];
  /** Role of the account that signs in first. */
  role?: Role;
  email?: string;
  password?: string;
};

/** The initial account of a fake API. */
export const fakeAdministrator = { email: "admin@guaria.example", password: "contraseña del buzón 🔑" };

/** The alert that mails to the company come back. */
export const returnedMails: MailAlert = {
  id: "00000000-0000-4000-8000-000000000001",
  kind: "address_failing",
  subject: "buzon@guaria.example",
  occurrences: 1,
  first_at: "2026-05-08T15:00:00.000Z",
  last_at: "2026-05-08T15:00:00.000Z",
};

/**
 * Returns `count` unread submissions, a minute apart: `Persona 1` is the newest. `mark` is in the address and the
 * message of each, so that a search finds them.
 */
export function listNumberedSubmissions(count: number, mark = "prueba", minutesAgo = 60): NewSubmission[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Persona ${index + 1}`,
    email: `${mark}@example.com`,
    phone: "6000 0000",
    service_type: "cctv",
    message: `Mensaje ${index + 1} sobre ${mark}`,
    minutesAgo: minutesAgo + index + 1,
  }));
}

/**
 * Creates an in-memory HTTP API for component tests. It checks requests with the edge's own schemas, and its answers
 * with the schemas of the contract.
 * `tests/edge/fake-api.test.ts` compares it with the real edge.
 */
export function createFakeApi(options: FakeApiOptions = {}) {
  const { role = "admin", email = fakeAdministrator.email, password = fakeAdministrator.password } = options;
  // Tests replace the clock.
  const now = () => Date.now();
  const store = createSubmissionStore();
  const accounts = createAccountStore(now);
  const conversations = createConversationStore(store, now);
  const guards = createGuards(accounts, now);
  const { routes: uploadRoutes, ...uploads } = createUploadRoutes(now);
  const { routes: customerRoutes, ...customer } = createCustomerRoutes(now, uploads);
  const { networkError, run, ...faults } = createFaults();
  const calls: Call[] = [];
  let mailAlerts: MailAlert[] = [];
  const receipts = new Map<string, { id: string; body: string }>();
  const linkTokens = new Map<string, string>();
  const files = new Map<string, Blob>();
  const messageFiles = new Map<string, string[]>();

  const account = accounts.addAccount({ email, password, role });
  const addSubmissions = (added: readonly NewSubmission[]) => {
    const stored = added.map(({ minutesAgo = 0, ...fields }) =>
      createStoredSubmission(now() - minutesAgo * 60_000, fields),
    );
    store.add(stored);
    return stored;
  };
  if (options.submissions) addSubmissions(options.submissions);

  function storeMessage(message: ContactMessage): string {
    const isBlocked = store.isBlocked(message.email);
    const doubts: Doubt[] = isBlocked ? [{ code: "blocked" }] : [];
    const fields = Object.fromEntries(contactFields.map((field) => [toColumn(field), message[field]]));
    const [stored] = addSubmissions([{ ...fields, doubts, spam: isBlocked }]);
    return stored?.id ?? "";
  }

  const contact = new Hono<AppEnv>()
    .get("/form-stamp", (c) => answer(c, formStampAnswer, { stamp: crypto.randomUUID() }))
    .post("/", jsonBody(contactPost), (c) => {
      const { files: tokens, ...message } = c.req.valid("json");
      const files = uploads.read(tokens);
      const key = readIdempotencyKey(c);
      const body = toMessageText({ message, files });
      const receipt = key === null ? undefined : receipts.get(key);
      if (receipt && receipt.body !== body) throw new Problem("idempotency_conflict");
      if (!receipt) uploads.use(files);
      const id = receipt?.id ?? storeMessage(message);
      if (!receipt)
        messageFiles.set(
          id,
          files.map(({ name }) => name),
        );
      if (key !== null) receipts.set(key, { id, body });
      return answer(c, receiptAnswer, { id, status: "stored" }, 201);
    })
    .post("/own", jsonBody(linkInput), (c) => {
      const { id, created_at } = findLinked(c.req.valid("json").token);
      const kept_until = new Date(Date.parse(created_at) + 730 * 86_400_000).toISOString();
      return answer(c, ownMessageAnswer, { reference: toReference(id), created_at, kept_until });
    })
    .post("/own/erase", jsonBody(linkInput), (c) => {
      store.remove(findLinked(c.req.valid("json").token).id);
      return c.body(null, 204);
    });
  function findLinked(token: string): StoredSubmission {
    const id = linkTokens.get(token);
    if (!id) throw new Problem("not_found");
    const submission = store.find(id);
    if (!submission) throw new Problem("message_gone");
    return submission;
  }

  const requireVerified = ({ sessionId }: Caller) => {
    if (!accounts.getSession(sessionId).isVerified) throw new Problem("passkey_required");
  };
  const toRules = () => {
    const administrators = accounts.getAccounts().filter((stored) => stored.role === "admin");
    return {
      administrators_need_passkeys: accounts.needPasskeys,
      administrators: administrators.length,
      without_passkey: administrators
        .filter(({ passkeys }) => passkeys.length === 0)
        .map(({ email, passkeyGraceUntil }) => ({
          email,
          needs_passkey_from: passkeyGraceUntil ? new Date(passkeyGraceUntil).toISOString() : null,
        })),
    };
  };

  const app = new Hono<AppEnv>()
    .basePath("/api")
    .route("/submissions", createSubmissionRoutes(store, guards))
    .route(
      "/submissions",
      createConversationRoutes({ submissions: store, conversations, accounts }, guards, now),
    )
    .route("/", createMoveRoutes({ submissions: store, conversations, accounts }, guards))
    .route("/blocked-senders", createBlockedSenderRoutes(store, guards))
    .route("/auth", createAccountRoutes(accounts, guards, now))
    .route("/contact", contact)
    .route("/conversation", customerRoutes)
    .route("/uploads", uploadRoutes)
    .get("/profile", guards.requireSession, (c) => {
      const caller = accounts.getAccount(c.var.caller.accountId);
      const session = accounts.getSession(c.var.caller.sessionId);
      return answer(c, profileAnswer, {
        user_id: caller.id,
        role: caller.role,
        ...(guards.isPasskeyMissing(caller, session) && { passkey_required: true }),
      });
    })
    .get("/administrators", guards.requireAdmin, (c) =>
      answer(c, administratorsAnswer, {
        items: accounts
          .getAccounts()
          .filter(({ role }) => role === "admin")
          .map(({ id, email }) => ({ id, name: email.split("@", 1)[0] ?? "" })),
      }),
    )
    .get("/attachments/:id", guards.requireAdmin, idParameter, (c) => {
      const file = files.get(c.req.valid("param").id);
      if (!file) throw new Problem("not_found");
      return c.body(file.stream(), 200, { "Content-Type": "application/octet-stream" });
    })
    .get("/mail-alerts", guards.requireAdmin, (c) => answer(c, mailAlertsAnswer, { items: mailAlerts }))
    .delete("/mail-alerts/:id", guards.requireAdmin, idParameter, (c) => {
      const remaining = mailAlerts.filter(({ id }) => id !== c.req.valid("param").id.toLowerCase());
      if (remaining.length === mailAlerts.length) throw new Problem("not_found");
      mailAlerts = remaining;
      return c.body(null, 204);
    })
    .get("/sign-in-rules", guards.requireAdmin, (c) => answer(c, signInRulesAnswer, toRules()))
    .put("/sign-in-rules", guards.requireAdmin, jsonBody(signInRulesInput), (c) => {
      const { administrators_need_passkeys } = c.req.valid("json");
      requireVerified(c.var.caller);
      accounts.needPasskeys = administrators_need_passkeys;
      for (const stored of accounts.getAccounts()) {
        const isKeyless = stored.role === "admin" && stored.passkeys.length === 0;
        stored.passkeyGraceUntil = administrators_need_passkeys && isKeyless ? now() + 24 * 3_600_000 : 0;
      }
      return answer(c, signInRulesAnswer, toRules());
    })
    .post("/sign-in-rules/first-passkeys", guards.requireAdmin, jsonBody(firstPasskeyInput), (c) => {
      const email = c.req.valid("json").email.toLowerCase();
      requireVerified(c.var.caller);
      const target = accounts.findAccount(email);
      const isOther = target?.role === "admin" && target.id !== c.var.caller.accountId;
      if (!isOther || accounts.hasProof(target)) throw new Problem("not_found");
      target.mayAddFirstPasskey = true;
      const expires_at = new Date(now() + 24 * 3_600_000).toISOString();
      return answer(c, firstPasskeyAnswer, { email, expires_at });
    })
    .post("/administrators/invitations", guards.requireAdmin, jsonBody(invitationInput), (c) => {
      const email = c.req.valid("json").email.toLowerCase();
      requireVerified(c.var.caller);
      if (accounts.findAccount(email)?.role === "admin") throw new Problem("not_found");
      const expires_at = new Date(now() + 72 * 3_600_000).toISOString();
      return answer(c, invitationAnswer, { email, expires_at }, 201);
    })
    .post("/hydration-errors", jsonBody(hydrationErrorInput), (c) => c.body(null, 204))
    .notFound((c) => answerRefusal(new Problem("not_found"), c))
    .onError(answerRefusal);

  const api = {
    /** The initial account. */
    account: account as FakeAccount,
    accounts,
    /** The conversations of mailed links. */
    customer,
    /** The uploaded files. */
    uploads,
    /** Returns the names of the files that were sent with a message. */
    listFilesOf: (id: string) => messageFiles.get(id) ?? [],
    calls,
    /** Whether the network is down. */
    isOffline: false,
    ...faults,
    /** All submissions, newest first. */
    get submissions(): readonly StoredSubmission[] {
      return store.list();
    },
    /** Counts the requests whose method and address contain a text. */
    countCalls: (part: string) => calls.filter(({ call }) => call.includes(part)).length,
    addSubmission: (submission: NewSubmission = {}) => addSubmissions([submission])[0] as StoredSubmission,
    /** The conversations of the submissions, as others change them. */
    conversations,
    /** Adds an entry to the conversation of a name, as the customer or a colleague would. */
    addEntry(name: string, entry: NewEntry) {
      const submission = store.list().find((stored) => stored.name === name);
      return conversations.add(submission?.id ?? "", entry);
    },
    /** Stores the content of an attachment, and returns what its entry says of it. `size` stands for a larger file. */
    addFile(name: string, file: Blob, size = file.size): Entry["attachments"][number] {
      const id = crypto.randomUUID();
      files.set(id, file);
      return { id, name, type: file.type, size };
    },
    /** Marks the submissions of a name, as another administrator would. */
    markBehind(name: string, marks: { read?: boolean; spam?: boolean }) {
      for (const submission of store.list().filter((stored) => stored.name === name)) {
        store.mark(submission.id, marks);
      }
    },
    /** Deletes the submissions of a name, as another administrator would. */
    deleteBehind(name: string) {
      for (const { id } of store.list().filter((stored) => stored.name === name)) store.remove(id);
    },
    /** Takes the role of an administrator from the first account. */
    withdrawRole() {
      account.role = "user";
    },
    endCountsEarly: store.endCountsEarly,
    setMailAlerts(alerts: readonly MailAlert[]) {
      mailAlerts = [...alerts];
    },
    /** Makes the token of a mailed link to a submission, for `/contact/own`. */
    createLinkToken(id: string): string {
      const token = crypto.randomUUID();
      linkTokens.set(token, id);
      return token;
    },
    /** Signs the first account in without a call. Returns the session as `POST /api/auth/token` answers it. */
    async signIn(): Promise<{
      access_token: string;
      refresh_token: string;
      user: { id: string; email: string };
    }> {
      const response = await app.request("/api/auth/token?grant_type=password", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: account.email, password: account.password }),
      });
      return response.json();
    },
    /** Answers a request as `fetch` does. */
    async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
      const origin = globalThis.location?.href ?? "https://vitrina.example";
      const isRequest = input instanceof Request;
      const request = new Request(isRequest ? input : new URL(String(input), origin), init);
      const { pathname, search } = new URL(request.url);
      const call = `${request.method} ${pathname}${search}`;
      calls.push({ call, body: await request.clone().text(), headers: request.headers });
      if (api.isOffline) throw networkError();
      return run(call, async () => app.fetch(request), request.signal);
    },
  };
  return api;
}

export type FakeApi = ReturnType<typeof createFakeApi>;
