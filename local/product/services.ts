import { fileURLToPath } from "node:url";
import type { startSchedule } from "#local/cron/cron.ts";
import type { startDev } from "#local/dev/server.ts";
import type { startGateway } from "#local/gateway/gateway.ts";
import type { startMailbox } from "#local/mail/server.ts";
import type { startDatabase } from "#local/neon/server.ts";
import type { StartFunction } from "#local/processes/serve.ts";
import type { ServiceOptions } from "#local/processes/service.ts";
import type { WebhookOptions } from "#local/processes/webhook.ts";
import type { startSanity } from "#local/sanity/server.ts";
import type { Secrets } from "#local/secrets.ts";
import { localContent, type Settings } from "#local/settings.ts";
import type { startStudio } from "#local/studio/server.ts";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const wrangler = file("../../node_modules/wrangler/bin/wrangler.js");

/** Returns the addresses of the services that `npm start` and `npm run dev` run on this machine. */
export function getAddresses({ ports }: Settings) {
  return {
    site: `http://localhost:${ports.PORT}`,
    studio: `http://localhost:${ports.STUDIO_PORT}`,
    sanity: `http://localhost:${ports.LAKE_PORT}`,
    mail: `http://localhost:${ports.MAIL_PORT}`,
    database: `http://localhost:${ports.DATABASE_PORT}/sql`,
  };
}

/**
 * Describes a service of `npm start` or `npm run dev` that runs in its own process: `processes/serve.ts` calls the
 * exported function `start` of the file `path` with these options.
 */
const serve = <Start extends StartFunction>(
  name: string,
  [path, start]: [path: string, start: string],
  options: Parameters<Start>[0] & { port: number },
): ServiceOptions => {
  const { port }: { port: number } = options;
  return {
    name,
    args: [file("../processes/serve.ts"), file(path), start],
    env: { SERVICE_OPTIONS: JSON.stringify(options) },
    port,
    healthPath: "/health",
  };
};

/** Describes the database service. Its data is in the state folder, or on the server of the settings. */
export const databaseService = (settings: Settings, secrets: Secrets): ServiceOptions =>
  serve<typeof startDatabase>("database", ["../neon/server.ts", "startDatabase"], {
    port: settings.ports.DATABASE_PORT,
    dataDirectory: `${settings.state}/database`,
    postgresUrl: settings.postgresUrl,
    ownerPassword: secrets.ownerPassword,
    edgePassword: secrets.edgePassword,
    backupPassword: secrets.backupPassword,
  });

/** Describes the mailbox service, which reports the outcome of each mail to the site. */
export const mailService = (settings: Settings, secrets: Secrets): ServiceOptions => ({
  ...serve<typeof startMailbox>("mailbox", ["../mail/server.ts", "startMailbox"], {
    port: settings.ports.MAIL_PORT,
    directory: `${settings.state}/mail`,
    webhook: { url: `${getAddresses(settings).site}/api/hooks/mail`, secret: secrets.mailWebhookSecret },
  }),
  showsErrors: true,
});

/**
 * Describes the service that stands in for Sanity. The token may read and write everything, and the webhook tells the
 * site of publications.
 */
export const sanityService = (
  settings: Settings,
  token: string,
  webhook?: WebhookOptions,
): ServiceOptions => ({
  ...serve<typeof startSanity>("content", ["../sanity/server.ts", "startSanity"], {
    ...localContent,
    port: settings.ports.LAKE_PORT,
    directory: `${settings.state}/content`,
    token,
    webhook,
  }),
  showsErrors: true,
});

export const studioDirectory = ({ state }: Settings): string => `${state}/studio`;

/** Describes the service of `npm start` that serves the built Studio. */
export const studioService = (settings: Settings): ServiceOptions =>
  serve<typeof startStudio>("studio", ["../studio/server.ts", "startStudio"], {
    port: settings.ports.STUDIO_PORT,
    directory: studioDirectory(settings),
  });

/** The spool folders of `npm start` and `npm run dev`, which store messages while the database is unavailable. */
export const spoolDirectories = (settings: Settings) => [
  `${edgeDirectory(settings)}/v3/kv`,
  `${settings.state}/dev/spool`,
];

/** The bucket folders of `npm start` and `npm run dev`, which store the content of files. */
export const bucketDirectories = (settings: Settings) => [
  `${edgeDirectory(settings)}/v3/r2`,
  `${settings.state}/dev/spool-files`,
];

/** Describes the service that runs the scheduled Worker in `directory` every 10 s. Health checks use `port`. */
export const scheduleService = (
  settings: Settings,
  directory: string,
  port: number,
  bindings: Record<string, string>,
): ServiceOptions =>
  serve<typeof startSchedule>("schedule", ["../cron/cron.ts", "startSchedule"], {
    port,
    directory,
    bindings,
    // The folders in which wrangler stores the KV namespaces and the buckets of the site.
    spool: `${edgeDirectory(settings)}/v3/kv`,
    buckets: `${edgeDirectory(settings)}/v3/r2`,
  });

/** Describes the service of `npm run dev`: the site from its sources. The terminal shows their faults. */
export function devService(settings: Settings, bindings: Record<string, string>): ServiceOptions {
  const service = serve<typeof startDev>("site", ["../dev/server.ts", "startDev"], {
    port: settings.ports.PORT,
    directory: `${settings.state}/dev`,
    bindings,
  });
  // The health path is answered in any state of the sources and the content.
  const env = { ...service.env, NODE_ENV: "development" };
  return { ...service, env, healthPath: "/@vite/client", showsErrors: true };
}

/**
 * Describes the gateway on the site's port, in front of the served build. Its control port answers health checks and,
 * at a secret path, sets the target port.
 */
export const gatewayService = (
  settings: Settings,
  control: { controlPort: number; controlPath: string },
): ServiceOptions => ({
  ...serve<typeof startGateway>("gateway", ["../gateway/gateway.ts", "startGateway"], {
    port: settings.ports.PORT,
    ...control,
    file: gatewayFile(settings),
  }),
  port: control.controlPort,
});

/** The file with the target port of the gateway. */
export const gatewayFile = ({ state }: Settings): string => `${state}/site/port`;

/** The data folder of the site's edge on this machine. */
const edgeDirectory = ({ state }: Settings): string => `${state}/edge`;

/** Describes the service of a build: wrangler serves `dist` in `directory` with the .dev.vars file beside it. */
export function siteService(
  settings: Settings,
  directory: string,
  { dist, port }: { dist: string; port: number },
): ServiceOptions {
  return {
    name: "site",
    args: [
      ...[file("../processes/guard.ts"), process.execPath, wrangler, "pages", "dev", dist],
      "--ip",
      "localhost",
      "--port",
      String(port),
      "--inspector-port",
      "0",
      "--persist-to",
      edgeDirectory(settings),
      "--show-interactive-dev-session=false",
    ],
    cwd: directory,
    port,
    // A page, not the API: the site must count as running while the database is unavailable.
    healthPath: "/robots.txt",
    env: {
      ...{ CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", CI: "1" },
      // wrangler would serve an API at /cdn-cgi/explorer that changes the KV namespaces without authorization.
      X_LOCAL_EXPLORER: "false",
    },
  };
}
