import type { Step } from "#local/deploy/step.ts";

export const spool: Step = {
  name: "spool",
  does: "Makes the KV namespace in which messages wait while the database is away.",
  help: "The token of Cloudflare lacks Workers KV Storage: Edit, or is of another account.",
  isDone: ({ made, answers }) =>
    made.spoolId !== undefined && made.spoolFor === answers.CLOUDFLARE_ACCOUNT_ID,
  async run({ cloudflare, answers, note }) {
    const spoolId = await cloudflare.findOrCreateNamespace("vitrina-spool");
    await note({ spoolId, spoolFor: answers.CLOUDFLARE_ACCOUNT_ID ?? null });
  },
};
