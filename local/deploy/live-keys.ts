import * as v from "valibot";
import type { Deployment } from "./deployment.ts";
import { valuesFileIn } from "./state.ts";

/** Returns the ids of the keys in a JSON key set, newest first. */
export const readKeyIds = (set: string | undefined): string[] =>
  (JSON.parse(set ?? '{"keys":[]}') as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

/** Returns the ids of all keys that were deployed from this folder, and of those that the next deployment will have. */
export const listKnownKeyIds = ({ authKeys, deployedKeys = "" }: Record<string, string>): string[] => [
  ...new Set([...readKeyIds(authKeys), ...deployedKeys.split(" ").filter(Boolean)]),
];

const publishedKeys = v.object({ keys: v.array(v.object({ kid: v.string() })) });

type FetchFn = Deployment["fetch"];

/** Reads the ids of the signing keys that the live site publishes; null if it does not answer with keys. */
export const readLiveKeys = (origin: string, fetch: FetchFn): Promise<string[] | null> =>
  fetch(`${origin}/api/auth/.well-known/jwks.json`, { signal: AbortSignal.timeout(20_000) })
    .then(async (response) => v.parse(publishedKeys, await response.json()).keys.map(({ kid }) => kid))
    .catch(() => null);

/**
 * Compares the keys that the live site publishes with the known ones. An unknown key was created elsewhere, and a
 * deployment would replace it by an older one, which may have leaked. A site that does not answer passes the check.
 * @throws Error with one sentence for an unknown key
 */
export async function checkLiveKeys({ origin, fetch, results, directory }: Deployment): Promise<void> {
  const knownIds = listKnownKeyIds(results);
  const unknownId = (await readLiveKeys(origin, fetch))?.find((kid) => !knownIds.includes(kid));
  if (!unknownId) return;
  throw new Error(
    `${origin} has the key ${unknownId}, which ${valuesFileIn(directory)} has not: it was deployed from another folder, or its keys were renewed in another file. Write the AUTH_KEYS that it has into that file.`,
  );
}
