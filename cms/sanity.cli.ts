import { defineCliConfig } from "sanity/cli";
import { project, studioHost } from "./project.ts";

export default defineCliConfig({
  api: project,
  ...(studioHost && { studioHost }),
  typegen: {
    path: "./content/queries.ts",
    schema: "./.sanity/schema.json",
    generates: process.env.TYPEGEN_TARGET ?? "./content/types.generated.ts",
    overloadClientMethods: false,
  },
});
