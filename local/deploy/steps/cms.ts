import { dataset, studioOriginOf } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

export const cms: Step = {
  name: "CMS",
  does: "Makes a project at Sanity with a dataset, a token that reads and one that publishes, and lets the Studio and the site ask it.",
  help: "The token of Sanity has to be of a person who may make projects (npx sanity login, npx sanity debug --secrets). Where they belong to an organization, say which by SANITY_ORGANIZATION_ID; where there is a project already, by SANITY_PROJECT_ID.",
  isDone: ({ made }) => made.writeToken !== undefined,
  async run({ sanity, host, origin, answers, made, note }) {
    const project = made.sanityProject ?? (answers.SANITY_PROJECT_ID || (await sanity.findOrCreate(host)));
    await note({ sanityProject: project });
    await sanity.ensureDataset(project, dataset);
    for (const each of [studioOriginOf(answers), origin]) await sanity.ensureOrigin(project, each);
    if (!made.readToken)
      await note({ readToken: await sanity.renewToken(project, "vitrina: the site reads", "viewer") });
    await note({ writeToken: await sanity.renewToken(project, "vitrina: the site publishes", "editor") });
    return project;
  },
};
