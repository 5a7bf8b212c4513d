import { randomBytes } from "node:crypto";
import { readEnvironment } from "#functions/env.ts";
import { listVariables, type VariableEntry, type VariablesWith } from "#functions/variables.ts";
import { secretNames } from "#local/cloudflare/secrets.ts";
import { createKeySet } from "#local/keys/key-set.ts";

type Values = Record<string, string>;

export const dataset = "production";

/** The host of the site; empty where its address was not answered yet. */
export const hostOf = ({ SITE_ORIGIN = "" }: Values): string => URL.parse(SITE_ORIGIN)?.hostname ?? "";

/** Where editors find the Studio: as answered, or on `studio.` of the site's domain. */
export const studioOriginOf = (answers: Values): string =>
  answers.STUDIO_ORIGIN || `https://studio.${hostOf(answers).replace(/^www\./, "")}`;

/** The login of the edge at the database that `ownerUrl` leads to. */
export function edgeUrlOf(ownerUrl: string, password: string): string {
  return Object.assign(new URL(ownerUrl), { username: "edge", password: encodeURIComponent(password) }).href;
}

/** The values that follow from answers and from what a deployment has made. */
const rules: Record<
  VariablesWith<{ from: "rule" }>,
  (answers: Values, made: Values) => string | undefined
> = {
  STUDIO_ORIGIN: studioOriginOf,
  DATABASE_URL: (_, { ownerUrl, edgePassword }) =>
    ownerUrl && edgePassword && edgeUrlOf(ownerUrl, edgePassword),
  SANITY_PROJECT_ID: (_, { sanityProject }) => sanityProject,
  SANITY_DATASET: () => dataset,
  // A webhook only starts builds at the deploy hook. Publications are live without it.
  SANITY_WEBHOOK_SECRET: ({ DEPLOY_HOOK_URL }, { webhookSecret }) => DEPLOY_HOOK_URL && webhookSecret,
};

/**
 * Returns the environment of both Workers, which get the same one.
 * @param made what earlier steps and deployments have generated or got from providers
 * @param command the environment of the command
 */
export function environmentOf(
  answers: Values,
  made: Values,
  command: Record<string, string | undefined>,
): Values {
  const findValue = (name: string, variable: VariableEntry): string | undefined => {
    switch (variable.from) {
      case "operator":
        return answers[name] || variable.deployDefault;
      case "made":
        return made[variable.made];
      case "rule":
        return rules[name as keyof typeof rules](answers, made);
      case "stand-in":
        return command[name];
      default:
        return undefined;
    }
  };
  return Object.fromEntries(
    [...listVariables()].flatMap(([name, variable]) => {
      const value = findValue(name, variable);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Holds an environment to what the edge asks of it. @throws EnvironmentError that names every fault */
export const checkEnvironment = (environment: Values): Promise<unknown> =>
  readEnvironment({ ...environment });

/** The same before anything was made, with something in the place of what will be. */
export async function checkAnswers(
  answers: Values,
  made: Values,
  command: Record<string, string | undefined>,
) {
  const standingFor = {
    ...Object.fromEntries([...listVariables().values()].map(({ made: name = "" }) => [name, "placeholder"])),
    ownerUrl: "postgresql://owner:secret@host.invalid/vitrina",
    edgePassword: "secret",
    sanityProject: "project",
    mailWebhookSecret: newWebhookSecret(),
    authKeys: made.authKeys ?? (await createKeySet()),
  };
  await checkEnvironment(environmentOf(answers, { ...standingFor, ...made }, command));
}

const newWebhookSecret = () => `whsec_${randomBytes(24).toString("base64")}`;

/** The environment as the two kinds that Cloudflare has: what is written into a configuration, and what is handed over apart. */
export function split(environment: Values): { variables: Values; secrets: Values } {
  const part = (isSecret: boolean) =>
    Object.fromEntries(
      Object.entries(environment).filter(([name]) => secretNames.includes(name) === isSecret),
    );
  return { variables: part(false), secrets: part(true) };
}

/** The environment as lines of a file, such as `npm run keys` takes. */
export const asLines = (environment: Values): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value.includes("'") ? `"${value}"` : `'${value}'`}\n`)
    .join("");
