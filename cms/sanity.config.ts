import { esESLocale } from "@sanity/locale-es-es";
import { defineConfig } from "sanity";
import { structureTool } from "sanity/structure";
import { apiHost, project } from "./project.ts";
import { schemaTypes } from "./schema/index.ts";
import { singletons, structure } from "./structure.ts";

// What would make a second one, or leave the site without it.
const notForSingletons = new Set(["duplicate", "delete", "unpublish"]);

export default defineConfig({
  ...project,
  title: "Vitrina",
  ...(apiHost && {
    apiHost,
    // A browser withholds cookies from a stand-in: its name is another site than the Studio's.
    auth: { loginMethod: "token" as const },
  }),
  schema: {
    types: schemaTypes,
    templates: (templates) => templates.filter(({ schemaType }) => !singletons.has(schemaType)),
  },
  // The last language is what a new person gets; the switch is in the person's own menu.
  plugins: [structureTool({ title: "Contenido · Content", structure }), esESLocale()],
  document: {
    comments: { enabled: false },
    actions: (actions, { schemaType }) =>
      singletons.has(schemaType)
        ? actions.filter(({ action }) => !action || !notForSingletons.has(action))
        : actions,
  },
  // What a small editorial team does not use, or what only works on Sanity's own servers.
  releases: { enabled: false },
  scheduledPublishing: { enabled: false },
  scheduledDrafts: { enabled: false },
  tasks: { enabled: false },
  announcements: { enabled: false },
});
