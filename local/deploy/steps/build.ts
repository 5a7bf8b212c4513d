import type { Step } from "#local/deploy/step.ts";

export const build: Step = {
  name: "build",
  does: "Builds the site anew of what the CMS says, where it had no content before.",
  help: "The message says what of the content is missing: publish it in the Studio and run this again.",
  isDone: ({ made }) => made.isBuiltOfContent !== undefined,
  async run({ build, note }) {
    await build();
    await note({ isBuiltOfContent: "yes" });
  },
};
