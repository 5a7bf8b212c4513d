import { createClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { apiVersion } from "#cms/content/site.ts";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import { dataset } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

export const content: Step = {
  name: "launch copy",
  does: "Puts the launch copy of cms/seed into a CMS that has none, once; what is there stays as it is.",
  help: "Run this again: what has arrived is not written twice. The token of Sanity has to be one that may write.",
  isDone: ({ made }) => made.content !== undefined,
  async run({ made, answers, command, note }) {
    const { SANITY_API_HOST: apiHost } = command;
    const client = createClient({
      ...{
        projectId: made.sanityProject ?? "",
        dataset,
        token: made.writeToken ?? "",
        apiVersion,
        useCdn: false,
      },
      ...(apiHost && { apiHost, useProjectHostname: false }),
    });
    // Of a project that was there before, the content is somebody's work.
    const isForeign =
      Boolean(answers.SANITY_PROJECT_ID) && (await client.fetch<number>("count(*[_type == 'page'])")) > 0;
    if (!isForeign) {
      const { warnings } = await sanityImport(readSeed(), {
        ...{ client, operation: "createIfNotExists", assetsBase: seedDirectory },
      });
      const [failed] = warnings;
      if (failed) throw new Error(`Not every picture arrived: ${failed.message}.`);
    }
    await note({ content: isForeign ? "was there" : "launch copy" });
    return isForeign ? "the project has content: it stays" : `${readSeed().length} documents`;
  },
};
