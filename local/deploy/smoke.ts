import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { isPrivate, languages, pages, path } from "#cms/content/site.ts";
import { hashMessage } from "#functions/contact/store.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { sharedSecurityHeaders } from "#functions/contract/security-headers.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";

/** The live site of a smoke test. */
export type SmokeTestSite = {
  origin: string;
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Ids of keys. The site has to publish one of them. */
  kids: string[];
};

/** The findings of a walk: each visited part, with its fault or null. */
export type Findings = Map<string, string | null>;

const timeoutMs = 20_000;

/**
 * Requests every fixed page and the main API calls as a visitor, and returns the fault of each, or null. It changes
 * nothing but the record of one failed sign-in, with a random address.
 */
export async function walkSite({ origin, fetch, kids }: SmokeTestSite): Promise<Findings> {
  const ask = (address: string, init?: RequestInit) =>
    fetch(`${origin}${address}`, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs), ...init });
  const findings: Findings = new Map();
  const check = async (checkName: string, work: () => Promise<string | null>) =>
    void findings.set(checkName, await work().catch((error: Error) => `no answer: ${error.message}`));

  for (const page of pages) {
    for (const language of languages) {
      const address = path(page, language);
      await check(address, async () => findPageFault(await ask(address), 200, !isPrivate(page)));
    }
  }
  await check("not found", async () => findPageFault(await ask(`/${randomUUID()}`), 404, false));
  await check("/api/health", async () => {
    const response = await ask("/api/health");
    const { database, content } = (await response.json()) as { database: string; content: string };
    if (response.status === 200 && database === "ok" && content === "ok") return null;
    return `answered ${response.status}: the database is ${database}, the content ${content}`;
  });
  await check("the signing key", async () => {
    const response = await ask("/api/auth/.well-known/jwks.json");
    const { keys } = (await response.json()) as { keys: { kid: string }[] };
    return keys.some(({ kid }) => kids.includes(kid)) ? null : "is not the deployed one";
  });
  // No password is known here. An unknown address takes the same path: it queries the database and hashes a password.
  await check("sign-in", async () => {
    const response = await ask("/api/auth/token?grant_type=password", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: randomUUID() }),
    });
    await response.body?.cancel();
    return response.status === 400 ? null : `answered a wrong password with ${response.status}`;
  });
  return findings;
}

/** Returns the first fault of a page: its status, a security header, or no headline; null without one. */
async function findPageFault(response: Response, status: number, isPublic: boolean): Promise<string | null> {
  const html = await response.text();
  if (response.status !== status) return `answered ${response.status}`;
  const expectedHeaders = {
    ...sharedSecurityHeaders,
    "Content-Security-Policy": null,
    ...(isPublic && { "X-Content-Revision": null }),
  };
  for (const [name, value] of Object.entries(expectedHeaders)) {
    const actualValue = response.headers.get(name);
    if (actualValue === null || (value !== null && actualValue !== value)) return `has no valid ${name}`;
  }
  return /<h1[\s>]/.test(html) ? null : "has no headline";
}

const toDate = columnParser("sent_at", v.nullable(v.date()));

/** A trial message before it is sent: its idempotency key and its sender's address. */
export type TrialMessage = { key: string; email: string };

/** Returns the form fields of a trial message. */
const toInput = ({ email }: TrialMessage) => ({
  name: "Canario",
  email,
  language: "es" as const,
  message: "Prueba automática tras publicar el sitio: este mensaje se borra solo y no pide respuesta.",
});

const toSubmissionId = ({ key }: TrialMessage) => toUuid(`contact ${key}`);

/** Options for following a trial message, with the database as its owner. */
type FollowOptions = { ownerUrl: string; intervalMs: number; mailTimeoutMs: number };

/**
 * Sends a message by the API of the form, follows it into the database and its mail to the provider, and deletes it.
 * The message says that it is a trial, because the company gets a mail about it.
 * @returns the fault or null, and whether the message is certain to be deleted
 */
export async function tryMessage(
  site: SmokeTestSite,
  trial: TrialMessage,
  options: FollowOptions,
): Promise<{ fault: string | null; isGone: boolean }> {
  const fault = await sendAndFollow(site, trial, options).catch(
    ({ message }: Error) => `got no answer: ${message}`,
  );
  return deleteTrialMessage(options.ownerUrl, trial).then(
    () => ({ fault, isGone: true }),
    ({ message }: Error) => ({
      fault: [fault, `could not be taken away again: ${message}`].filter(Boolean).join("; "),
      isGone: false,
    }),
  );
}

/**
 * Sends a trial message, and waits until the mail about it has left the outbox.
 * @returns the fault, or null
 */
async function sendAndFollow(
  { origin, fetch }: SmokeTestSite,
  trial: TrialMessage,
  { ownerUrl, intervalMs, mailTimeoutMs }: FollowOptions,
): Promise<string | null> {
  const response = await fetch(`${origin}/api/contact`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": trial.key },
    body: JSON.stringify(toInput(trial)),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const receipt = (await response.json()) as { status?: string; code?: string };
  if (response.status !== 201) return `was answered ${response.status} (${receipt.status ?? receipt.code})`;
  const transaction = openOperatorTransactions({ databaseUrl: ownerUrl });
  const id = await toSubmissionId(trial);
  // A single transaction writes both. The time links them, because a sent mail keeps no content.
  const readRows = () =>
    transaction({
      message: sql`select created_at from contact_submissions where id = ${id}::uuid`,
      mail: sql`
        select sent_at from outgoing_mails mail
        join contact_submissions message on message.created_at = date_trunc('milliseconds', mail.created_at)
        where kind = 'contact_notice' and message.id = ${id}::uuid`,
    });
  for (const deadline = Date.now() + mailTimeoutMs; ; ) {
    const { message, mail } = await readRows();
    if (message.length === 0) return "was accepted, but is not in the database";
    if (mail.some((row) => toDate(row) !== null)) return null;
    if (Date.now() > deadline) return "is in the database, but its mail was not sent";
    await sleep(intervalMs);
  }
}

/**
 * Deletes a trial message from the database and cancels its unsent mail. A receipt stays, so that a late copy is not
 * stored, from the spool or from a call whose answer was lost.
 * @throws Error while the database is unavailable
 */
export async function deleteTrialMessage(ownerUrl: string, trial: TrialMessage): Promise<void> {
  const id = await toSubmissionId(trial);
  // The edge hashes a body in the same way.
  const hash = await hashMessage(v.parse(contactInput, toInput(trial)));
  await openOperatorTransactions({ databaseUrl: ownerUrl })({
    receipt: sql`
      insert into contact_receipts (idempotency_key, body_hash, submission_id)
      values (${trial.key}::uuid, decode(${hash}, 'hex'), ${id}::uuid)
      on conflict do nothing`,
    mail: sql`
      update outgoing_mails set given_up_at = now(), payload = null
      where kind = 'contact_notice' and sent_at is null and given_up_at is null and payload ->> 'id' = ${id}`,
    message: sql`delete from contact_submissions where id = ${id}::uuid`,
  });
}

/**
 * Lists the faults that the smoke test before the deployment did not find, a line each. Without an earlier test it
 * lists all faults.
 */
export const listNewFaults = (earlierFindings: Findings | null, findings: Findings): string[] =>
  [...findings].flatMap(([checkName, fault]) =>
    fault !== null && !earlierFindings?.get(checkName) ? [`${checkName} ${fault}`] : [],
  );
