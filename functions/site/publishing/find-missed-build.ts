import * as v from "valibot";
import { loadPublished } from "#cms/content/load-published.ts";
import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { contentSource } from "#functions/site/content/source.ts";
import { requestMissedBuild } from "./builds.ts";

/** Time limit of the site for its build record, in milliseconds. */
const timeoutMs = 10_000;

const build = v.object({ fingerprint: v.string() });

/**
 * Requests a build if the live site was built from other content than is published. The CMS stops repeating a webhook
 * after some attempts, so a change may go unreported. Returns whether a build was requested. Never throws, and logs
 * failures.
 */
export async function findMissedBuild(environment: Environment): Promise<boolean> {
  if (!environment.DEPLOY_HOOK_URL) return false;
  try {
    const [published, built] = await Promise.all([
      loadPublished(contentSource(environment)),
      readBuild(environment.SITE_ORIGIN),
    ]);
    if (built.fingerprint === published.fingerprint) return false;
    const isRequested = await requestMissedBuild(connect(environment), published.fingerprint);
    logLine({
      event: "build_is_older",
      published: published.fingerprint,
      built: built.fingerprint,
      asked: isRequested,
    });
    return isRequested;
  } catch (error) {
    logLine({ event: "build_not_compared", ...describeFault(error) });
    return false;
  }
}

async function readBuild(origin: string): Promise<v.InferOutput<typeof build>> {
  const response = await fetch(`${origin}/build.json`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The site answered with ${response.status} for /build.json`);
  return v.parse(build, await response.json());
}
