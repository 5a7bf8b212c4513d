import { openOperatorTransactions } from "#local/commands/operator.ts";
import { startMailbox } from "#local/mail/server.ts";
import { openDatabase, serveDatabase } from "#local/neon/server.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import type { Row } from "./database.ts";
import { copyDatabase } from "./database-copy.ts";
import { type DatabaseContents, logins } from "./database-template.ts";
import { startOnFreePort } from "./free-port.ts";
import { postgresUrl } from "./postgres-server.ts";

/** Starts a service of the edge that a test can stop, and start again on the same port. */
async function startStoppable<Service extends { port: number; close(): Promise<void> }>(
  open: (port: number) => Promise<Service>,
) {
  let service = await startOnFreePort(open);
  const { close: _, ...addresses } = service;
  return {
    ...addresses,
    /** Returns the service since its last start. */
    current: () => service,
    stop: () => service.close(),
    start: async () => {
      service = await open(addresses.port);
    },
  };
}

/** Starts a migrated database that a test can stop. Meanwhile its port is closed, and it keeps its state. */
export async function startStoppableDatabase(contents: DatabaseContents = "schema") {
  const { remove, ...location } = await copyDatabase(postgresUrl, contents);
  const openedDatabase = await openDatabase({ ...location, ...logins });
  const database = await startStoppable((port) => serveDatabase(openedDatabase, port));
  const { ownerUrl, endpoint } = database;
  const operator = openOperatorTransactions({ databaseUrl: ownerUrl, fetchEndpoint: endpoint });
  return {
    ...database,
    /** Returns the rows of one statement that runs as the owner. */
    async asOwner(text: string, values: unknown[] = []): Promise<Row[]> {
      const { rows } = await operator({ rows: { text, values } });
      return rows;
    },
    /** Closes and deletes the database. */
    async remove() {
      await openedDatabase.engine.close();
      await remove();
    },
  };
}

/** Starts the local mailbox, which a test can stop. */
export async function startStoppableMailbox(directory: string) {
  const mailbox = await startStoppable((port) => startMailbox({ port, directory }));
  // A call of the mailbox would write and read every mail of the file's tests.
  const messages = async () => mailbox.current().messages() as unknown as Record<string, string>[];
  return {
    ...mailbox,
    messages,
    /** Lists the messages to an address, the newest first. */
    listTo: async (address: string) => (await messages()).filter(({ to }) => to?.includes(address)),
  };
}

/** The token with which the Sanity stand-in shows its drafts. */
export const contentToken = "a-token-that-reads-drafts";

/** Starts the Sanity stand-in with the launch copy, which a test can stop. */
export const startStoppableContent = () =>
  startStoppable((port) => startSanity({ ...localContent, token: contentToken, port }));
