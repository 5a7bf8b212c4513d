import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { connect } from "#functions/kernel/database/database.ts";
import type { AccountMail } from "#functions/mail/outgoing-mail.ts";
import { mailQuery } from "#functions/mail/store.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { scheduledBundle } from "./bundles.ts";
import { startEdge } from "./edge.ts";

type MailRejection = { status: number; body: string };

/** Creates a rejection in the mail provider's format. */
export const createRejection = (status: number, name: string): MailRejection => ({
  status,
  body: JSON.stringify({ statusCode: status, name, message: "Words that are the provider's own" }),
});

/**
 * Starts a proxy in front of the mailbox. It records the idempotency key of each mail, and can lose answers or reject
 * mails.
 */
async function startMailProxy(mailPort: number) {
  const keys: string[] = [];
  let isLosing = false;
  let findRejection: (mail: { to: string[]; reply_to?: string }) => MailRejection | null = () => null;
  const listener = await listenOnLoopback(0, async (request, response) => {
    const key = String(request.headers["idempotency-key"]);
    keys.push(key);
    const mail = await text(request);
    const rejection = findRejection(JSON.parse(mail));
    if (rejection) return void response.writeHead(rejection.status).end(rejection.body);
    const answer = await fetch(`http://localhost:${mailPort}/emails`, {
      method: "POST",
      headers: { Authorization: String(request.headers.authorization), "Idempotency-Key": key },
      body: mail,
    }).catch(() => null);
    if (isLosing || !answer) response.destroy();
    else response.writeHead(answer.status).end(await answer.text());
  });
  return {
    url: `http://localhost:${listener.port}/emails`,
    keys,
    loseAnswers: (shouldLose: boolean) => {
      isLosing = shouldLose;
    },
    /** Rejects the mails for which the rule returns an answer. */
    refuse: (rule: typeof findRejection) => {
      findRejection = rule;
    },
    close: listener.close,
  };
}

/** Creates a mail with a unique address, whose token is valid for `hours`. */
export const createTokenMail = (hours = 1, kind: "recover" | "confirm_sign_up" = "recover") => ({
  kind,
  payload: {
    to: `${randomUUID()}@cliente.example`,
    language: "es" as const,
    token_id: randomUUID(),
    kid: "first",
    expires_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
  },
});

/** Starts the scheduled Worker beside an edge without accounts. `createOverrides` returns more bindings of both. */
export async function startScheduled(createOverrides: () => Record<string, string> = () => ({})) {
  const edge = await startEdge({}, "schema");
  const provider = await startMailProxy(edge.mailbox.port);
  const bindings = { ...edge.bindings, MAIL_API_URL: provider.url, ...createOverrides() };
  /** Deploys the same bundle with other settings. */
  const redeploy = (changes: Record<string, string> = {}) =>
    edge.deployScheduled({ ...bindings, ...changes }, false);
  await redeploy();
  const edgeDatabase = connect({
    DATABASE_URL: edge.database.edgeUrl,
    DATABASE_FETCH_ENDPOINT: edge.database.endpoint,
    DATABASE_TIMEOUT_MS: 2 ** 31 - 1,
  });
  return {
    ...edge,
    bundle: await scheduledBundle(),
    bindings,
    provider,
    redeploy,
    /** The database as the edge reaches it. */
    edgeDatabase,
    /** Adds a mail to the outbox. Returns its recipient. */
    async insertMail(mail: AccountMail): Promise<string> {
      await edgeDatabase.run("auth", { mail: mailQuery(mail) });
      return mail.payload.to;
    },
    makeMailsDue: () => edge.database.asOwner("update outgoing_mails set next_attempt_at = now()"),
    /** Runs the scheduled Worker at a minute of an hour. Resolves once its work is done. */
    tick: edge.fire,
    /** Runs it without the KV entries that say whether work is due, because tests create that work themselves. */
    async fire(minute = 30) {
      const spoolNamespace = await edge.openSpool();
      await Promise.all(["due/left", "due/looked"].map((name) => spoolNamespace.delete(name)));
      return edge.fire(minute);
    },
    async close() {
      await edge.close();
      await provider.close();
    },
  };
}
