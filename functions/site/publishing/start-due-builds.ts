import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { leaseDueBuilds, markBuildsStarted, quietPeriodMs } from "./builds.ts";

/** Time limit of the deploy hook, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Calls the deploy hook if a build is due. A build that the hook does not accept comes due again. Never throws,
 * so a failure stops no other work of its caller. Logs failures.
 */
export async function startDueBuilds(environment: Environment): Promise<void> {
  const { DEPLOY_HOOK_URL: hook } = environment;
  if (!hook) return;
  try {
    const builds = await leaseDueBuilds(connect(environment));
    if (builds.length === 0) return;
    const response = await fetch(hook, { method: "POST", signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    // The address is a secret, so the error does not contain it.
    if (!response.ok) throw new Error(`The deploy hook answered with ${response.status}`);
    await markBuildsStarted(connect(environment), builds);
    logLine({ event: "build_started", builds });
  } catch (error) {
    logLine({ event: "build_not_started", ...describeFault(error) });
  }
}

/**
 * Starts the build of a change after the quiet period. A later change postpones the build to its own call. Never
 * throws.
 */
export async function startBuildWhenQuiet(environment: Environment): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, quietPeriodMs));
  await startDueBuilds(environment);
}
