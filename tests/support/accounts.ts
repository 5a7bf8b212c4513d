import { randomInt, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { GoTrueClient } from "@supabase/auth-js";
import type { Edge } from "./edge.ts";
import { json, origin } from "./requests.ts";

/** The header by which clients of the protocol get errors in their current shape. */
const versioned = { "X-Supabase-Api-Version": "2024-01-01" };

/** Returns a client address that no other test uses. */
export const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Returns an email address that no other test uses. */
export const freshEmail = () => `ana.${randomUUID().slice(0, 8)}@cliente.example`;

export const goodPassword = "tres volcanes y un río";

/** A well-formed token that no mail contains. */
export const wrongLink = "x".repeat(43);

/** Creates a client of the authentication service with its own network address. */
export function callerOf(edge: Edge, address = freshAddress()) {
  const headers = (more: Record<string, string> = {}) => ({
    ...versioned,
    "CF-Connecting-IP": address,
    "User-Agent": "Prueba/1.0",
    ...more,
  });
  return {
    address,
    call: (path: string, body: unknown, more: Record<string, string> = {}, method = "POST") =>
      edge.fetch(`/api/auth${path}`, json(body, headers(more), method)),
    get: (path: string, more: Record<string, string> = {}) =>
      edge.fetch(`/api/auth${path}`, { headers: headers(more) }),
    /** Creates Supabase's own, unmodified client with its own storage. */
    client: (flowType: "implicit" | "pkce" = "implicit") => {
      const kept = new Map<string, string>();
      return new GoTrueClient({
        url: `${origin}/api/auth`,
        autoRefreshToken: false,
        flowType,
        experimental: { recoveryCodes: true },
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
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
export const accountOf = async (edge: Edge, email: string) =>
  (await edge.database.asOwner("select * from accounts where email = $1", [email]))[0];

/** Returns the error code of an answer. */
export const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

export type Mailed = {
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
export async function mailsTo(edge: Edge, email: string, expected = 1, timeout = 20_000): Promise<Mailed[]> {
  const mails = (await edge.mailbox.messages()).filter(({ to }) => to?.includes(email));
  if (mails.length < expected) {
    if (timeout <= 0) throw new Error(`There are ${mails.length} mails to ${email}.`);
    await setTimeout(50);
    return mailsTo(edge, email, expected, timeout - 50);
  }
  return mails.map(({ subject = "", text = "", html = "" }) => {
    const [link = "", token = "", type = ""] = /https:\S+#token_hash=([\w-]+)&type=(\w+)/.exec(text) ?? [];
    const [code = ""] = /\b\d{6}\b/.exec(text) ?? [];
    return { subject, text, html, link, token, type, code };
  });
}

/** Waits for `expected` mails to an address. Returns the newest. */
export async function mailTo(edge: Edge, email: string, expected = 1): Promise<Mailed> {
  return (await mailsTo(edge, email, expected))[0] as Mailed;
}

/** Returns the newest recovery mail to an address, once `expected` mails of any kind have arrived. */
export async function recoveryTo(edge: Edge, email: string, expected: number): Promise<Mailed> {
  const mail = (await mailsTo(edge, email, expected)).find(({ type }) => type === "recovery");
  if (!mail) throw new Error(`No recovery was mailed to ${email}.`);
  return mail;
}

/** Signs up with an unused address, and leaves the account unconfirmed. Returns the mail of the sign-up. */
export async function signUp(edge: Edge, email = freshEmail()) {
  const caller = callerOf(edge);
  await caller.call("/signup", { email, password: goodPassword });
  return { ...caller, email, mail: await mailTo(edge, email) };
}

/** Deletes the counts of all attempt limits. */
export const forgetLimits = (edge: Edge) => edge.database.asOwner("delete from attempt_limits");

/** Creates a confirmed account with a session, through the same calls as a user. */
export async function newcomer(edge: Edge, password = goodPassword) {
  const email = freshEmail();
  const caller = callerOf(edge);
  const auth = caller.client();
  await auth.signUp({ email, password });
  const { token } = await mailTo(edge, email);
  const { data, error } = await auth.verifyOtp({ type: "signup", token_hash: token });
  if (error || !data.session) throw error ?? new Error("no session");
  return {
    email,
    password,
    auth,
    session: data.session,
    /** Requests another address, as the account's owner does. */
    move: (next: string) => auth.updateUser({ email: next, current_password: password }),
    ...caller,
  };
}
