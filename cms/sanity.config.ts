import { defineConfig } from "sanity";
import { structureTool } from "sanity/structure";
import { project } from "./project.ts";
import { schemaTypes } from "./schema/index.ts";

export default defineConfig({
  ...project,
  title: "Vitrina",
  schema: { types: schemaTypes },
  plugins: [structureTool()],
  // What a small editorial team does not use, or what only works on Sanity's own servers.
  releases: { enabled: false },
  scheduledPublishing: { enabled: false },
  tasks: { enabled: false },
  announcements: { enabled: false },
  document: { comments: { enabled: false } },
});
