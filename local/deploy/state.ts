import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { listVariables, variables } from "#functions/variables.ts";
import { lockPathOf } from "#local/keys/value-file.ts";
import { takeLock } from "#local/processes/lock.ts";
import { openState, readPrivate, writePrivate } from "#local/state.ts";
import { toEdgeUrl } from "./environment.ts";

/**
 * The state between deployments, secrets included: the operator's answers, and the results of the steps, such as
 * generated keys and the ids of created resources.
 */
type StoredState = { answers: Record<string, string>; results: Record<string, string> };

/** The folder of a site's deployments. */
export type DeployState = Awaited<ReturnType<typeof openDeployState>>;

/**
 * Returns the file with the last deployed environment of both Workers. `npm run keys` and operators renew values there.
 */
export const valuesFileIn = (directory: string): string => join(directory, "production.env");

/** Returns the folder with the state of a site's deployments. */
export const getDeployDirectory = (): string =>
  resolve(process.env.DEPLOY_STATE || variables.DEPLOY_STATE.default);

const stateFileIn = (directory: string) => join(directory, "state.json");

/**
 * Locks out another deployment, and `npm run keys` on the file of the values, whose changes must not be overwritten.
 * @returns the function that releases both locks
 * @throws Error with one sentence while another process has one of them
 */
async function takeLocks(directory: string): Promise<() => Promise<void>> {
  const release = await takeLock(
    join(directory, "lock"),
    (pid) => `Another deployment is under way (process ${pid}): wait for its end.`,
  );
  const values = valuesFileIn(directory);
  try {
    const releaseValues = await takeLock(
      lockPathOf(values),
      (pid) => `${values} is being changed by process ${pid}: wait for its end.`,
    );
    return () => Promise.all([release(), releaseValues()]).then(() => {});
  } catch (error) {
    await release();
    throw error;
  }
}

/** Reads the state without changing it. */
export async function readDeployState(directory: string): Promise<StoredState> {
  const storedState = JSON.parse((await readPrivate(stateFileIn(directory))) ?? "{}") as Partial<StoredState>;
  return { answers: storedState.answers ?? {}, results: storedState.results ?? {} };
}

/**
 * Opens the folder for one run of `npm run deploy`, readable by its owner only. Every value is on disk at once, so an
 * interrupted run loses nothing.
 * @throws Error with one sentence while another run or `npm run keys` has it
 */
export async function openDeployState(directory: string) {
  await openState(directory);
  const close = await takeLocks(directory);
  const { answers, results } = await readDeployState(directory);
  const write = () =>
    writePrivate(stateFileIn(directory), `${JSON.stringify({ answers, results }, null, 2)}\n`);
  return {
    directory,
    answers,
    results,
    close,
    /** Writes an answer to disk. */
    storeAnswer(name: string, value: string): Promise<void> {
      answers[name] = value;
      return write();
    },
    /** Writes results to disk; null removes one. */
    storeResults(changes: Record<string, string | null>): Promise<void> {
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) delete results[name];
        else results[name] = value;
      }
      return write();
    },
  };
}

/**
 * Stores the values that `npm run keys` or an operator renewed in production.env since the last deployment, for the
 * next one. The earlier values may have leaked and must not be deployed again.
 * @param command the environment variables of the command
 * @throws Error with one sentence if the file names another database than the state
 */
export async function applyRenewedValues(
  { directory, answers, results, storeAnswer, storeResults }: DeployState,
  command: Record<string, string | undefined>,
): Promise<void> {
  const file = valuesFileIn(directory);
  const deployedValues = parseEnv(results.deployedEnvironment ?? "");
  const renewedValues = Object.entries(parseEnv((await readPrivate(file)) ?? "")).filter(
    ([name, value]) => value && value !== deployedValues[name],
  );
  for (const [name, value = ""] of renewedValues) {
    const variable = listVariables().get(name);
    if (variable?.resultName) await storeResults({ [variable.resultName]: value });
    else if (variable?.from === "operator") await storeAnswer(name, value);
    else if (name === "SANITY_PROJECT_ID" && value !== results.sanityProject) await storeAnswer(name, value);
    else if (name === "DATABASE_URL") {
      const url = URL.parse(value);
      const password = decodeURIComponent(url?.password ?? "");
      const ownerUrl = command.OWNER_DATABASE_URL || answers.OWNER_DATABASE_URL || results.ownerUrl;
      if (ownerUrl && toEdgeUrl(ownerUrl, password) !== url?.href) {
        throw new Error(
          `${file} names another database than the one that is deployed: say the address of its owner as OWNER_DATABASE_URL, and nothing has to be written into that file.`,
        );
      }
      await storeResults({ edgePassword: password });
    }
  }
}
