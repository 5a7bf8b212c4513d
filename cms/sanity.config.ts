import { esESLocale } from "@sanity/locale-es-es";
import { defineConfig, defineLocaleResourceBundle } from "sanity";
import { structureTool } from "sanity/structure";
import { readBrandName, Sign, setTabBrand } from "./brand.tsx";
import { DocumentLayout } from "./document-layout.tsx";
import { WithHelp } from "./help.tsx";
import { readChosenLanguage, studioLocales } from "./language.ts";
import { ToolsAndLanguage } from "./language-switch.tsx";
import { createLanguageBadges } from "./languages/state.ts";
import { presentation } from "./live/presentation.ts";
import { WithPublicationReports } from "./live/publication-toasts.tsx";
import { siteTool } from "./live/site-tool.tsx";
import { documentActions, isSingle } from "./pages/document-actions.ts";
import { apiHost, project, siteOrigin } from "./project.ts";
import { useScheduleAction, useScheduleBadge } from "./scheduling/document-schedule.tsx";
import { scheduledTool } from "./scheduling/scheduled-tool.tsx";
import { schemaTypes } from "./schema/index.ts";
import { createLabelFn } from "./schema/labels.ts";
import { spanish } from "./spanish.ts";
import { pageTemplate, structure } from "./structure.tsx";

const language = readChosenLanguage();
const say = createLabelFn(language);
const types = schemaTypes(language);
const title = (await readBrandName()) ?? say({ es: "Estudio", en: "Studio" });
setTabBrand(title);

export default defineConfig({
  ...project,
  title,
  icon: Sign,
  ...(apiHost && {
    apiHost,
    // Browsers send no cookies to a stand-in, because its host is another site than the Studio's.
    auth: { loginMethod: "token" as const },
  }),
  schema: {
    types,
    templates: (templates) => [
      ...templates.filter(({ schemaType }) => !isSingle(schemaType)),
      pageTemplate(say),
    ],
  },
  // The last locale is the default for new users.
  plugins: [
    structureTool({ title: say({ es: "Contenido", en: "Content" }), structure: structure(say, types) }),
    ...(siteOrigin ? [presentation(say, siteOrigin)] : []),
    esESLocale(),
  ],
  i18n: {
    bundles: Object.entries(spanish).map(([namespace, resources]) =>
      defineLocaleResourceBundle({ locale: studioLocales.es, namespace, resources }),
    ),
  },
  tools: (tools) => [...tools, ...(siteOrigin ? [siteTool(say)] : []), scheduledTool(say)],
  studio: { components: { toolMenu: ToolsAndLanguage, layout: WithPublicationReports } },
  form: { components: { input: WithHelp } },
  document: {
    comments: { enabled: false },
    components: { unstable_layout: DocumentLayout },
    badges: (badges) => [...badges, ...createLanguageBadges(types, say), useScheduleBadge],
    actions: (actions, context) => [...documentActions(actions, context), useScheduleAction],
  },
  // Features that a small editorial team does not use, or that work only on Sanity's servers.
  releases: { enabled: false },
  scheduledPublishing: { enabled: false },
  scheduledDrafts: { enabled: false },
  tasks: { enabled: false },
  announcements: { enabled: false },
});
