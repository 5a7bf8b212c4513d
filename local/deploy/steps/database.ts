import { randomBytes } from "node:crypto";
import type { Step } from "#local/deploy/step.ts";

export const database: Step = {
  name: "database",
  does: "Makes a project at Neon, with the database and its owner.",
  help: "Look at the key of Neon: it has to be of a person or organization that may make projects. A person who is in an organization says which by NEON_ORG_ID.",
  isDone: ({ made }) => made.ownerUrl !== undefined,
  async run({ neon, host, note }) {
    const { project, ownerUrl } = await neon.findOrCreate(host);
    await note({ neonProject: project, ownerUrl, edgePassword: randomBytes(24).toString("base64url") });
  },
};
