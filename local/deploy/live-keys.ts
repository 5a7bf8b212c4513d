import * as v from "valibot";
import type { Deployment } from "./deployment.ts";
import { valuesIn } from "./state.ts";

/** Returns the ids of the keys in a JSON key set, newest first. */
export const keyIds = (set: string | undefined): string[] =>
  (JSON.parse(set ?? '{"keys":[]}') as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

/** Returns the ids of all keys that were deployed from this folder, and of those that the next deployment will have. */
export const knownKeyIds = ({ authKeys, deployedKeys = "" }: Record<string, string>): string[] => [
  ...new Set([...keyIds(authKeys), ...deployedKeys.split(" ").filter(Boolean)]),
];

const published = v.object({ keys: v.array(v.object({ kid: v.string() })) });

export type Fetch = Deployment["fetch"];

/** Reads the ids of the keys that the live site publishes; null if it does not answer with keys. */
export const readLiveKeys = (origin: string, fetch: Fetch): Promise<string[] | null> =>
  fetch(`${origin}/api/auth/.well-known/jwks.json`, { signal: AbortSignal.timeout(20_000) })
    .then(async (response) => v.parse(published, await response.json()).keys.map(({ kid }) => kid))
    .catch(() => null);

/**
 * Compares the keys that the live site publishes with the known ones. An unknown key was made elsewhere, and a
 * deployment would replace it by an older one, which may have leaked. A site that does not answer has no keys.
 * @throws Error with one sentence for an unknown key
 */
export async function checkLiveKeys({ origin, fetch, made, directory }: Deployment): Promise<void> {
  const known = knownKeyIds(made);
  const foreign = (await readLiveKeys(origin, fetch))?.find((kid) => !known.includes(kid));
  if (!foreign) return;
  throw new Error(
    `${origin} has the key ${foreign}, which ${valuesIn(directory)} has not: it was deployed from another folder, or its keys were renewed in another file. Write the AUTH_KEYS that it has into that file.`,
  );
}
