import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JWK } from "jose";
import { fetch, Miniflare, type Request as MiniflareRequest, type WorkerOptions } from "miniflare";
import { attachmentsBucket, readCompatibilityDate, readSpoolId } from "#local/cloudflare/wrangler.ts";
import { readScheduledWorker } from "#local/cron/cron.ts";
import { localContent } from "#local/settings.ts";
import { functionsBundle, scheduledBundle } from "./bundles.ts";
import type { DatabaseContents } from "./database-template.ts";
import { startStoppableContent, startStoppableDatabase, startStoppableMailbox } from "./fallible.ts";
import { json, origin, type SessionResponse } from "./requests.ts";
import { administrator } from "./seeded-people.ts";
import { createSigningKey } from "./signing-key.ts";
import { type ClockState, clockedModules, clockPath, equalDelayMs, toClockHeaders } from "./worker-clock.ts";

/**
 * A database timeout for a busy machine, longer than a visitor waits.
 * The edge then answers 503 if the database is away, but not if the machine is busy.
 */
const longTimeout = { DATABASE_TIMEOUT_MS: "60000" };
/** The timeout that visitors have, for tests which show that no visitor waits longer. */
export const visitorTimeout = { DATABASE_TIMEOUT_MS: "2200" };

/** Returns the variables of an edge, or of a scheduled Worker, with its database and its mail provider. */
export const createBindings = (
  { edgeUrl, endpoint }: { edgeUrl: string; endpoint: string },
  mailUrl: string,
  key: JWK,
) => ({
  SITE_ORIGIN: origin,
  DATABASE_URL: edgeUrl,
  DATABASE_FETCH_ENDPOINT: endpoint,
  SANITY_PROJECT_ID: localContent.projectId,
  SANITY_DATASET: localContent.dataset,
  AUTH_KEYS: JSON.stringify({ keys: [key] }),
  MAIL_API_URL: mailUrl,
  MAIL_API_KEY: "key",
  MAIL_FROM: "Guaria Digital <web@guaria.example>",
  CONTACT_NOTIFY_TO: "hola@guaria.example",
  ...longTimeout,
});

async function readBundle(skippedDelayMs: number | null) {
  const worker = join(await functionsBundle(), "_worker.js");
  const files = await readdir(worker);
  return {
    modulesRoot: worker,
    // Miniflare runs the first module.
    modules: [
      ...clockedModules(worker, skippedDelayMs),
      ...files.map((file) => ({
        type: file.endsWith(".wasm") ? ("CompiledWasm" as const) : ("ESModule" as const),
        path: join(worker, file),
      })),
    ],
  };
}

/** The address at which Miniflare hands a mail to the scheduled Worker. */
const mailRoute = "http://mail.invalid/cdn-cgi/handler/email";

/** The state of the edge's spool: available, failing or absent. */
export type SpoolState = "there" | "away" | "none";

// This spool behaves as KV does while the provider is away.
const brokenSpool = {
  name: "broken-spool",
  modules: true,
  script: `const fail = () => Promise.reject(new Error("KV is away"));
export default () => ({ get: fail, put: fail, list: fail, delete: fail });`,
};

// This bucket behaves as R2 does while the provider is away.
const brokenBucket = {
  name: "broken-bucket",
  modules: true,
  script: `const fail = () => Promise.reject(new Error("R2 is away"));
export default () => ({ get: fail, put: fail, list: fail, delete: fail });`,
};

const withBrokenBucket = (worker: WorkerOptions): WorkerOptions => ({
  ...worker,
  r2Buckets: {},
  wrappedBindings: { ATTACHMENTS: brokenBucket.name },
});

/**
 * Copies a Miniflare response so that its body can be read later.
 * Miniflare cancels an unread body once its response is garbage-collected.
 */
const keepBody = ({ body, status, statusText, headers }: Response): Response =>
  new Response(body?.pipeThrough(new TransformStream()) ?? null, {
    status,
    statusText,
    headers: [...headers],
  });

/**
 * Starts the API as it is deployed: the built bundle in workerd, with a real database and the local mailbox as its
 * provider.
 * By default there is one administrator, and one account without the role.
 * @param skippedDelayMs the delay of answers that ends at once; null for an edge that keeps every delay
 */
