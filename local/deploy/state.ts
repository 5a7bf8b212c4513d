import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { listVariables, variables } from "#functions/variables.ts";
import { lockPathOf } from "#local/keys/value-file.ts";
import { takeLock } from "#local/processes/lock.ts";
import { openState, readPrivate, writePrivate } from "#local/state.ts";
import { toEdgeUrl } from "./environment.ts";

/** The state between deployments: the answers, and the values that were made, secrets included. */
type StoredState = { answers: Record<string, string>; made: Record<string, string> };

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
  return { answers: storedState.answers ?? {}, made: storedState.made ?? {} };
}

/**
 * Opens the folder for one run, readable by its owner only. Every value is on disk at once, so an interrupted run loses
 * nothing.
 * @throws Error with one sentence while another run has it
 */
export async function openDeployState(directory: string) {
  await openState(directory);
  const close = await takeLocks(directory);
  const { answers, made } = await readDeployState(directory);
  const write = () => writePrivate(stateFileIn(directory), `${JSON.stringify({ answers, made }, null, 2)}\n`);
  return {
    directory,
    answers,
    made,
    close,
    /** Writes an answer to disk. */
    answer(name: string, value: string): Promise<void> {
      answers[name] = value;
      return write();
    },
    /** Writes made values to disk; null removes one. */
    note(changes: Record<string, string | null>): Promise<void> {
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) delete made[name];
        else made[name] = value;
      }
      return write();
    },
  };
}

/**
 * Applies the values that `npm run keys` or an operator renewed in the file since the last deployment. The earlier
 * values may have leaked and must not be deployed again.
 * @throws Error with one sentence if the file names another database than the state
 */
export async function applyRenewedValues(
  { directory, answers, made, answer, note }: DeployState,
  command: Record<string, string | undefined>,
): Promise<void> {
  const file = valuesFileIn(directory);
  const deployedValues = parseEnv(made.values ?? "");
  const renewed = Object.entries(parseEnv((await readPrivate(file)) ?? "")).filter(
    ([name, value]) => value && value !== deployedValues[name],
  );
  for (const [name, value = ""] of renewed) {
    const variable = listVariables().get(name);
    if (variable?.made) await note({ [variable.made]: value });
    else if (variable?.from === "operator") await answer(name, value);
    else if (name === "SANITY_PROJECT_ID" && value !== made.sanityProject) await answer(name, value);
    else if (name === "DATABASE_URL") {
      const url = URL.parse(value);
      const password = decodeURIComponent(url?.password ?? "");
      const ownerUrl = command.OWNER_DATABASE_URL || answers.OWNER_DATABASE_URL || made.ownerUrl;
      if (ownerUrl && toEdgeUrl(ownerUrl, password) !== url?.href) {
        throw new Error(
          `${file} names another database than the one that is deployed: say the address of its owner as OWNER_DATABASE_URL, and nothing has to be written into that file.`,
        );
      }
      await note({ edgePassword: password });
    }
  }
}
