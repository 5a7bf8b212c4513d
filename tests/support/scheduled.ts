import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Miniflare } from "miniflare";
import { connect } from "#functions/kernel/database/database.ts";
import type { AccountMail } from "#functions/mail/outgoing-mail.ts";
import { mailQuery } from "#functions/mail/store.ts";
import { readScheduledWorker } from "#local/cron/cron.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { scheduledBundle } from "./bundles.ts";
import { createBindings } from "./edge.ts";
import { startStoppableDatabase, startStoppableMailbox } from "./fallible.ts";
import { createSigningKey } from "./signing-key.ts";

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

/**
 * Starts the scheduled Worker as it is deployed: the built bundle in workerd, with a real database and the local
 * mailbox.
 */
export async function startScheduled(
  override: (
    database: Awaited<ReturnType<typeof startStoppableDatabase>>,
  ) => Record<string, string> = () => ({}),
) {
  const directory = await mkdtemp(join(tmpdir(), "vitrina-scheduled-test-"));
  const [database, mailbox, key, bundle] = await Promise.all([
    startStoppableDatabase(),
    startStoppableMailbox(directory),
    createSigningKey("first"),
    scheduledBundle(),
  ]);
  const mailProxy = await startMailProxy(mailbox.port);
  const bindings = {
    ...createBindings(database, mailProxy.url, key),
    ...override(database),
  };
  const spool = join(directory, "spool");
  const logs: string[] = [];
  const options = async (changes: Record<string, string>) => ({
    ...(await readScheduledWorker(bundle, { ...bindings, ...changes })),
    kvPersist: spool,
    cf: false as const,
    handleRuntimeStdio(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream) {
      for (const stream of [stdout, stderr]) stream.on("data", (chunk) => logs.push(String(chunk)));
    },
  });
  const miniflare = new Miniflare(await options({}));
  let worker = await miniflare.getWorker();
  const edgeDatabase = connect({
    DATABASE_URL: database.edgeUrl,
    DATABASE_FETCH_ENDPOINT: database.endpoint,
    DATABASE_TIMEOUT_MS: 2 ** 31 - 1,
  });
  const tick = (minute = 30) =>
    worker.scheduled({ scheduledTime: new Date(Date.UTC(2026, 10, 21, 11, minute)) });
  return {
    bundle,
    bindings,
    spool,
    signingKey: key,
    database,
    mailbox,
    provider: mailProxy,
    log: () => logs.join(""),
    /** The database as the edge reaches it. */
    edgeDatabase,
    /** Adds a mail to the outbox. Returns its recipient. */
    async insertMail(mail: AccountMail): Promise<string> {
      await edgeDatabase.run("auth", { mail: mailQuery(mail) });
      return mail.payload.to;
    },
    makeMailsDue: () => database.asOwner("update outgoing_mails set next_attempt_at = now()"),
    /** Deploys the same bundle with other settings. */
    async redeploy(changes: Record<string, string>) {
      await miniflare.setOptions(await options(changes));
      worker = await miniflare.getWorker();
    },
    /** Runs the scheduled Worker at a minute of an hour. Resolves once its work is done. */
    tick,
    /** Runs it without the KV entries that say whether work is due, because tests create that work themselves. */
    async fire(minute = 30) {
      const spoolNamespace = await miniflare.getKVNamespace("SPOOL");
      await Promise.all(["due/left", "due/looked"].map((name) => spoolNamespace.delete(name)));
      return tick(minute);
    },
    async close() {
      await miniflare.dispose();
      await Promise.all([mailProxy.close(), database.stop(), mailbox.stop()]);
      await database.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
