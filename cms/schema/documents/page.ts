import { defineArrayMember, defineField, defineType } from "sanity";
import { FoundField } from "../../found/found-field.tsx";
import { pages } from "../fields/choices.ts";
import { haveOwnAnchors } from "../fields/existing.ts";
import { insertMenu, type SectionGroup } from "../fields/insert-menu.ts";
import { requiredText } from "../fields/lengths.ts";
import { keepLinkedAnchors } from "../fields/linked-anchors.ts";
import { LocaleInput } from "../fields/locale-input.tsx";
import type { Say } from "../say.ts";

/** A page, which is made of `sections`. */
export const page = (say: Say, sections: readonly { name: string; group: SectionGroup }[]) =>
  defineType({
    name: "page",
    title: say({ es: "Página", en: "Page" }),
    type: "document",
    description: say({
      es: "Una página del sitio: su título en los buscadores y sus secciones, de arriba abajo.",
      en: "A page of the site: its title in search results, and its sections from top to bottom.",
    }),
    fields: [
      defineField({
        name: "name",
        title: say({ es: "Nombre", en: "Name" }),
        type: "string",
        description: say({
          es: "En qué dirección del sitio se muestra la página. Se fija una vez; los visitantes no lo ven.",
          en: "Which address of the site the page is shown at. Set once; visitors never see it.",
        }),
        options: {
          list: pages(say),
        },
        readOnly: true,
        validation: (rule) => rule.required(),
      }),
      defineField({
        name: "title",
        title: say({ es: "Título", en: "Title" }),
        type: "localeString",
        description: say({
          es: "El título en las pestañas del navegador y en los buscadores; la marca se le agrega sola.",
          en: "The title in browser tabs and search results; the brand is added to it.",
        }),
        ...requiredText({ maximum: 60 }, say),
      }),
      defineField({
        name: "description",
        title: say({ es: "Descripción", en: "Description" }),
        type: "localeText",
        description: say({
          es: "Lo que los buscadores y los enlaces compartidos muestran bajo el título: una o dos frases.",
          en: "What search results and shared links show under the title: one or two sentences.",
        }),
        // What a field says of its components stands instead of what its type says.
        components: { input: LocaleInput, field: FoundField },
        ...requiredText({ minimum: 70, comfortable: 155, maximum: 160 }, say),
      }),
      defineField({
        name: "sections",
        title: say({ es: "Secciones", en: "Sections" }),
        type: "array",
        description: say({
          es: "Lo que muestra la página, de arriba abajo.",
          en: "What the page shows, from top to bottom.",
        }),
        of: sections.map(({ name }) => defineArrayMember({ type: name })),
        options: { insertMenu: insertMenu(say, sections) },
        validation: (rule) =>
          rule.required().min(1).custom(haveOwnAnchors(say)).custom(keepLinkedAnchors(say)),
      }),
    ],
    preview: {
      select: { name: "name", title: `title.${say.language}` },
      prepare: ({ name, title }) => ({
        title: pages(say).find(({ value }) => value === name)?.title ?? title,
        subtitle: title,
      }),
    },
  });
