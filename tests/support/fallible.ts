import { openOperatorTransactions } from "#local/commands/operator.ts";
import { startMailbox } from "#local/mail/server.ts";
import { type LocalDatabase, startDatabase } from "#local/neon/server.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import type { Row } from "./database.ts";
import { copyDatabase } from "./database-copy.ts";
import { type DatabaseContents, logins } from "./database-template.ts";
import { startOnFreePort } from "./free-port.ts";
import { postgresUrl } from "./postgres-server.ts";

/** A service of the edge that a test can stop. */
type StoppableService = { stop(): Promise<void>; start(): Promise<void> };

/** Starts a migrated database that a test can stop. */
export async function startStoppableDatabase(contents: DatabaseContents = "schema") {
  const { remove, ...location } = await copyDatabase(postgresUrl, contents);
  const open = (port: number) => startDatabase({ port, ...location, ...logins });
  let database: LocalDatabase = await startOnFreePort(open);
  const { port, endpoint, ownerUrl, edgeUrl } = database;
  const operator = openOperatorTransactions({ databaseUrl: ownerUrl, fetchEndpoint: endpoint });
  return {
    port,
    endpoint,
    ownerUrl,
    edgeUrl,
    /** Returns the rows of one statement that runs as the owner. */
    async asOwner(text: string, values: unknown[] = []): Promise<Row[]> {
      const { rows } = await operator({ rows: { text, values } });
      return rows;
    },
    stop: () => database.close(),
    start: async () => {
      database = await open(port);
    },
    remove,
  };
}

/** Starts the local mailbox, which a test can stop. */
export async function startStoppableMailbox(directory: string) {
  let mailbox = await startOnFreePort((port) => startMailbox({ port, directory }));
  const { port } = mailbox;
  async function messages(): Promise<Record<string, string>[]> {
    const response = await fetch(`http://localhost:${port}/messages`);
    return response.json() as Promise<Record<string, string>[]>;
  }
  return {
    port,
    stop: () => mailbox.close(),
    start: async () => {
      mailbox = await startMailbox({ port, directory });
    },
    messages,
    /** Lists the messages to an address, the newest first. */
    listTo: async (address: string) => (await messages()).filter(({ to }) => to?.includes(address)),
  } satisfies StoppableService & Record<string, unknown>;
}

/** The token with which the Sanity stand-in shows its drafts. */
export const contentToken = "a-token-that-reads-drafts";

/** Starts the Sanity stand-in with the launch copy, which a test can stop. */
export async function startStoppableContent() {
  const open = (port: number) => startSanity({ ...localContent, token: contentToken, port });
  let content = await startOnFreePort(open);
  const { port, origin } = content;
  return {
    origin,
    stop: () => content.close(),
    start: async () => {
      content = await open(port);
    },
  } satisfies StoppableService & Record<string, unknown>;
}
