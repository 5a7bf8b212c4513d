import { defineField, defineType } from "sanity";
import type { LabelFn } from "../labels.ts";
import { LinkedSectionInput } from "./choice-inputs.ts";
import { choiceField, listContactChoices } from "./choices.ts";
import { isLinkedSection } from "./reference-rules.ts";

const leadsToPage = (parent: unknown) => (parent as { kind?: string } | undefined)?.kind === "page";

const targets = (say: LabelFn) => [
  { title: say({ es: "Una página", en: "A page" }), value: "page" },
  ...listContactChoices(say),
];

export const link = (say: LabelFn) =>
  defineType({
    name: "link",
    title: say({ es: "Enlace", en: "Link" }),
    type: "object",
    fields: [
      choiceField(targets(say), "kind", {
        title: say({ es: "Lleva a", en: "Leads to" }),
        description: say({
          es: "Una página o un contacto; la dirección del contacto se guarda en los datos de la empresa.",
          en: "A page, or a contact; the contact’s address itself is kept in the company details.",
        }),
        initialValue: "page",
      }),
      defineField({
        name: "page",
        title: say({ es: "Página", en: "Page" }),
        type: "reference",
        to: [{ type: "page" }],
        options: { disableNew: true },
        description: say({
          es: "La página que se abre, en el idioma de quien lee.",
          en: "The page that opens, in the reader’s own language.",
        }),
        hidden: ({ parent }) => !leadsToPage(parent),
        validation: (rule) =>
          rule.custom(
            (value, { parent }) =>
              !leadsToPage(parent) ||
              value !== undefined ||
              say({ es: "Elige la página.", en: "Choose the page." }),
          ),
      }),
      defineField({
        name: "anchor",
        title: say({ es: "Sección de esa página", en: "Section of that page" }),
        type: "string",
        description: say({
          es: "Opcional: a qué sección de esa página se desplaza.",
          en: "Optional: which section of that page to scroll to.",
        }),
        components: { input: LinkedSectionInput },
        validation: (rule) => rule.custom(isLinkedSection(say)),
        hidden: ({ parent }) => !leadsToPage(parent),
      }),
    ],
  });
