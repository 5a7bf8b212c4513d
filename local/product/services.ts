import { fileURLToPath } from "node:url";
import type { ServiceOptions } from "#local/processes/service.ts";
import type { WebhookOptions } from "#local/processes/webhook.ts";
import type { Secrets } from "#local/secrets.ts";
import { localContent, type Settings } from "#local/settings.ts";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const wrangler = file("../../node_modules/wrangler/bin/wrangler.js");

/** Returns the addresses of the running product. */
export function getAddresses({ ports }: Settings) {
  return {
    site: `http://localhost:${ports.PORT}`,
    studio: `http://localhost:${ports.STUDIO_PORT}`,
    sanity: `http://localhost:${ports.LAKE_PORT}`,
    mail: `http://localhost:${ports.MAIL_PORT}`,
    database: `http://localhost:${ports.DATABASE_PORT}/sql`,
  };
}

/** The database endpoint, with its data in the state folder or on the server of the settings. */
export function databaseService(settings: Settings, secrets: Secrets): ServiceOptions {
  return {
    name: "database",
    args: [file("../neon/main.ts")],
    port: settings.ports.DATABASE_PORT,
    healthPath: "/health",
    env: {
      DATABASE_PORT: String(settings.ports.DATABASE_PORT),
      DATABASE_DIRECTORY: `${settings.state}/database`,
      ...(settings.postgresUrl && { LOCAL_POSTGRES_URL: settings.postgresUrl }),
      OWNER_PASSWORD: secrets.ownerPassword,
      EDGE_PASSWORD: secrets.edgePassword,
      BACKUP_PASSWORD: secrets.backupPassword,
    },
  };
}

/** The mailbox, which reports the outcome of each mail to the site. */
export function mailService(settings: Settings, secrets: Secrets): ServiceOptions {
  return {
    name: "mailbox",
    args: [file("../mail/main.ts")],
    port: settings.ports.MAIL_PORT,
    healthPath: "/health",
    env: {
      MAIL_PORT: String(settings.ports.MAIL_PORT),
      MAIL_DIRECTORY: `${settings.state}/mail`,
      MAIL_WEBHOOK_URL: `${getAddresses(settings).site}/api/hooks/mail`,
      MAIL_WEBHOOK_SECRET: secrets.mailWebhookSecret,
    },
  };
}

/**
 * The stand-in for Sanity. The token allows reading and writing everything; the webhook tells the site of publications.
 */
export function sanityService(settings: Settings, token: string, webhook?: WebhookOptions): ServiceOptions {
  return {
    name: "content",
    args: [file("../sanity/main.ts")],
    port: settings.ports.LAKE_PORT,
    healthPath: "/health",
    env: {
      LAKE_PORT: String(settings.ports.LAKE_PORT),
      SANITY_DIRECTORY: `${settings.state}/content`,
      SANITY_PROJECT_ID: localContent.projectId,
      SANITY_DATASET: localContent.dataset,
      SANITY_WRITE_TOKEN: token,
      ...(webhook && { SANITY_WEBHOOK_URL: webhook.url, SANITY_WEBHOOK_SECRET: webhook.secret }),
    },
  };
}

/** Returns the environment for building and serving the Studio. */
export function studioEnvironment(settings: Settings): Record<string, string> {
  return {
    STUDIO_PORT: String(settings.ports.STUDIO_PORT),
    STUDIO_DIRECTORY: `${settings.state}/studio`,
    SANITY_ORIGIN: getAddresses(settings).sanity,
    SITE_ORIGIN: getAddresses(settings).site,
    SANITY_PROJECT_ID: localContent.projectId,
    SANITY_DATASET: localContent.dataset,
  };
}

/** The built Studio. */
export function studioService(settings: Settings): ServiceOptions {
  return {
    name: "studio",
    args: [file("../studio/main.ts")],
    port: settings.ports.STUDIO_PORT,
    healthPath: "/health",
    env: studioEnvironment(settings),
  };
}

/** The spool folders of `npm start` and `npm run dev`, which store messages while the database is unavailable. */
export const spoolDirectories = (settings: Settings) => [
  `${edgeDirectory(settings)}/v3/kv`,
  `${settings.state}/dev/spool`,
];

/** The scheduled Worker that was built into `directory`, which runs every 10 s and answers health checks on `port`. */
export function scheduleService(
  settings: Settings,
  directory: string,
  port: number,
  environment: Record<string, string>,
): ServiceOptions {
  return {
    name: "schedule",
    args: [file("../cron/main.ts")],
    port,
    healthPath: "/health",
    env: {
      SCHEDULE_PORT: String(port),
      SCHEDULE_DIRECTORY: directory,
      SCHEDULE_BINDINGS: JSON.stringify(environment),
      // The folder in which wrangler stores the KV namespaces of the site.
      SCHEDULE_SPOOL: `${edgeDirectory(settings)}/v3/kv`,
    },
  };
}

/** The site from its sources, with the scheduled Worker. The terminal shows their faults. */
export function devService(settings: Settings, environment: Record<string, string>): ServiceOptions {
  return {
    name: "site",
    args: [file("../dev/main.ts")],
    port: settings.ports.PORT,
    // Answered in any state of the sources and the content.
    healthPath: "/@vite/client",
    audible: true,
    env: {
      PORT: String(settings.ports.PORT),
      DEV_DIRECTORY: `${settings.state}/dev`,
      EDGE_BINDINGS: JSON.stringify(environment),
      NODE_ENV: "development",
    },
  };
}

/**
 * The gateway on the site's port, in front of the served build. Its `control` port answers health checks and sets the
 * target port.
 */
export function gatewayService(settings: Settings, control: number): ServiceOptions {
  return {
    name: "gateway",
    args: [file("../gateway/main.ts")],
    port: control,
    healthPath: "/",
    env: {
      PORT: String(settings.ports.PORT),
      GATEWAY_CONTROL_PORT: String(control),
      GATEWAY_FILE: gatewayFile(settings),
    },
  };
}

/** The file with the target port of the gateway. */
export const gatewayFile = ({ state }: Settings): string => `${state}/site/port`;

/** The data folder of the site's edge on this machine. */
const edgeDirectory = ({ state }: Settings): string => `${state}/edge`;

/** The build `dist` in `directory`, served by wrangler on `port`; its environment is the .dev.vars file beside it. */
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
    env: { CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", CI: "1" },
  };
}
