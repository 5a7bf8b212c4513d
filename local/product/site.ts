import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import facts from "#cms/seed/site-settings.json" with { type: "json" };
import { listVariables, type RequiredVariable, type VariablesWith } from "#functions/variables.ts";
import type { Secrets } from "#local/secrets.ts";
import { localContent, type Settings } from "#local/settings.ts";
import { toLines, writePrivate } from "#local/state.ts";
import { getAddresses } from "./services.ts";

/** The values of the manifest for this machine. */
const fixedValues = Object.fromEntries(
  [...listVariables()].flatMap(([name, { local }]) => (local ? [[name, local]] : [])),
);

/**
 * Returns the environment of the Workers on this machine, to which every URL leads. MAIL_FROM has the company name of
 * cms/seed, even if editors have published another.
 */
export function edgeEnvironment(settings: Settings, secrets: Secrets): Record<string, string> {
  const { site, studio, sanity, mail, database } = getAddresses(settings);
  const computedValues = {
    SITE_ORIGIN: site,
    STUDIO_ORIGIN: studio,
    DATABASE_URL: `postgresql://edge:${secrets.edgePassword}@localhost/vitrina`,
    DATABASE_FETCH_ENDPOINT: database,
    SANITY_PROJECT_ID: localContent.projectId,
    SANITY_DATASET: localContent.dataset,
    SANITY_API_HOST: sanity,
    SANITY_READ_TOKEN: secrets.contentToken,
    SANITY_WRITE_TOKEN: secrets.contentToken,
    AUTH_KEYS: secrets.authKeys,
    MAIL_API_URL: `${mail}/emails`,
    MAIL_API_KEY: secrets.mailApiKey,
    MAIL_READ_KEY: secrets.mailApiKey,
    MAIL_WEBHOOK_SECRET: secrets.mailWebhookSecret,
    MAIL_FROM: `${facts.brandName} <web@guaria.example>`,
    CONTACT_NOTIFY_TO: settings.adminEmail,
  } satisfies Record<Exclude<RequiredVariable, VariablesWith<{ local: string }>>, string> &
    Partial<Record<VariablesWith<{ from: string }>, string>>;
  return { ...fixedValues, ...computedValues };
}

/**
 * Prepares the folder from which wrangler serves the site, with its configuration and environment, and returns it.
 * Builds are stored there in turn as `dist` and `dist-2`. Each product has its own folder, so two can run at once.
 */
export async function prepareSite(settings: Settings, environment: Record<string, string>): Promise<string> {
  const directory = join(settings.state, "site");
  await mkdir(directory, { recursive: true });
  await copyFile(
    fileURLToPath(new URL("../../wrangler.toml", import.meta.url)),
    join(directory, "wrangler.toml"),
  );
  // wrangler takes the nearest package.json for the root of the project, and reads .dev.vars beside it.
  await writeFile(join(directory, "package.json"), '{ "private": true }\n');
  await writePrivate(join(directory, ".dev.vars"), toLines(environment));
  return directory;
}
