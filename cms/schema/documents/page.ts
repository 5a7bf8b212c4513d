import { defineArrayMember, defineField, defineType, getPublishedId } from "sanity";
import { isFixedPage } from "../../content/addresses.ts";
import { LinkPreviewField } from "../../link-preview/link-preview-field.tsx";
import { listPageChoices } from "../fields/choices.ts";
import { optionalLine, optionalText, requiredLine, requiredText } from "../fields/lengths.ts";
import { LocaleInput } from "../fields/locale-input.tsx";
import { hasAddress } from "../fields/page-address.ts";
import { haveDistinctAnchors, keepLinkedAnchors } from "../fields/reference-rules.ts";
import { insertMenu, type SectionGroup } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

const nameField = (say: LabelFn) =>
  defineField({
    name: "name",
    title: say({ es: "Nombre", en: "Name" }),
    type: "string",
    description: say({
      es: "Cuál de las páginas fijas del sitio es; las demás no tienen nombre. Los visitantes no lo ven.",
      en: "Which of the site’s fixed pages it is; the others have no name. Visitors never see it.",
    }),
    options: {
      list: listPageChoices(say),
    },
    readOnly: true,
    hidden: ({ value }) => value === undefined,
    validation: (rule) =>
      rule.custom(
        (name, { document }) =>
          name === undefined ||
          name === getPublishedId(document?._id ?? "") ||
          say({
            es: "Es una copia de una página fija: no puede llamarse como ella.",
            en: "This is a copy of a fixed page: it can’t have its name.",
          }),
      ),
  });

/** The fields for the title, address, description and short name of a page. */
const headFields = (say: LabelFn) => [
  requiredLine({ maximum: 60 }, say, "title", {
    title: say({ es: "Título", en: "Title" }),
    description: say({
      es: "El título en las pestañas del navegador y en los buscadores; la marca se agrega sola.",
      en: "The title in browser tabs and search results; the brand is added to it.",
    }),
  }),
  defineField({
    name: "address",
    title: say({ es: "Dirección", en: "Address" }),
    type: "pageAddress",
    description: say({
      es: "Dónde se ve la página. Si la cambias, la dirección anterior lleva a la nueva.",
      en: "Where the page is shown. If you change it, the old address leads to the new one.",
    }),
    hidden: ({ document }) => isFixedPage(String(document?.name ?? "")),
    validation: (rule) => rule.custom(hasAddress(say)),
  }),
  defineField({
    name: "description",
    title: say({ es: "Descripción", en: "Description" }),
    type: "localeText",
    description: say({
      es: "Lo que los buscadores y los enlaces compartidos muestran bajo el título: una o dos frases.",
      en: "What search results and shared links show under the title: one or two sentences.",
    }),
    // The components of a field replace those of its type.
    components: { input: LocaleInput, field: LinkPreviewField },
    ...requiredText({ minimum: 70, comfortable: 155, maximum: 160 }, say),
  }),
  optionalLine({ comfortable: 36, maximum: 40 }, say, "label", {
    title: say({ es: "Nombre corto", en: "Short name" }),
    description: say({
      es: "Opcional: cómo se llama la página en el menú y en el pie. Sin él se ve su título.",
      en: "Optional: what the page is called in the menu and the footer. Without it, they show its title.",
    }),
  }),
];

const serviceFields = (say: LabelFn) => [
  defineField({
    name: "isService",
    title: say({ es: "Presenta un servicio", en: "Presents a service" }),
    type: "boolean",
    description: say({
      es: "Así los buscadores la reconocen como un servicio de la empresa.",
      en: "Search engines then recognize it as one of the company’s services.",
    }),
    initialValue: false,
  }),
  defineField({
    name: "price",
    title: say({ es: "Precio desde", en: "Price from" }),
    type: "price",
    description: say({
      es: "Opcional: desde cuánto cuesta el servicio. Se ve en la apertura de la página, y lo leen los buscadores.",
      en: "Optional: the service’s starting price. The page’s opening shows it, and search engines read it.",
    }),
    hidden: ({ document }) => !document?.isService,
  }),
  defineField({
    name: "priceIncludes",
    title: say({ es: "Qué incluye el precio", en: "What the price includes" }),
    type: "localeString",
    description: say({
      es: "Qué recibe el cliente por ese precio, en una línea.",
      en: "What the client gets for that price, in one line.",
    }),
    hidden: ({ document }) => !document?.price,
    ...optionalText({ comfortable: 70, maximum: 90 }, say, (includes, { parent }) => {
      const { price } = (parent ?? {}) as { price?: object };
      return (
        !price ||
        Boolean(includes) ||
        say({ es: "Di qué incluye el precio.", en: "Say what the price includes." })
      );
    }),
  }),
];

/** Defines the page document. Editors build a page from the section types in `sections`. */
export const page = (say: LabelFn, sections: readonly { name: string; group: SectionGroup }[]) =>
  defineType({
    name: "page",
    title: say({ es: "Página", en: "Page" }),
    type: "document",
    description: say({
      es: "Una página del sitio: su título en los buscadores y sus secciones, de arriba abajo.",
      en: "A page of the site: its title in search results, and its sections from top to bottom.",
    }),
    fields: [
      nameField(say),
      ...headFields(say),
      ...serviceFields(say),
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
          rule.required().min(1).custom(haveDistinctAnchors(say)).custom(keepLinkedAnchors(say)),
      }),
    ],
    preview: {
      select: { name: "name", title: `title.${say.language}` },
      prepare: ({ name, title }) => ({
        title: listPageChoices(say).find(({ value }) => value === name)?.title ?? title,
        subtitle: title,
      }),
    },
  });
