import type { Template } from "sanity";
import type { StructureResolver } from "sanity/structure";
import type { Definition } from "./languages/state.ts";
import { toReview } from "./languages/to-review.tsx";
import { pages } from "./schema/fields/choices.ts";
import type { Say } from "./schema/say.ts";

/** The types of which each document is there once: no one makes another one, or removes it. */
export const singletons = new Set(["siteSettings", "page"]);

/** How a page begins that has no document yet: with the name that its place in the desk has. */
export const pageTemplate = (say: Say): Template<{ name: string }> => ({
  id: "named-page",
  title: say({ es: "Página", en: "Page" }),
  schemaType: "page",
  // It asks for a name, so that only the desk offers it.
  parameters: [{ name: "name", title: say({ es: "Nombre", en: "Name" }), type: "string" }],
  value: ({ name }: { name: string }) => ({ name }),
});

/** What a marketer finds when the Studio opens: the pages in the order of the site, and what all of them share. */
export const structure =
  (say: Say, types: readonly Definition[]): StructureResolver =>
  (S, context) => {
    const settings = say({ es: "Datos de la empresa", en: "Company facts" });
    const allPages = say({ es: "Páginas", en: "Pages" });
    const eachPage = pages(say).map(({ title, value }) =>
      S.documentListItem()
        .id(value)
        .title(title)
        .schemaType("page")
        .child(
          S.document()
            .schemaType("page")
            .documentId(value)
            .title(title)
            .initialValueTemplate("named-page", { name: value }),
        ),
    );
    return S.list()
      .id("content")
      .title(say({ es: "Contenido", en: "Content" }))
      .items([
        S.listItem().id("pages").title(allPages).child(S.list().id("pages").title(allPages).items(eachPage)),
        S.documentListItem()
          .id("siteSettings")
          .title(settings)
          .schemaType("siteSettings")
          .child(S.document().schemaType("siteSettings").documentId("siteSettings").title(settings)),
        S.divider(),
        toReview(S, context, { types, say }),
        S.documentTypeListItem("redirect").title(say({ es: "Direcciones antiguas", en: "Old addresses" })),
      ]);
  };
