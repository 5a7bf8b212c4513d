import { randomBytes } from "node:crypto";
import type { Step } from "#local/deploy/step.ts";
import { createKeySet } from "#local/keys/key-set.ts";

export const keys: Step = {
  name: "keys",
  does: "Makes the keys that sign access tokens; npm run keys rotates them from then on.",
  help: "The disk may be full, or .deploy not yours to write.",
  isDone: ({ made }) => made.authKeys !== undefined,
  async run({ note }) {
    const webhookSecret = randomBytes(24).toString("base64url");
    await note({ webhookSecret, authKeys: await createKeySet() });
  },
};
