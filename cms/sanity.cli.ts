import { defineCliConfig } from "sanity/cli";
import { project } from "./project.ts";

export default defineCliConfig({
  api: project,
  typegen: {
    path: "./content/queries.ts",
    schema: "./.sanity/schema.json",
    generates: "./content/types.generated.ts",
    overloadClientMethods: false,
  },
});
