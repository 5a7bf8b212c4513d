import { defineArrayMember, defineField, defineType } from "sanity";
import { findDuplicate } from "../fields/anchors.ts";
import { arrayField } from "../fields/array.ts";
import { singleTitles } from "../fields/choices.ts";
import { requiredLine } from "../fields/lengths.ts";
import type { FieldLabels, Label, LabelFn } from "../labels.ts";

type PageListEntry = { _ref?: string; page?: { _ref?: string } };

/** Rejects a menu or a list of pages that directly contains a page twice. Each menu group has a list of its own. */
const haveDistinctPages =
  (say: LabelFn) =>
  (entries: unknown): true | Label => {
    const pages = ((entries ?? []) as PageListEntry[]).flatMap(({ _ref, page }) => _ref ?? page?._ref ?? []);
    return (
      findDuplicate(pages) === undefined ||
      say({ es: "La misma página está dos veces.", en: "The same page stands here twice." })
    );
  };

/** The limits of a menu beside the company's name on a laptop, and of a group on a small phone. */
const maxMenuEntries = 6;
const maxListedPages = 12;

/** Returns the field for an ordered list of distinct pages: a menu group, the footer, or the footer's last line. */
const pageList = (limits: { minimum?: number }, say: LabelFn, name: string, labels: FieldLabels) =>
  arrayField({ ...limits, maximum: maxListedPages }, name, {
    ...labels,
    of: [defineArrayMember({ type: "reference", to: [{ type: "page" }], options: { disableNew: true } })],
    checks: [haveDistinctPages(say)],
  });

/** Defines a menu entry that opens a page. */
export const menuLink = (say: LabelFn) =>
  defineType({
    name: "menuLink",
    title: say({ es: "Página", en: "Page" }),
    type: "object",
    fields: [
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
        validation: (rule) => rule.required(),
      }),
    ],
    preview: {
      select: { label: `page.label.${say.language}`, title: `page.title.${say.language}` },
      prepare: ({ label, title }) => ({ title: label ?? title }),
    },
  });

/** Defines a menu entry that opens a list of pages. */
export const menuGroup = (say: LabelFn) =>
  defineType({
    name: "menuGroup",
    title: say({ es: "Grupo de páginas", en: "Group of pages" }),
    type: "object",
    fields: [
      requiredLine({ maximum: 16 }, say, "title", {
        title: say({ es: "Nombre", en: "Name" }),
        description: say({
          es: "La palabra que se ve en el menú.",
          en: "The word shown in the menu.",
        }),
      }),
      pageList({ minimum: 1 }, say, "pages", {
        title: say({ es: "Páginas", en: "Pages" }),
        description: say({
          es: "Las páginas del grupo, en orden.",
          en: "The pages of the group, in order.",
        }),
      }),
    ],
    preview: {
      select: { title: `title.${say.language}`, pages: "pages" },
      prepare: ({ title, pages }) => {
        const count = Object.keys(pages ?? {}).length;
        return {
          title,
          subtitle: say({
            es: count === 1 ? "1 página" : `${count} páginas`,
            en: count === 1 ? "1 page" : `${count} pages`,
          }),
        };
      },
    },
  });

/** Defines the document with the entries of the menu and the footer. */
export const navigation = (say: LabelFn) =>
  defineType({
    name: "navigation",
    title: singleTitles(say).navigation,
    type: "document",
    fields: [
      arrayField({ minimum: 1, maximum: maxMenuEntries }, "menu", {
        title: say({ es: "Menú", en: "Menu" }),
        of: [defineArrayMember({ type: "menuLink" }), defineArrayMember({ type: "menuGroup" })],
        description: say({
          es: "Lo que está arriba en todas las páginas, de izquierda a derecha.",
          en: "What’s at the top of every page, from left to right.",
        }),
        checks: [haveDistinctPages(say)],
      }),
      requiredLine({ maximum: 30 }, say, "footerTitle", {
        title: say({ es: "Título de la lista del pie", en: "Footer list heading" }),
        description: say({
          es: "Lo que se lee sobre las páginas del pie.",
          en: "What’s shown above the pages in the footer.",
        }),
      }),
      pageList({ minimum: 1 }, say, "footerPages", {
        title: say({ es: "Páginas del pie", en: "Pages in the footer" }),
        description: say({
          es: "Las páginas que se listan al final de todas las páginas, en orden.",
          en: "The pages listed at the bottom of every page, in order.",
        }),
      }),
      pageList({}, say, "endPages", {
        title: say({ es: "Última línea", en: "Last line" }),
        description: say({
          es: "Las páginas que están junto al nombre de la empresa, en la última línea, como la de privacidad.",
          en: "The pages next to the company’s name on the last line, such as the privacy page.",
        }),
      }),
    ],
    preview: { prepare: () => ({ title: singleTitles(say).navigation }) },
  });