export async function startEdge(
  overrides: Record<string, string> = {},
  contents: DatabaseContents = "people",
  skippedDelayMs: number | null = equalDelayMs,
) {
  const directory = await mkdtemp(join(tmpdir(), "vitrina-edge-"));
  const [modules, database, mailbox, content, key] = await Promise.all([
    readBundle(skippedDelayMs),
    startStoppableDatabase(contents),
    startStoppableMailbox(directory),
    startStoppableContent(),
    createSigningKey("first"),
  ]);

  const compatibilityDate = await readCompatibilityDate("wrangler.toml");
  const logs: string[] = [];
  const bindings = {
    ...createBindings(database, `http://localhost:${mailbox.port}/emails`, key),
    SANITY_API_HOST: content.origin,
    MAIL_DAILY_QUOTA: "10000000",
    SIGN_UP: "open",
    ...overrides,
  };
  const [spool, buckets] = [join(directory, "spool"), join(directory, "buckets")];
  let scheduled: WorkerOptions | null = null;
  const options = (
    edgeBindings: Record<string, string>,
    spoolState: SpoolState = "there",
    bucketState: SpoolState = "there",
  ) => ({
    cf: false as const,
    unsafeTriggerHandlers: true,
    kvPersist: spool,
    r2Persist: buckets,
    workers: [
      {
        name: "edge",
        ...modules,
        compatibilityDate,
        bindings: edgeBindings,
        ...(spoolState === "there" && { kvNamespaces: { SPOOL: spoolId } }),
        ...(bucketState === "there" && { r2Buckets: { ATTACHMENTS: attachmentsBucket } }),
        wrappedBindings: {
          ...(spoolState === "away" && { SPOOL: brokenSpool.name }),
          ...(bucketState === "away" && { ATTACHMENTS: brokenBucket.name }),
        },
      },
      brokenSpool,
      brokenBucket,
      ...(scheduled ? [bucketState === "away" ? withBrokenBucket(scheduled) : scheduled] : []),
    ],
    handleRuntimeStdio(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream) {
      for (const stream of [stdout, stderr]) stream.on("data", (chunk) => logs.push(String(chunk)));
    },
  });
  const spoolId = await readSpoolId("wrangler.toml");
  const clock: ClockState = { version: 0, aheadMs: 0 };
  const miniflare = new Miniflare(options(bindings));
  await miniflare.ready;
  const openBucket = () => miniflare.getR2Bucket("ATTACHMENTS", "edge");
  const setClock = async (change: Partial<ClockState>) => {
    Object.assign(clock, change, { version: clock.version + 1 });
    await miniflare.dispatchFetch(`${origin}${clockPath}`, { headers: toClockHeaders(clock) });
  };

  return {
    database,
    mailbox,
    content,
    signingKey: key,
    /** Returns the edge's log so far. */
    log: () => logs.join(""),
    /** Deploys the same bundle with other settings. */
    redeploy: (changes: Record<string, string>, spoolState?: SpoolState, bucketState?: SpoolState) =>
      miniflare.setOptions(options({ ...bindings, ...changes }, spoolState, bucketState)),
    /**
     * Deploys the edge again with the scheduled Worker beside it, both with the same changes.
     * A single workerd runs both, because two processes that write to one spool lock each other out.
     * By default the Worker reaches the edge at the site's origin. Requests then pass through Node, which rejects the
     * longest queries of the CMS.
     */
    async deployScheduled(changes: Record<string, string> = {}, reachesEdge = true) {
      const allBindings = { ...bindings, ...changes };
      const outboundService = (request: MiniflareRequest) =>
        new URL(request.url).origin === origin ? miniflare.dispatchFetch(request) : fetch(request);
      const worker = await readScheduledWorker(await scheduledBundle(), allBindings);
      scheduled = {
        name: "scheduled",
        ...worker,
        routes: [`${new URL(mailRoute).host}/*`],
        ...(reachesEdge && { outboundService }),
      };
      await miniflare.setOptions(options(allBindings));
    },
    /** Deploys the edge again with V8's inspector. Returns the WebSocket address of the inspector. */
    async openInspector(): Promise<string> {
      await miniflare.setOptions({ ...options(bindings), inspectorPort: 0 });
      return new URL("./core:user:edge", await miniflare.getInspectorURL()).href;
    },
    /** Runs the scheduled Worker at a minute of an hour. Resolves once its work is done. */
    fire: async (minute = 30) =>
      (await miniflare.getWorker("scheduled")).scheduled({
        scheduledTime: new Date(Date.UTC(2026, 10, 21, 11, minute)),
      }),
    /** Hands a mail to the scheduled Worker, as Cloudflare Email Routing does. Returns the answer to its sender. */
    async handMail(raw: string, { from, to }: { from: string; to: string }) {
      const query = new URLSearchParams({ from, to });
      const response = await miniflare.dispatchFetch(`${mailRoute}?${query}`, { method: "POST", body: raw });
      return { status: response.status, text: await response.text() };
    },
    /** The configuration of the edge. */
    bindings,
    /** The folders of the spool, and of the buckets. */
    spool,
    buckets,
    /**
     * Moves the edge's clock forward; the database keeps its own. While the clock is stopped, this ends the edge's
     * timers that are due.
     */
    advanceClock: (milliseconds: number) => setClock({ aheadMs: clock.aheadMs + milliseconds }),
    /** Returns the time of the edge's clock, in milliseconds since 1970. */
    now: () => (clock.stoppedAtMs ?? Date.now()) + clock.aheadMs,
    /**
     * Runs `work` while the edge's clock stands still. Its date, timers and timeouts move only by `advanceClock`. After a
     * minute the clock goes on, so that a call which hangs ends by its timeout, and its answer shows the cause.
     */
    async holdClock<Value>(work: () => Promise<Value>): Promise<Value> {
      const release = () => setClock({ stoppedAtMs: undefined });
      await setClock({ stoppedAtMs: Date.now() });
      const watchdog = setTimeout(release, 60_000);
      try {
        return await work();
      } finally {
        clearTimeout(watchdog);
        await release();
      }
    },
    /** Deletes every message with its counts and mails. */
    forgetMessages: () =>
      database.asOwner(
        "truncate contact_submissions, contact_receipts, outgoing_mails, message_rates, known_senders cascade",
      ),
    /** Opens the bucket with the files of mails. */
    openBucket,
    /** Lists the ids of the stored files of mails. */
    async listFiles(): Promise<string[]> {
      return (await (await openBucket()).list()).objects.map(({ key }) => key);
    },
    /** Opens the spool. */
    openSpool: () => miniflare.getKVNamespace("SPOOL", "edge"),
    /** Returns the port on which workerd itself listens, for requests with any host. */
    port: async () => Number((await miniflare.ready).port),
    /**
     * Calls the API at the site's origin or at another host. A call about a message comes from a new network address,
     * unless the test sets one.
     */
    async fetch(path: string, init: RequestInit = {}, requestOrigin = origin): Promise<Response> {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(toClockHeaders(clock))) headers.set(name, value);
      if (path.startsWith("/api/contact") && !headers.has("CF-Connecting-IP")) {
        headers.set("CF-Connecting-IP", `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`);
      }
      const response = await miniflare.dispatchFetch(`${requestOrigin}${path}`, {
        redirect: "manual",
        ...init,
        headers,
      } as never);
      return keepBody(response as unknown as Response);
    },
    /** Signs in. Returns the session in the format of Supabase Auth. */
    async signIn({ email, password } = administrator): Promise<SessionResponse> {
      const response = await miniflare.dispatchFetch(
        `${origin}/api/auth/token?grant_type=password`,
        json({ email, password }) as never,
      );
      if (!response.ok) throw new Error(`A sign-in is answered ${response.status}: ${await response.text()}`);
      return response.json() as Promise<SessionResponse>;
    },
    async close() {
      await miniflare.dispose();
      await Promise.all([database.stop(), mailbox.stop(), content.stop()]);
      await database.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Edge = Awaited<ReturnType<typeof startEdge>>;
