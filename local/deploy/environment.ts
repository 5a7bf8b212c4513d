import { randomBytes } from "node:crypto";
import { readEnvironment } from "#functions/env.ts";
import { listVariables, type VariableEntry, type VariablesWith } from "#functions/variables.ts";
import { secretNames } from "#local/cloudflare/secrets.ts";
import { createKeySet } from "#local/keys/key-set.ts";

type EnvironmentValues = Record<string, string>;

export const dataset = "production";

/** Returns the host of the site; an empty text while its address is unknown. */
export const getHost = ({ SITE_ORIGIN = "" }: EnvironmentValues): string =>
  URL.parse(SITE_ORIGIN)?.hostname ?? "";

/** Returns the origin of the Studio: the answer, or `studio.` of the site's domain. */
export const getStudioOrigin = (answers: EnvironmentValues): string =>
  answers.STUDIO_ORIGIN || `https://studio.${getHost(answers).replace(/^www\./, "")}`;

/** Returns the connection string of the role edge for the database of `ownerUrl`. */
export function toEdgeUrl(ownerUrl: string, password: string): string {
  return Object.assign(new URL(ownerUrl), { username: "edge", password: encodeURIComponent(password) }).href;
}

/** Values of the environment that follow from several answers and results. */
const derivedValues: Record<
  VariablesWith<{ from: "rule" }>,
  (answers: EnvironmentValues, results: EnvironmentValues) => string | undefined
> = {
  STUDIO_ORIGIN: getStudioOrigin,
  DATABASE_URL: (_, { ownerUrl, edgePassword }) =>
    ownerUrl && edgePassword && toEdgeUrl(ownerUrl, edgePassword),
  SANITY_PROJECT_ID: (_, { sanityProject }) => sanityProject,
  SANITY_DATASET: () => dataset,
  // The webhook only starts builds at the deploy hook. Publications are live without it.
  SANITY_WEBHOOK_SECRET: ({ DEPLOY_HOOK_URL }, { webhookSecret }) => DEPLOY_HOOK_URL && webhookSecret,
};

/**
 * Returns the environment of both Workers, which is the same.
 * @param results the values that earlier steps and deployments generated or got from providers
 * @param command the environment of the command
 */
export function createEnvironment(
  answers: EnvironmentValues,
  results: EnvironmentValues,
  command: Record<string, string | undefined>,
): EnvironmentValues {
  const findValue = (name: string, variable: VariableEntry): string | undefined => {
    switch (variable.from) {
      case "operator":
        return answers[name] || variable.deployDefault;
      case "result":
        return results[variable.resultName];
      case "rule":
        return derivedValues[name as keyof typeof derivedValues](answers, results);
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

// A deployment binds the bucket itself.
const boundBucket = { put: () => {} };

/** Validates an environment with the schema of the edge. @throws EnvironmentError that names every fault */
export const checkEnvironment = (environment: EnvironmentValues): Promise<unknown> =>
  readEnvironment({ ...environment, ATTACHMENTS: boundBucket });

/**
 * Checks the answers before the first change, so that a deployment cannot fail halfway because of them. Placeholders
 * stand for the results that later steps will have.
 * @throws EnvironmentError that names every fault
 */
export async function checkAnswers(
  answers: EnvironmentValues,
  results: EnvironmentValues,
  command: Record<string, string | undefined>,
) {
  const placeholders = {
    ...Object.fromEntries(
      [...listVariables().values()].map(({ resultName = "" }) => [resultName, "placeholder"]),
    ),
    ownerUrl: "postgresql://owner:secret@host.invalid/vitrina",
    edgePassword: "secret",
    sanityProject: "project",
    mailWebhookSecret: newWebhookSecret(),
    authKeys: results.authKeys ?? (await createKeySet()),
  };
  await checkEnvironment(createEnvironment(answers, { ...placeholders, ...results }, command));
}

const newWebhookSecret = () => `whsec_${randomBytes(24).toString("base64")}`;

/** Splits the environment as Cloudflare does: into variables of the configuration, and secrets. */
export function splitEnvironment(environment: EnvironmentValues): {
  variables: EnvironmentValues;
  secrets: EnvironmentValues;
} {
  const selectValues = (isSecret: boolean) =>
    Object.fromEntries(
      Object.entries(environment).filter(([name]) => secretNames.includes(name) === isSecret),
    );
  return { variables: selectValues(false), secrets: selectValues(true) };
}
