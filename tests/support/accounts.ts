import { randomInt, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { GoTrueClient } from "@supabase/auth-js";
import type { Edge } from "./edge.ts";
import { json, origin } from "./requests.ts";

/** The header by which clients of the protocol get errors in their current shape. */
const versionHeader = { "X-Supabase-Api-Version": "2024-01-01" };

/** Returns a client address that no other test uses. */
export const createClientAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Returns an email address that no other test uses. */
export const createEmail = () => `ana.${randomUUID().slice(0, 8)}@cliente.example`;

export const goodPassword = "tres volcanes y un río";

/** A well-formed token that no mail contains. */
export const wrongLink = "x".repeat(43);

/** Creates a client of the authentication service with its own network address. */
export function createCaller(edge: Edge, address = createClientAddress()) {
  const headers = (extraHeaders: Record<string, string> = {}) => ({
    ...versionHeader,
    "CF-Connecting-IP": address,
    "User-Agent": "Prueba/1.0",
    ...extraHeaders,
  });
  return {
    address,
    call: (path: string, body: unknown, extraHeaders: Record<string, string> = {}, method = "POST") =>
      edge.fetch(`/api/auth${path}`, json(body, headers(extraHeaders), method)),
    get: (path: string, extraHeaders: Record<string, string> = {}) =>
      edge.fetch(`/api/auth${path}`, { headers: headers(extraHeaders) }),
    /** Creates Supabase's own, unmodified client with its own storage. */
    client: (flowType: "implicit" | "pkce" = "implicit") => {
      const storedItems = new Map<string, string>();
      return new GoTrueClient({
        url: `${origin}/api/auth`,
        autoRefreshToken: false,
        flowType,
        experimental: { recoveryCodes: true },
        storage: {
          getItem: (key) => storedItems.get(key) ?? null,
          setItem: (key, value) => void storedItems.set(key, value),
          removeItem: (key) => void storedItems.delete(key),
        },
        fetch: (input, init) =>
          edge.fetch(String(input).slice(origin.length), {
            ...init,
            headers: { ...(init?.headers as Record<string, string>), "CF-Connecting-IP": address },
          }),
      });
    },
  };
}

/** Returns the account of an address as the database has it, or undefined. */
export const findAccountRow = async (edge: Edge, email: string) =>
  (await edge.database.asOwner("select * from accounts where email = $1", [email]))[0];

/** Returns the status and the error code of an answer. */
export const readError = async (response: Response) =>
  `${response.status} ${((await response.json()) as { code?: string }).code}`;

type ClientError = { status?: number | undefined; code?: string | undefined };

/** Returns status and code of the error with which a call of Supabase's client fails, or null. */
export async function errorOf(call: Promise<{ error: ClientError | null }>): Promise<string | null> {
  const { error } = await call;
  return error && `${error.status} ${error.code}`;
}

export type SentMail = {
  subject: string;
  text: string;
  html: string;
  link: string;
  token: string;
  type: string;
  code: string;
};

/**
 * Waits for `expected` mails to an address. Returns all of them, newest first, with their link, token and code.
 * @param timeout milliseconds
 */
export async function waitForMails(
  edge: Edge,
  email: string,
  expected = 1,
  timeout = 20_000,
): Promise<SentMail[]> {
  const mails = await edge.mailbox.listTo(email);
  if (mails.length < expected) {
    if (timeout <= 0) throw new Error(`There are ${mails.length} mails to ${email}.`);
    await setTimeout(50);
    return waitForMails(edge, email, expected, timeout - 50);
  }
  return mails.map(({ subject = "", text = "", html = "" }) => {
    const [link = "", token = "", type = ""] = /https:\S+#token_hash=([\w-]+)&type=(\w+)/.exec(text) ?? [];
    const [code = ""] = /\b\d{6}\b/.exec(text) ?? [];
    return { subject, text, html, link, token, type, code };
  });
}

/** Waits for `expected` mails to an address. Returns the newest. */
export async function waitForMail(edge: Edge, email: string, expected = 1): Promise<SentMail> {
  return (await waitForMails(edge, email, expected))[0] as SentMail;
}

/** Returns the newest recovery mail to an address, once `expected` mails of any kind have arrived. */
export async function waitForRecovery(edge: Edge, email: string, expected: number): Promise<SentMail> {
  const mail = (await waitForMails(edge, email, expected)).find(({ type }) => type === "recovery");
  if (!mail) throw new Error(`No recovery was mailed to ${email}.`);
  return mail;
}

/** Signs up with an unused address, and leaves the account unconfirmed. Returns the mail of the sign-up. */
export async function signUp(edge: Edge, email = createEmail()) {
  const caller = createCaller(edge);
  await caller.call("/signup", { email, password: goodPassword });
  return { ...caller, email, mail: await waitForMail(edge, email) };
}

/** Deletes the counts of all attempt limits. */
export const forgetLimits = (edge: Edge) =>
  // A plain deletion locks the rows in another order than calls in flight, which can end in a deadlock.
  edge.database.asOwner(
    "do $$ begin lock table attempt_limits in exclusive mode; delete from attempt_limits; end $$",
  );

/** Creates a confirmed account with a session, through the same calls as a user. */
export async function createConfirmedUser(edge: Edge, password = goodPassword) {
  const email = createEmail();
  const caller = createCaller(edge);
  const auth = caller.client();
  await auth.signUp({ email, password });
  const { token } = await waitForMail(edge, email);
  const { data, error } = await auth.verifyOtp({ type: "signup", token_hash: token });
  if (error || !data.session) throw error ?? new Error("no session");
  return {
    email,
    password,
    auth,
    session: data.session,
    /** Requests another address, as the account's owner does. */
    requestEmailChange: (next: string) => auth.updateUser({ email: next, current_password: password }),
    ...caller,
  };
}
