import { redactSecrets } from "#local/cloudflare/secrets.ts";
import type { Check } from "./checks.ts";
import { type Deployment, type DeploymentOptions, openDeployment, type Step } from "./deployment.ts";
import { createPlan } from "./plan.ts";
import { collectAnswers, questions } from "./questions.ts";
import { applyRenewedValues, type DeployState, openDeployState, readDeployState } from "./state.ts";
import { decideEarlierAdministrators } from "./steps/invitation.ts";
import { testLiveSite } from "./steps/smoke.ts";

type DeployRunOptions = DeploymentOptions & {
  /** The folder with the state of a site's deployments. */
  directory: string;
  checks: readonly Check[];
};

/** Describes the result of a check or a step. */
const describeResult = (result: unknown) => (typeof result === "string" ? result : "done");

/** Lists the questions, checks and steps of a deployment for `--dry-run`. It calls no provider and changes nothing. */
export async function dryRun({
  directory,
  command,
  checks,
}: Pick<DeployRunOptions, "directory" | "command" | "checks">): Promise<string[]> {
  const { answers: storedAnswers, results } = await readDeployState(directory);
  const environmentAnswers = questions.flatMap(({ name }) => (command[name] ? [[name, command[name]]] : []));
  const answers: Record<string, string> = { ...storedAnswers, ...Object.fromEntries(environmentAnswers) };
  const isKnown = (name: string) => Boolean(answers[name]);
  return [
    "Questions, asked once:",
    ...questions
      .filter(({ name, isOptional }) => !isOptional || isKnown(name))
      .map(({ name, asks }) => `  ${isKnown(name) ? "known  " : "missing"} ${name}: ${asks}`),
    "Checks, before any change:",
    ...checks.map(({ name }) => `  ${name}`),
    "Steps, in this order:",
    ...createPlan(null, {}).map(
      ({ name, does, isDone }) => `  ${isDone?.({ results, answers }) ? "done " : "to do"} ${name}: ${does}`,
    ),
  ];
}

/**
 * Deploys the site: asks for missing answers, runs all checks, then runs every step that is not done. A run continues
 * where the previous run ended.
 * @throws Error with the fault and the remedy, without secrets
 */
export async function deploy(options: DeployRunOptions): Promise<void> {
  const { directory, command, ask, checks, say } = options;
  const state = await openDeployState(directory);
  try {
    await applyRenewedValues(state, command);
    await collectAnswers(command, state.answers, ask, state.storeAnswer, say);
    const deployment = openDeployment(state, options);
    const decisions = await decideEarlierAdministrators(deployment);
    say("Checking everything before any change:");
    for (const { name, run } of checks) {
      const result = await run(deployment).catch((error: Error) => {
        throw new Error(
          `${name}: ${error.message}\nNothing was touched. Fix it, and run npm run deploy again.`,
        );
      });
      say(`  ${name}: ${describeResult(result)}`);
    }
    const steps = createPlan(await testLiveSite(deployment), decisions);
    say(`Deploying ${deployment.origin}:`);
    for (const [stepIndex, step] of steps.entries())
      await runStep(step, `${stepIndex + 1}/${steps.length}`, deployment);
    say(
      `${deployment.origin} is live. ${state.directory} has its secrets: store a copy in the password manager.`,
    );
  } catch (error) {
    throw new Error(redactSecrets((error as Error).message, listSecrets(state)));
  } finally {
    await state.close();
  }
}

/** Runs a step that is not done, and prints its result; a failure also says how to continue. */
async function runStep(step: Step, position: string, deployment: Deployment): Promise<void> {
  if (step.isDone?.(deployment)) return deployment.say(`  ${position} ${step.name}: done before`);
  const result = await step.run(deployment).catch((error: Error) => {
    throw new Error(
      `${position} ${step.name}: ${error.message}\n${step.help}\nThen run npm run deploy again: it goes on from here.`,
    );
  });
  deployment.say(`  ${position} ${step.name}: ${describeResult(result)}`);
}

const publicNames =
  /Inputs$|^good|^(zone|zoneName|neonProject|spoolId|spoolAccount|sanityProject|content|addresses|deployment|version|deployedKeys|mailKeyName|mailKeyDomain|trialMessage|invitedEmail|studio)$/;

/**
 * Lists the secrets of a state by name, so that error messages can hide them. Short results are left out, because
 * hiding them would also hide other text.
 */
function listSecrets({ answers, results }: DeployState): Record<string, string> {
  const secretAnswers = questions.flatMap(({ name, isSecret }) =>
    isSecret && answers[name] ? [[name, answers[name]]] : [],
  );
  const secretValues = Object.entries(results).filter(
    ([name, value]) => !publicNames.test(name) && value.length > 7,
  );
  return Object.fromEntries([...secretAnswers, ...secretValues]);
}
