import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Secrets } from "./secrets.ts";
import { addresses } from "./services.ts";
import { localContent, type Settings } from "./settings.ts";

/** The environment of the artefact on this machine: every address is a stand-in's. `edgeUrl` is the edge's login. */
export function edgeEnvironment(settings: Settings, secrets: Secrets): Record<string, string> {
  const { site, lake, mail, database } = addresses(settings);
  return {
    SITE_ORIGIN: site,
    DATABASE_URL: `postgresql://edge:${secrets.edgePassword}@localhost/vitrina`,
    DATABASE_FETCH_ENDPOINT: database,
    SANITY_PROJECT_ID: localContent.projectId,
    SANITY_DATASET: localContent.dataset,
    SANITY_API_HOST: lake,
    AUTH_KEYS: secrets.authKeys,
    MAIL_API_URL: `${mail}/emails`,
    MAIL_API_KEY: secrets.mailApiKey,
    MAIL_FROM: "Guaria Digital <web@guaria.example>",
    CONTACT_NOTIFY_TO: settings.adminEmail,
  };
}

/**
 * Lays out the folder that wrangler serves: its configuration, the environment, and `dist`, which the build
 * fills. Answers with the folder. It is apart from the repository, so that two copies can run at once.
 */
export async function prepareSite(settings: Settings, environment: Record<string, string>): Promise<string> {
  const directory = join(settings.state, "site");
  await mkdir(join(directory, "dist"), { recursive: true });
  await copyFile(
    fileURLToPath(new URL("../wrangler.toml", import.meta.url)),
    join(directory, "wrangler.toml"),
  );
  // wrangler takes the nearest package.json for the root of the project, and reads .dev.vars beside it.
  await writeFile(join(directory, "package.json"), '{ "private": true }\n');
  const lines = Object.entries(environment).map(([name, value]) => `${name}='${value}'`);
  await writeFile(join(directory, ".dev.vars"), `${lines.join("\n")}\n`, { mode: 0o600 });
  return directory;
}
