import { dataset, hostOf, studioOriginOf } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

type Values = Record<string, string>;

/** The project, and the two that may ask it. */
const cmsFor = (made: Values, answers: Values) =>
  [answers.SANITY_PROJECT_ID || made.sanityProject, studioOriginOf(answers), hostOf(answers)].join(" ");

/** What was made of another project, or of its content. */
const ofProject = { readToken: null, writeToken: null, content: null, isBuiltOfContent: null };

export const cms: Step = {
  name: "CMS",
  does: "Makes a project at Sanity with a dataset, a token that reads and one that publishes, and lets the Studio and the site ask it.",
  help: "The token of Sanity has to be of a person who may make projects (npx sanity login, npx sanity debug --secrets). Where they belong to an organization, say which by SANITY_ORGANIZATION_ID; where there is a project already, by SANITY_PROJECT_ID.",
  isDone: ({ made, answers }) => made.writeToken !== undefined && made.cmsFor === cmsFor(made, answers),
  async run({ sanity, host, origin, answers, made, note }) {
    const project = answers.SANITY_PROJECT_ID || made.sanityProject || (await sanity.findOrCreate(host));
    const isAnother = made.sanityProject !== undefined && made.sanityProject !== project;
    await note({ sanityProject: project, ...(isAnother && ofProject) });
    await sanity.ensureDataset(project, dataset);
    for (const each of [studioOriginOf(answers), origin]) await sanity.ensureOrigin(project, each);
    if (!made.readToken)
      await note({ readToken: await sanity.renewToken(project, "vitrina: the site reads", "viewer") });
    if (!made.writeToken)
      await note({ writeToken: await sanity.renewToken(project, "vitrina: the site publishes", "editor") });
    await note({ cmsFor: cmsFor(made, answers) });
    return project;
  },
};
