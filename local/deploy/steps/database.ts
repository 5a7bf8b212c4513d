import type { Step } from "#local/deploy/step.ts";

export const database: Step = {
  name: "database",
  does: "Makes a project at Neon, with the database and its owner, or takes the database of OWNER_DATABASE_URL.",
  help: "Look at the key of Neon: it has to be of a person or organization that may make projects. A person who is in an organization says which by NEON_ORG_ID.",
  isDone: ({ made, answers: { OWNER_DATABASE_URL, NEON_REGION } }) =>
    made.ownerUrl !== undefined &&
    (OWNER_DATABASE_URL ? OWNER_DATABASE_URL === made.ownerUrl : isThere(made, NEON_REGION)),
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

/** Whether a database is where it was asked for; one that Neon placed itself is anywhere. */
const isThere = ({ region }: Record<string, string>, asked: string | undefined) =>
  !asked || !region || region === asked;
