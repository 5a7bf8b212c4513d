import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { buildFunctions } from "#local/build/functions.ts";
import { seedAdministrator } from "#local/commands/administrators.ts";
import { operate } from "#local/commands/operator.ts";
import { startMailbox } from "#local/mail/server.ts";
import { type LocalDatabase, startDatabase } from "#local/neon/server.ts";
import { freePorts } from "#local/processes/ports.ts";
import { startLake } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { createDatabase, postgresUrl, type Row } from "./database.ts";
import { signingKey } from "./signing-key.ts";

export const origin = "https://vitrina.example";
export const administrator = { email: "admin@guaria.example", password: "contraseña del buzón 🔑" };
export const visitor = { email: "visitor@guaria.example", password: "una contraseña cualquiera" };

/** What signing in answers with, as far as the tests look at it. */
export type WireSession = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  user: { id: string; email: string };
};

/** The header that makes a call the signed-in person's. */
export const bearer = (session: Pick<WireSession, "access_token">) => ({
  Authorization: `Bearer ${session.access_token}`,
});

/** A request with a JSON body. */
export const json = (body: unknown, headers: Record<string, string> = {}, method = "POST"): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** A part of the edge's world that can be away. */
type Fallible = { stop(): Promise<void>; start(): Promise<void> };

/** A migrated database that can be away. */
export async function fallibleDatabase(dataDirectory: string) {
  const fresh = postgresUrl ? await createDatabase(postgresUrl) : undefined;
  const open = (port: number) =>
    startDatabase({
      port,
      dataDirectory,
      postgresUrl: fresh?.url,
      ownerPassword: "owner",
      edgePassword: "edge",
    });
  let running: LocalDatabase = await open(0);
  const { port, endpoint, ownerUrl, edgeUrl } = running;
  const operator = operate({ databaseUrl: ownerUrl, fetchEndpoint: endpoint });
  return {
    port,
    endpoint,
    ownerUrl,
    edgeUrl,
    /** The rows of one statement, run as the database's owner. */
    async asOwner(text: string, values: unknown[] = []): Promise<Row[]> {
      const [rows = []] = await operator([{ text, values }]);
      return rows;
    },
    stop: () => running.close(),
    start: async () => {
      running = await open(port);
    },
    remove: async () => fresh?.drop(),
  };
}

/** The local mailbox, which can be away. */
export async function fallibleMailbox(directory: string) {
  const [port = 0] = await freePorts(1);
  let running = await startMailbox({ port, directory });
  return {
    port,
    stop: () => running.close(),
    start: async () => {
      running = await startMailbox({ port, directory });
    },
    async messages(): Promise<Record<string, string>[]> {
      const response = await fetch(`http://localhost:${port}/messages`);
      return response.json() as Promise<Record<string, string>[]>;
    },
  } satisfies Fallible & Record<string, unknown>;
}

async function fallibleContent() {
  let running = await startLake({ ...localContent, port: 0 });
  const { port, origin } = running;
  return {
    origin,
    stop: () => running.close(),
    start: async () => {
      running = await startLake({ ...localContent, port });
    },
  } satisfies Fallible & Record<string, unknown>;
}

// For as long as a busy machine takes, rather than for as long as a visitor waits.
const longTimeout = "60000";

async function bundle(directory: string) {
  await buildFunctions(directory);
  const worker = join(directory, "_worker.js");
  const files = await readdir(worker);
  return {
    modulesRoot: worker,
    modules: files
      .sort()
      .reverse()
      .map((file) => ({
        type: file.endsWith(".wasm") ? ("CompiledWasm" as const) : ("ESModule" as const),
        path: join(worker, file),
      })),
  };
}

/**
 * A response of Miniflare's whose body can be read later, too. Miniflare hands on the body of a response that nobody
 * else holds; once that one is collected, a body that nobody has begun to read is cancelled.
 */
const held = ({ body, status, statusText, headers }: Response): Response =>
  new Response(body?.pipeThrough(new TransformStream()) ?? null, {
    status,
    statusText,
    headers: [...headers],
  });

/**
 * The API as it is deployed: the built bundle in workerd, on a real database and with the local mailbox as its
 * provider. There is one administrator, and one account without the role. A `patient` one answers 503 when the database
 * is away, but not when the machine is busy: for what counts its calls.
 */
export async function startEdge(
  overrides: Record<string, string> = {},
  { patient = false }: { patient?: boolean } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "vitrina-edge-"));
  const [modules, database, mailbox, content, key] = await Promise.all([
    bundle(join(directory, "dist")),
    fallibleDatabase(join(directory, "database")),
    fallibleMailbox(join(directory, "mail")),
    fallibleContent(),
    signingKey("first"),
  ]);
  const address = { databaseUrl: database.ownerUrl, fetchEndpoint: database.endpoint };
  await seedAdministrator(address, administrator);
  await seedAdministrator(address, visitor);
  await database.asOwner(
    "update profiles set role = 'user' where user_id = (select id from accounts where email = $1)",
    [visitor.email],
  );

  const configuration = await readFile(new URL("../../wrangler.toml", import.meta.url), "utf8");
  const [, compatibilityDate = ""] = /^compatibility_date = "(.*)"$/m.exec(configuration) ?? [];
  const logs: string[] = [];
  const bindings: Record<string, string> = {
    SITE_ORIGIN: origin,
    DATABASE_URL: database.edgeUrl,
    DATABASE_FETCH_ENDPOINT: database.endpoint,
    ...(patient && { DATABASE_TIMEOUT_MS: longTimeout }),
    SANITY_PROJECT_ID: localContent.projectId,
    SANITY_DATASET: localContent.dataset,
    SANITY_API_HOST: content.origin,
    AUTH_KEYS: JSON.stringify({ keys: [key] }),
    MAIL_API_URL: `http://localhost:${mailbox.port}/emails`,
    MAIL_API_KEY: "key",
    MAIL_FROM: "Guaria Digital <web@guaria.example>",
    CONTACT_NOTIFY_TO: "hola@guaria.example",
    ...overrides,
  };
  const options = (withBindings: Record<string, string>) => ({
    ...modules,
    compatibilityDate,
    bindings: withBindings,
    handleRuntimeStdio(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream) {
      for (const stream of [stdout, stderr]) stream.on("data", (chunk) => logs.push(String(chunk)));
    },
  });
  const miniflare = new Miniflare(options(bindings));
  await miniflare.ready;

  return {
    database,
    mailbox,
    content,
    signingKey: key,
    /** What the edge has logged so far. */
    log: () => logs.join(""),
    /** Deploys the same bundle with other settings. */
    redeploy: (changes: Record<string, string>) => miniflare.setOptions(options({ ...bindings, ...changes })),
    /** The port on which workerd itself can be reached, whatever the request says. */
    port: async () => Number((await miniflare.ready).port),
    /** Calls the API at the site's origin, or at another host. */
    async fetch(path: string, init: RequestInit = {}, at = origin): Promise<Response> {
      const response = await miniflare.dispatchFetch(`${at}${path}`, {
        redirect: "manual",
        ...init,
      } as never);
      return held(response as unknown as Response);
    },
    /** Signs in and answers with the session, as Supabase Auth writes it. */
    async signIn({ email, password } = administrator): Promise<WireSession> {
      const response = await miniflare.dispatchFetch(`${origin}/api/auth/token?grant_type=password`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      return response.json() as Promise<WireSession>;
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
