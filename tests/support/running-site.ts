import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLog } from "#local/processes/log.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { type Service, startService } from "#local/processes/service.ts";
import { siteService } from "#local/product/services.ts";
import { edgeEnvironment, prepareSite } from "#local/product/site.ts";
import { type SanityOptions, startSanity } from "#local/sanity/server.ts";
import { localContent, type Settings } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { createTestClient } from "../local/sanity/clients.ts";
import { bundleOnce, functionsBundle } from "./bundles.ts";
import { retryTakenPort } from "./free-port.ts";
import { mailSecret } from "./mail-hook.ts";
import { startProxy } from "./proxy.ts";
import { createSigningKey } from "./signing-key.ts";
import { type ClockState, installClock, toClockHeaders } from "./worker-clock.ts";

const token = "a-token-for-the-test";

type SiteOptions = {
  /** The published documents, by default the launch copy. */
  documents?: SanityOptions["documents"];
  /** More environment variables of the edge. */
  variables?: Record<string, string>;
  /** Whether the edge has a spool, which stores messages while the database is away. */
  hasSpool?: boolean;
};

/**
 * Starts the built site in wrangler, as Pages serves it, with the Sanity stand-in behind a proxy that can fail.
 * There is no database, because pages need none.
 */
export const startSite = (options: SiteOptions = {}) => retryTakenPort(() => createSite(options));

async function createSite({ documents, variables = {}, hasSpool = true }: SiteOptions) {
  const state = await mkdtemp(join(tmpdir(), "vitrina-site-"));
  const sanity = await startSanity({ ...localContent, port: 0, token, ...(documents && { documents }) });
  const cms = await startProxy(sanity.origin);
  const ports = await findFreePorts(5);
  const [PORT = 0, STUDIO_PORT = 0, MAIL_PORT = 0, DATABASE_PORT = 0] = ports;
  const settings: Settings = {
    ports: { PORT, STUDIO_PORT, LAKE_PORT: sanity.port, MAIL_PORT, DATABASE_PORT },
    state,
    postgresUrl: undefined,
    adminEmail: "admin@guaria.example",
    adminPassword: undefined,
  };
  const authKeys = JSON.stringify({ keys: [await createSigningKey("first")] });
  const secrets = {
    authKeys,
    edgePassword: "e",
    ownerPassword: "o",
    backupPassword: "b",
    adminPassword: "a",
    mailApiKey: "m",
    webhookSecret: "w",
    mailWebhookSecret: mailSecret,
    contentToken: token,
  };
  const environment: Record<string, string> = {
    ...edgeEnvironment(settings, secrets),
    SANITY_API_HOST: cms.origin,
    ...variables,
  };
  const prepare = async (changes: Record<string, string> = {}) => {
    const directory = await prepareSite(settings, { ...environment, ...changes });
    if (hasSpool) return directory;
    const configuration = join(directory, "wrangler.toml");
    const text = await readFile(configuration, "utf8");
    await writeFile(configuration, text.replace(/\[\[kv_namespaces\]\][^[]*/, ""));
    return directory;
  };
  const directory = await prepare();
  const origin = environment.SITE_ORIGIN ?? "";
  const content = { ...localContent, apiHost: sanity.origin };

  /** Builds the site from the published content into a folder. */
  const buildInto = (outDirectory: string) =>
    build({ outDirectory, content, siteOrigin: origin, bundle: bundleOnce, quickPictures: true });
  const dist = join(directory, "dist");
  await buildInto(dist);
  await cp(await functionsBundle(), dist, { recursive: true });
  await installClock(join(dist, "_worker.js"));
  const clock: ClockState = { version: 0, aheadMs: 0 };

  const log = openLog(join(state, "log.txt"));
  const start = () =>
    startService(siteService(settings, directory, { dist: "dist", port: PORT }), log, () => {});
  const closeDependencies = async () => {
    await log.close();
    await cms.close();
    await sanity.close();
    await rm(state, { recursive: true, force: true });
  };
  let service: Service;
  try {
    service = await start();
  } catch (error) {
    await closeDependencies();
    throw error;
  }
  return {
    origin,
    /** The folder of the site's data. */
    state,
    /** An editor's client of the CMS. */
    editor: createTestClient(sanity.origin, token),
    cms,
    dist,
    /** Requests an address of the site, without following redirects. */
    get(path: string, headers: Record<string, string> = {}): Promise<Response> {
      const init: RequestInit = { redirect: "manual", headers: { ...headers, ...toClockHeaders(clock) } };
      // The server closes idle connections. A client repeats a request that it read none of (RFC 9110 §9.2.2).
      return fetch(`${origin}${path}`, init).catch(() => fetch(`${origin}${path}`, init));
    },
    /** Moves the edge's clock past every cache time and backoff of its content. */
    expireContent(): void {
      clock.version += 1;
      clock.aheadMs += 11_000;
    },
    /** Builds the published content again. Returns a function that reads the files of that build. */
    async buildAgain(): Promise<(file: string) => Promise<string>> {
      const outDirectory = join(state, "again");
      await rm(outDirectory, { recursive: true, force: true });
      await buildInto(outDirectory);
      return (file) => readFile(join(outDirectory, file), "utf8");
    },
    /** Returns the log of the site. */
    log: () => readFile(join(state, "log.txt"), "utf8"),
    /**
     * Restarts the edge without its memory. `keepCache` keeps the cache that its isolates share, and `changes` replaces
     * settings.
     */
    async restart({
      keepCache = false,
      changes = null as Record<string, string> | null,
    } = {}): Promise<void> {
      await service.stop();
      if (changes) await prepare(changes);
      if (!keepCache) await rm(join(state, "edge"), { recursive: true, force: true });
      service = await start();
    },
    async close(): Promise<void> {
      await service.stop();
      await closeDependencies();
    },
  };
}

export type RunningSite = Awaited<ReturnType<typeof startSite>>;
