import { withoutSecrets } from "#local/cloudflare/secrets.ts";
import type { Check } from "./checks.ts";
import { type Deployment, type DeploymentOptions, openDeployment, type Step } from "./deployment.ts";
import { plan } from "./plan.ts";
import { type Ask, collectAnswers, questions } from "./questions.ts";
import type { Findings } from "./smoke.ts";
import { type DeployState, openDeployState, readDeployState, takeRenewedValues } from "./state.ts";
import { walkBefore } from "./steps/smoke.ts";

type Options = DeploymentOptions & {
  /** The folder with the state of a site's deployments. */
  directory: string;
  ask: Ask;
  checks: readonly Check[];
};

/** Describes the result of a check or a step, with its duration. */
const told = (found: unknown, since: number) =>
  [...(typeof found === "string" ? [found] : []), seconds(since)].join(", ");

const seconds = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`;
const minutes = (began: number) => `${((Date.now() - began) / 60_000).toFixed(1)} minutes`;

/** Lists the questions and steps of a deployment, a line each. It calls no provider and changes nothing. */
export async function dryRun({
  directory,
  command,
  checks,
}: Pick<Options, "directory" | "command" | "checks">): Promise<string[]> {
  const { answers: kept, made } = await readDeployState(directory);
  const given = questions.flatMap(({ name }) => (command[name] ? [[name, command[name]]] : []));
  const answers: Record<string, string> = { ...kept, ...Object.fromEntries(given) };
  const isKnown = (name: string) => Boolean(answers[name]);
  return [
    "Questions, asked once:",
    ...questions
      .filter(({ name, isOptional }) => !isOptional || isKnown(name))
      .map(({ name, asks }) => `  ${isKnown(name) ? "known  " : "missing"} ${name}: ${asks}`),
    "Checks, before any change:",
    ...checks.map(({ name }) => `  ${name}`),
    "Steps, in this order:",
    ...plan(() => null).map(
      ({ name, does, isDone }) => `  ${isDone?.({ made, answers }) ? "done " : "to do"} ${name}: ${does}`,
    ),
  ];
}

/**
 * Deploys the site: asks for missing answers, runs all checks, then runs every step that is not done. A run continues
 * where the previous run ended.
 * @throws Error with the fault and the remedy, without secrets
 */
export async function deploy(options: Options): Promise<void> {
  const { directory, command, ask, checks, say } = options;
  const state = await openDeployState(directory);
  let asked = 0;
  const askAndCount: Ask =
    ask &&
    ((question) => {
      asked += 1;
      return ask(question);
    });
  try {
    await takeRenewedValues(state, command);
    await collectAnswers(command, state.answers, askAndCount, state.answer, say);
    const deployment = openDeployment(state, options);
    const began = Date.now();
    say(`Checking everything before any change:`);
    for (const { name, run } of checks) {
      const since = Date.now();
      const found = await run(deployment).catch((error: Error) => {
        throw new Error(
          `${name}: ${error.message}\nNothing was touched. Mend it, and run npm run deploy again.`,
        );
      });
      say(`  ${name}: ${told(found, since)}`);
    }
    const before: Findings | null = await walkBefore(deployment);
    const steps = plan(() => before);
    say(`Deploying ${deployment.origin}:`);
    let done = 0;
    for (const [place, step] of steps.entries())
      done += Number(await take(step, `${place + 1}/${steps.length}`, deployment));
    say(
      `${done} of ${steps.length} steps were to be done, after ${checks.length} checks; it took ${minutes(began)}, and ${asked} questions were asked.`,
    );
    say(`${deployment.origin} is live. ${state.directory} has its secrets: store a copy in the password manager.`);
  } catch (error) {
    throw new Error(withoutSecrets((error as Error).message, secretsOf(state)));
  } finally {
    await state.close();
  }
}

/** Runs a step. Returns whether there was anything to do. */
async function take(step: Step, place: string, deployment: Deployment): Promise<boolean> {
  const since = Date.now();
  if (step.isDone?.(deployment)) {
    deployment.say(`  ${place} ${step.name}: done before`);
    return false;
  }
  const found = await step.run(deployment).catch((error: Error) => {
    throw new Error(
      `${place} ${step.name}: ${error.message}\n${step.help}\nThen run npm run deploy again: it goes on from here.`,
    );
  });
  deployment.say(`  ${place} ${step.name}: ${told(found, since)}`);
  return true;
}

const openlyMade =
  /For$|^good|^(zone|zoneName|neonProject|region|spoolId|sanityProject|content|addresses|deployment|version|deployedKeys|mailKeyName|trialMessage|invited|studio)$/;

function secretsOf({ answers, made }: DeployState): Record<string, string> {
  const secret = questions.flatMap(({ name, isSecret }) =>
    isSecret && answers[name] ? [[name, answers[name]]] : [],
  );
  const kept = Object.entries(made).filter(([name, value]) => !openlyMade.test(name) && value.length > 7);
  return Object.fromEntries([...secret, ...kept]);
}
