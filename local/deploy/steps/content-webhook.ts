import { dataset, hostOf } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

/** The project, the site that is told, and the secret that it knows it by. */
const webhookFor = (
  { sanityProject, webhookSecret }: Record<string, string>,
  answers: Record<string, string>,
) => [sanityProject, hostOf(answers), webhookSecret].join(" ");

export const contentWebhook: Step = {
  name: "webhook of the CMS",
  does: "Where there is a deploy hook, lets Sanity tell the site of what is published; without one it is live without a build.",
  help: "The token of Sanity has to be of a person who administers the project.",
  isDone: ({ made, answers }) =>
    !answers.DEPLOY_HOOK_URL || made.contentWebhook === webhookFor(made, answers),
  async run({ sanity, made, answers, origin, note }) {
    const hook = {
      name: "vitrina: builds",
      url: `${origin}/api/hooks/content`,
      dataset,
      secret: made.webhookSecret ?? "",
    };
    await sanity.ensureWebhook(made.sanityProject ?? "", hook);
    await note({ contentWebhook: webhookFor(made, answers) });
  },
};
