import * as v from "valibot";
import { loadPublished } from "#cms/content/load-published.ts";
import type { Environment } from "#functions/env.ts";
import { connect, type Database } from "#functions/kernel/database/database.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { contentSource } from "#functions/site/content/source.ts";

/** Time without further changes before a build starts, in milliseconds. */
export const quietPeriodMs = 10_000;
/** Maximum time for which continuous changes postpone a build, in milliseconds. */
const maxWaitMs = 300_000;
/** Time limit of the deploy hook, and of the site for its build record, in milliseconds. */
const timeoutMs = 10_000;

const toInterval = (count: number) => sql`${count}::integer * interval '1 millisecond'`;

/**
 * Leases the due builds, so that no other run starts them. A build that is not marked as started is due again after one
 * minute, two, four … and at most an hour.
 * @returns their ids; one start is enough for all of them
 */
async function leaseDueBuilds(database: Database): Promise<string[]> {
  const { due } = await database.run("content", {
    due: sql`
      update site_builds
      set leased_at = coalesce(leased_at, now()),
        attempts = attempts + 1,
        due_at = now() + least(interval '1 minute' * 2 ^ least(attempts, 10), interval '1 hour')
      where started_at is null and due_at <= now()
      returning id`,
  });
  return due.map(toId);
}

const toId = columnParser("id", v.string());

/**
 * Marks these builds as started, and all builds that were leased earlier, because a build contains all earlier changes.
 */
async function markBuildsStarted(database: Database, ids: string[]): Promise<void> {
  await database.run("content", {
    started: sql`
      update site_builds set started_at = now()
      where started_at is null
        and leased_at <= (select max(leased_at) from site_builds where id = any(${ids}::uuid[]))`,
  });
}

/** Maximum number of builds a day for the same content, if none of them goes live. */
const maxBuildsOfContent = 3;

/**
 * Adds a build, due at once, for published content that the live site lacks; `fingerprint` is the hash of that content.
 * Returns false while another build waits or was started in the last 20 minutes, and after three builds of the same
 * content in a day.
 */
async function addMissedBuild(database: Database, fingerprint: string): Promise<boolean> {
  const { builds } = await database.run("content", {
    builds: sql`
      insert into site_builds (id, fingerprint, due_at)
      select ${crypto.randomUUID()}::uuid, ${fingerprint}, now()
      where not exists (
          select from site_builds where started_at is null or started_at > now() - interval '20 minutes'
        ) and (
          select count(*) from site_builds
          where fingerprint = ${fingerprint} and started_at > now() - interval '1 day'
        ) < ${maxBuildsOfContent}::integer
      on conflict ((true)) where leased_at is null do nothing
      returning id`,
  });
  return builds.length > 0;
}

const toIsNew = columnParser("is_new", v.boolean());

/**
 * Records a publication and requests a build of the site after the quiet period. Postpones a build that already waits,
 * at most until five minutes after its request.
 * @param signatureHash hash of the webhook's signature, in hexadecimal
 * @param key the CMS's id of the delivery
 * @throws Refusal replayed if this webhook was already accepted
 */
export async function takeContentHook(
  database: Database,
  signatureHash: string,
  key: string | null,
): Promise<void> {
  const { hook } = await database.run("content", {
    hook: sql`
      with new_hook as (
        insert into content_hooks (signature_hash, idempotency_key)
        values (decode(${signatureHash}, 'hex'), ${key})
        on conflict do nothing
        returning 1
      ), gathered as (
        insert into site_builds as build (id, due_at)
        select ${crypto.randomUUID()}::uuid, now() + ${toInterval(quietPeriodMs)}
        where exists (select from new_hook)
        on conflict ((true)) where leased_at is null do update set
          due_at = least(now() + ${toInterval(quietPeriodMs)}, build.asked_at + ${toInterval(maxWaitMs)})
      )
      select exists (select from new_hook) as is_new`,
  });
  if (!toIsNew(hook[0])) throw new Refusal("replayed");
}

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
    const response = await fetchDirectly(hook, { method: "POST", signal: AbortSignal.timeout(timeoutMs) });
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

const build = v.object({ fingerprint: v.string() });

/**
 * Requests a build if the live site was built from other content than is published. The CMS stops repeating a webhook
 * after some attempts, so a change may go unreported. Returns whether a build was requested. Never throws, and logs
 * failures.
 */
export async function requestMissedBuild(environment: Environment): Promise<boolean> {
  if (!environment.DEPLOY_HOOK_URL) return false;
  try {
    const [published, built] = await Promise.all([
      loadPublished(contentSource(environment)),
      readBuild(environment.SITE_ORIGIN),
    ]);
    if (built.fingerprint === published.fingerprint) return false;
    const isRequested = await addMissedBuild(connect(environment), published.fingerprint);
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

/** Reads the fingerprint of the content from which the live site was built. */
async function readBuild(origin: string): Promise<v.InferOutput<typeof build>> {
  const response = await fetchDirectly(`${origin}/build.json`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The site answered with ${response.status} for /build.json`);
  return v.parse(build, await response.json());
}
