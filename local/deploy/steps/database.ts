import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Step } from "#local/deploy/deployment.ts";
import { toEdgeUrl } from "#local/deploy/environment.ts";
import { openClient } from "#local/neon/client.ts";
import { migrate } from "#migrations/migrate.ts";

export const database: Step = {
  name: "database",
  does: "Creates a Neon project with the database and its owner, or uses the database of OWNER_DATABASE_URL.",
  help: "The Neon key must belong to a user or organization that may create projects. For a user in an organization, set NEON_ORG_ID.",
  // The database stays where it is, whatever the later answers about new databases are.
  isDone: ({ results, answers: { OWNER_DATABASE_URL } }) =>
    results.ownerUrl !== undefined && (!OWNER_DATABASE_URL || OWNER_DATABASE_URL === results.ownerUrl),
  async run({ neon, host, answers: { OWNER_DATABASE_URL }, storeResults }) {
    if (OWNER_DATABASE_URL) return storeResults({ ownerUrl: OWNER_DATABASE_URL });
    const { project, ownerUrl } = await neon.findOrCreate(host);
    await storeResults({ neonProject: project, ownerUrl });
  },
};

/**
 * Migrates a database, and makes sure that the role edge can sign in. Without a `password`, or if the database rejects
 * it, the role gets a new one, which `storePassword` stores before it is set. A replaced password may have leaked and
 * is never set again.
 * @returns the applied migrations
 */
export async function prepareDatabase(
  ownerUrl: string,
  password: string | undefined,
  storePassword: (password: string) => unknown,
): Promise<string[]> {
  const owner = await openClient(ownerUrl);
  try {
    const applied = await migrate(owner);
    if (!password || !(await canSignIn(toEdgeUrl(ownerUrl, password)))) {
      const newPassword = randomBytes(24).toString("base64url");
      await storePassword(newPassword);
      await owner.query(`alter role edge password ${pg.escapeLiteral(newPassword)}`);
      await (await openClient(toEdgeUrl(ownerUrl, newPassword))).end();
    }
    return applied;
  } finally {
    await owner.end();
  }
}

// The SQLSTATE of a wrong password, and of a role without one.
const wrongPassword = "28P01";

/** Returns whether the database accepts the password in this address. @throws Error for any other failure */
const canSignIn = (url: string) =>
  openClient(url).then(
    async (client) => {
      await client.end();
      return true;
    },
    (error: Error) => {
      if ((error.cause as pg.DatabaseError).code === wrongPassword) return false;
      throw error;
    },
  );

export const migrations: Step = {
  name: "migrations",
  does: "Applies the missing migrations as the owner of the database, and gives the role edge its own password.",
  help: "A failed migration changes nothing. If the database does not answer, it may be starting: run this again. See local/runbook/database-away.md.",
  async run({ results, storeResults }) {
    const applied = await prepareDatabase(results.ownerUrl ?? "", results.edgePassword, (edgePassword) =>
      storeResults({ edgePassword }),
    );
    return applied.length > 0 ? `${applied.length} applied` : "nothing to apply";
  },
};
