import type { StructureResolver } from "sanity/structure";
import { page } from "./schema/documents/page.ts";

/** The types of which each document is there once: nobody makes another one, or removes it. */
export const singletons = new Set(["siteSettings", "page"]);

const choices = page.fields.find((field) => field.name === "name")?.options.list ?? [];

/** What a marketer finds when the Studio opens: the pages in the order of the site, and what all of them share. */
export const structure: StructureResolver = (S) => {
  const pages = choices.map(({ title, value }) =>
    S.listItem()
      .id(value)
      .title(title)
      .schemaType("page")
      .child(S.document().schemaType("page").documentId(value).title(title)),
  );
  const settings = "Datos de la empresa · Company facts";
  return S.list()
    .id("content")
    .title("Contenido · Content")
    .items([
      S.listItem()
        .id("pages")
        .title("Páginas · Pages")
        .child(S.list().id("pages").title("Páginas · Pages").items(pages)),
      S.listItem()
        .id("siteSettings")
        .title(settings)
        .schemaType("siteSettings")
        .child(S.document().schemaType("siteSettings").documentId("siteSettings").title(settings)),
      S.divider(),
      // Whatever else the schema has, such as the old addresses.
      ...S.documentTypeListItems().filter((item) => !singletons.has(item.getId() ?? "")),
    ]);
};
