import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { leaseDueBuilds, markBuildsStarted, quietPeriod } from "./builds.ts";

/** How long the deploy hook may take, in milliseconds. */
const timeout = 10_000;

/**
 * Starts the build that is due at the deploy hook, if one is; what the hook did not take comes due again. Never throws: it runs
 * after the answer, and logs what went wrong.
 */
export async function startDueBuilds(environment: Environment): Promise<void> {
  const { DEPLOY_HOOK_URL: hook } = environment;
  if (!hook) return;
  try {
    const builds = await leaseDueBuilds(connect(environment));
    if (builds.length === 0) return;
    const response = await fetch(hook, { method: "POST", signal: AbortSignal.timeout(timeout) });
    await response.body?.cancel();
    // Its address is a secret, and stands in no error of ours.
    if (!response.ok) throw new Error(`The deploy hook answered with ${response.status}`);
    await markBuildsStarted(connect(environment), builds);
    logLine({ event: "build_started", builds });
  } catch (error) {
    logLine({ event: "build_not_started", ...describeFault(error) });
  }
}

/** Starts the build that a change has asked for, unless another one came meanwhile, which then does. Never throws. */
export async function startBuildWhenQuiet(environment: Environment): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, quietPeriod));
  await startDueBuilds(environment);
}
