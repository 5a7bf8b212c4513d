import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Step } from "#local/deploy/deployment.ts";
import { edgeUrlOf } from "#local/deploy/environment.ts";
import { openClient } from "#local/neon/client.ts";
import { migrate } from "#migrations/migrate.ts";

/** Whether the database is in the region that was asked for; one that Neon placed itself may be anywhere. */
const isInRegion = ({ region }: Record<string, string>, asked: string | undefined) =>
  !asked || !region || region === asked;

export const database: Step = {
  name: "database",
  does: "Makes a project at Neon, with the database and its owner, or takes the database of OWNER_DATABASE_URL.",
  help: "Look at the key of Neon: it has to be of a person or organization that may make projects. A person who is in an organization says which by NEON_ORG_ID.",
  isDone: ({ made, answers: { OWNER_DATABASE_URL, NEON_REGION } }) =>
    made.ownerUrl !== undefined &&
    (OWNER_DATABASE_URL ? OWNER_DATABASE_URL === made.ownerUrl : isInRegion(made, NEON_REGION)),
  async run({ neon, host, made, answers: { OWNER_DATABASE_URL, NEON_REGION }, note }) {
    if (OWNER_DATABASE_URL) return note({ ownerUrl: OWNER_DATABASE_URL, region: null });
    if (made.ownerUrl !== undefined)
      throw new Error(
        `The database is in ${made.region} and stays there: say NEON_REGION=${made.region}, or bring it elsewhere as local/runbook/restore.md says.`,
      );
    const { project, ownerUrl } = await neon.findOrCreate(host);
    await note({ neonProject: project, ownerUrl, region: NEON_REGION ?? null });
  },
};

/**
 * Migrates a database, and makes sure that the role edge can sign in: with `password`, or, where the database rejects it, with a new one,
 * which `keep` stores before it is set. A replaced password may have leaked and is never set again.
 * @returns the applied migrations
 */
export async function prepareDatabase(
  ownerUrl: string,
  password: string | undefined,
  keep: (password: string) => unknown,
): Promise<string[]> {
  const owner = await openClient(ownerUrl);
  try {
    const applied = await migrate(owner);
    if (!password || !(await signsIn(edgeUrlOf(ownerUrl, password)))) {
      const fresh = randomBytes(24).toString("base64url");
      await keep(fresh);
      await owner.query(`alter role edge password ${pg.escapeLiteral(fresh)}`);
      await (await openClient(edgeUrlOf(ownerUrl, fresh))).end();
    }
    return applied;
  } finally {
    await owner.end();
  }
}

// The SQLSTATE of a wrong password, and of a role without one.
const wrongPassword = "28P01";

const signsIn = (url: string) =>
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
  does: "Applies the migrations that the database has not had, as its owner, and gives the role edge a password of its own.",
  help: "A migration that fails leaves nothing behind. Where the database does not answer, it may be waking up: run this again. local/runbook/database-away.md says more.",
  async run({ made, note }) {
    const applied = await prepareDatabase(made.ownerUrl ?? "", made.edgePassword, (edgePassword) =>
      note({ edgePassword }),
    );
    return applied.length > 0 ? `${applied.length} applied` : "nothing to apply";
  },
};
