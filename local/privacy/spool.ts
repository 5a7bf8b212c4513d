import { access } from "node:fs/promises";
import { Miniflare } from "miniflare";
import { waitingPrefix } from "#functions/contact/spool.ts";
import { spoolIdOf } from "#local/cloudflare/wrangler.ts";
import { deployDirectory, readDeployState } from "#local/deploy/state.ts";
import { spoolDirectories } from "#local/product/services.ts";
import { readSettings } from "#local/settings.ts";
import { openHostedSpool } from "./hosted-spool.ts";

/** Where messages wait while the database is away, as far as a person's are looked for there. */
export type Spool = {
  /** The names of what waits. */
  list(): Promise<string[]>;
  /** What waits under a name, as JSON; null where it is gone. */
  read(name: string): Promise<string | null>;
  remove(name: string): Promise<void>;
  write(name: string, value: string): Promise<void>;
  close(): Promise<void>;
};

async function openLocalSpool(directory: string, id: string): Promise<Spool> {
  const miniflare = new Miniflare({
    ...{ modules: true, script: "export default {}", cf: false },
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

/** The KV namespace that the site is deployed with. @throws Error with one sentence about what is missing to reach it */
export async function openDeployedSpool(): Promise<Spool> {
  const { made } = await readDeployState(deployDirectory());
  return openHostedSpool(made.spoolId ?? (await spoolIdOf("wrangler.toml")));
}

/**
 * Every place where messages wait: on this machine, or, with DATABASE_URL, the KV namespace that the site is deployed with.
 * @throws Error with one sentence about what is missing to reach it
 */
export async function openSpools(): Promise<Spool[]> {
  if (process.env.DATABASE_URL) return [await openDeployedSpool()];
  const id = await spoolIdOf("wrangler.toml");
  const there = await Promise.all(
    spoolDirectories(readSettings()).map((directory) =>
      access(directory).then(
        () => [directory],
        () => [],
      ),
    ),
  );
  return Promise.all(there.flat().map((directory) => openLocalSpool(directory, id)));
}

/** The messages of a person that wait, and what takes them away. */
export async function findWaiting(
  spools: Spool[],
  email: string,
): Promise<{ message: unknown; remove: () => Promise<void> }[]> {
  const found: { message: unknown; remove: () => Promise<void> }[] = [];
  for (const spool of spools) {
    for (const name of await spool.list()) {
      const text = await spool.read(name);
      // Also what cannot be put into the database and therefore stays.
      if (!text?.toLowerCase().includes(`"${email}"`)) continue;
      found.push({ message: readMessage(text), remove: () => spool.remove(name) });
    }
  }
  return found;
}

// Without what screening and idempotency keep of it, which are hashes.
function readMessage(text: string): unknown {
  try {
    const { message = text } = JSON.parse(text) as { message?: unknown };
    return message;
  } catch {
    return text;
  }
}
