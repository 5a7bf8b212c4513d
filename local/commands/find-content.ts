import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SanityClient } from "@sanity/client";
import { apiVersion } from "#cms/content/site.ts";
import { takeLock } from "#local/processes/lock.ts";
import { getAddresses } from "#local/product/services.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent, readSettings } from "#local/settings.ts";
import { openState } from "#local/state.ts";

/** A client with write access, and the function that ends its server. */
type Connection = { client: SanityClient; end: () => Promise<void> };

/** Connects a command to the hosted project, a running `npm start`, or the local files, in that order. */
async function connectToContent(): Promise<Connection> {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET, SANITY_TOKEN: token } = process.env;
  if (projectId) {
    if (!token) throw new Error("SANITY_TOKEN is not set: a hosted project needs a token with write access.");
    const dataset = SANITY_DATASET || "production";
    return {
      client: createClient({ projectId, dataset, token, apiVersion, useCdn: false }),
      end: async () => {},
    };
  }
  const settings = readSettings();
  const directory = join(settings.state, "content");
  const { sanity } = getAddresses(settings);
  const health = await fetch(`${sanity}/health`).catch(() => undefined);
  if (health?.ok) return { client: await createLocalClient(sanity, directory), end: async () => {} };

  return openOwnContent(settings.state);
}

/**
 * Serves the content in the state folder `state` to this command alone, while `npm start` does not run. New content
 * starts with the launch copy, or empty if `documents` is given.
 */
async function openOwnContent(state: string, documents?: []): Promise<Connection> {
  await openState(state);
  // npm start takes the same lock.
  const release = await takeLock(
    join(state, "lock"),
    (pid) =>
      `${state} is in use by process ${pid}, and its content does not answer at ${getAddresses(readSettings()).sanity}: wait until npm start is ready, or end it.`,
  );
  const directory = join(state, "content");
  try {
    const sanity = await startSanity({
      ...localContent,
      port: 0,
      directory,
      ...(documents && { documents }),
    });
    const end = () => sanity.close().finally(release);
    return { client: await createLocalClient(sanity.origin, directory), end };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Returns a client of the stand-in for Sanity, with the token of its data folder. */
async function createLocalClient(apiHost: string, directory: string): Promise<SanityClient> {
  const token = await readFile(join(directory, "token"), "utf8");
  return createClient({
    ...localContent,
    apiHost,
    useProjectHostname: false,
    token,
    apiVersion,
    useCdn: false,
  });
}

/**
 * Runs `work` on the content of SANITY_PROJECT_ID, or else of this machine, with or without a running `npm start`.
 * @throws Error without SANITY_TOKEN for that project, or while another process locks the local content
 */
export async function withContent<Result>(work: (client: SanityClient) => Promise<Result>): Promise<Result> {
  const { client, end } = await connectToContent();
  return work(client).finally(end);
}

/**
 * Runs `work`, the import of a restore, on the dataset of SANITY_PROJECT_ID, or else on new, empty content in the
 * folder `state`. `importContent` rejects a dataset that is not empty.
 */
export async function withRestoreTarget<Result>(
  state: string,
  work: (client: SanityClient) => Promise<Result>,
): Promise<Result> {
  const { client, end } = await (process.env.SANITY_PROJECT_ID
    ? connectToContent()
    : openOwnContent(state, []));
  return work(client).finally(end);
}
