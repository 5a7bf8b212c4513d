import { defineCliConfig } from "sanity/cli";
import { project, studioHost } from "./project.ts";

export default defineCliConfig({
  api: project,
  ...(studioHost && { studioHost }),
});
