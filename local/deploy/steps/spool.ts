import type { Step } from "#local/deploy/step.ts";

export const spool: Step = {
  name: "spool",
  does: "Makes the KV namespace in which messages wait while the database is away.",
  help: "The token of Cloudflare lacks Workers KV Storage: Edit, or is of another account.",
  isDone: ({ made }) => made.spoolId !== undefined,
  async run({ cloudflare, note }) {
    await note({ spoolId: await cloudflare.findOrCreateNamespace("vitrina-spool") });
  },
};
