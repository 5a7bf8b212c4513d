import { existsSync } from "node:fs";
import { Miniflare } from "miniflare";
import * as v from "valibot";
import { waitingPrefix } from "#functions/contact/spool.ts";
import { uploadedFile } from "#functions/contract/upload.schema.ts";
import type { UploadedFile } from "#functions/contract/upload.ts";
import { openAccountResource } from "#local/cloudflare/account.ts";
import { readSpoolId } from "#local/cloudflare/wrangler.ts";
import { getDeployDirectory, readDeployState } from "#local/deploy/state.ts";
import { spoolDirectories } from "#local/product/services.ts";
import { readSettings } from "#local/settings.ts";

/** A spool of messages, as needed for a person's data. */
export type Spool = {
  /** Lists the names of waiting messages. */
  list(): Promise<string[]>;
  /** Returns a waiting message as JSON; null if it has left the spool. */
  read(name: string): Promise<string | null>;
  remove(name: string): Promise<void>;
  write(name: string, value: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens a spool folder of this machine with Miniflare, which stores a KV namespace there as files. */
async function openLocalSpool(directory: string, id: string): Promise<Spool> {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default {}",
    cf: false,
    kvNamespaces: { SPOOL: id },
    kvPersist: directory,
  });
  const spool = await miniflare.getKVNamespace("SPOOL");
  return {
    async list() {
      const names: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await spool.list({ prefix: waitingPrefix, ...(cursor && { cursor }) });
        names.push(...page.keys.map(({ name }) => name));
        if (page.list_complete) return names;
        cursor = page.cursor;
      }
    },
    read: (name) => spool.get(name, "text"),
    remove: (name) => spool.delete(name),
    write: (name, value) => spool.put(name, value),
    close: () => miniflare.dispose(),
  };
}

const listedKeys = v.object({
  result: v.array(v.object({ name: v.string() })),
  result_info: v.object({ cursor: v.optional(v.string(), "") }),
});

/**
 * Opens the KV namespace `id` over Cloudflare's API, with CLOUDFLARE_ACCOUNT_ID and a CLOUDFLARE_API_TOKEN with read
 * and write access.
 * @throws Error with one sentence about the missing variables
 */
export function openHostedSpool(id: string): Spool {
  const call = openAccountResource({
    path: `storage/kv/namespaces/${id}`,
    service: "KV",
    name: `the namespace ${id}`,
    reason: "the KV namespace SPOOL may have messages of this person that wait for the database.",
    timeoutMs: 30_000,
  });
  const valuePath = (name: string) => `values/${encodeURIComponent(name)}`;
  return {
    async list() {
      const names: string[] = [];
      for (let cursor = ""; ; ) {
        const query = new URLSearchParams({
          prefix: waitingPrefix,
          limit: "1000",
          ...(cursor && { cursor }),
        });
        const response = await call(`keys?${query}`);
        if (!response.ok) throw new Error(`The KV namespace ${id} of this site does not exist.`);
        const page = v.parse(listedKeys, await response.json());
        names.push(...page.result.map(({ name }) => name));
        cursor = page.result_info.cursor;
        if (!cursor) return names;
      }
    },
    async read(name) {
      const response = await call(valuePath(name));
      return response.ok ? response.text() : null;
    },
    remove: async (name) => void (await call(valuePath(name), { method: "DELETE" })),
    async write(name, value) {
      const response = await call(valuePath(name), { method: "PUT", body: value });
      if (!response.ok) throw new Error(`The KV namespace ${id} of this site does not exist.`);
    },
    close: async () => {},
  };
}

/** Opens the KV namespace of the deployed site. @throws Error with one sentence about the missing variables */
export async function openDeployedSpool(): Promise<Spool> {
  const { results } = await readDeployState(getDeployDirectory());
  return openHostedSpool(results.spoolId ?? (await readSpoolId("wrangler.toml")));
}

/**
 * Opens every spool: those of this machine or, with DATABASE_URL, the KV namespace of the deployed site.
 * @throws Error with one sentence about the missing variables
 */
export async function openSpools(): Promise<Spool[]> {
  if (process.env.DATABASE_URL) return [await openDeployedSpool()];
  const id = await readSpoolId("wrangler.toml");
  const existingDirectories = spoolDirectories(readSettings()).filter((directory) => existsSync(directory));
  return Promise.all(existingDirectories.map((directory) => openLocalSpool(directory, id)));
}

/** A message that waits for the database, its files, and the function that removes it from the spool. */
type WaitingMessage = { message: unknown; files: UploadedFile[]; remove: () => Promise<void> };

/**
 * Finds the messages of a person that wait in a spool for the database. Exports and erasures include them. `email` is in
 * lower case.
 */
export async function findWaiting(spools: Spool[], email: string): Promise<WaitingMessage[]> {
  const waitingMessages: WaitingMessage[] = [];
  for (const spool of spools) {
    for (const name of await spool.list()) {
      const text = await spool.read(name);
      // Includes messages that the database cannot store, which therefore stay in the spool.
      if (!text?.toLowerCase().includes(`"${email}"`)) continue;
      waitingMessages.push({ ...readMessage(text), remove: () => spool.remove(name) });
    }
  }
  return waitingMessages;
}

const waitingFiles = v.object({ files: v.array(uploadedFile) });

/**
 * Returns what the sender entered in a spooled message, without the hashes for screening, and its files. Returns
 * unreadable text unchanged.
 */
function readMessage(text: string): Omit<WaitingMessage, "remove"> {
  try {
    const submission = JSON.parse(text) as { message?: unknown };
    const { message = text } = submission;
    return { message, files: v.is(waitingFiles, submission) ? submission.files : [] };
  } catch {
    return { message: text, files: [] };
  }
}
