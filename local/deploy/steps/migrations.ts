import pg from "pg";
import { edgeUrlOf } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";
import { openClient } from "#local/neon/client.ts";
import { migrate } from "#migrations/migrate.ts";

/** Brings a database to the schema of this version, and gives the role of the edge its password. Answers with what was applied. */
export async function prepareDatabase(ownerUrl: string, edgePassword: string): Promise<string[]> {
  const owner = await openClient(ownerUrl);
  try {
    const applied = await migrate(owner);
    if (!(await signsIn(edgeUrlOf(ownerUrl, edgePassword)))) {
      await owner.query(`alter role edge password ${pg.escapeLiteral(edgePassword)}`);
      await (await openClient(edgeUrlOf(ownerUrl, edgePassword))).end();
    }
    return applied;
  } finally {
    await owner.end();
  }
}

const signsIn = (url: string) =>
  openClient(url).then(
    async (client) => {
      await client.end();
      return true;
    },
    () => false,
  );

export const migrations: Step = {
  name: "migrations",
  does: "Applies the migrations that the database has not had, as its owner, and gives the role edge a password of its own.",
  help: "A migration that fails leaves nothing behind. Where the database does not answer, it may be waking up: run this again. local/runbook/database-away.md says more.",
  async run({ made }) {
    const applied = await prepareDatabase(made.ownerUrl ?? "", made.edgePassword ?? "");
    return applied.length > 0 ? `${applied.length} applied` : "nothing to apply";
  },
};
