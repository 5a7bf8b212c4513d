import { distinctUntilChanged, map } from "rxjs";
import type { Template } from "sanity";
import type { StructureBuilder, StructureResolver, StructureResolverContext } from "sanity/structure";
import { apiVersion } from "./content/site.ts";
import type { Definition } from "./languages/state.ts";
import { toReview } from "./languages/to-review.tsx";
import { NoOwnPages } from "./pages/no-own-pages.tsx";
import { pages, singleTitles } from "./schema/fields/choices.ts";
import type { Say } from "./schema/say.ts";

/** How a fixed page begins that has no document yet: with the name that its place in the desk has. */
export const pageTemplate = (say: Say): Template<{ name: string }> => ({
  id: "named-page",
  title: say({ es: "Página fija", en: "Fixed page" }),
  schemaType: "page",
  // It asks for a name, so that only the desk offers it.
  parameters: [{ name: "name", title: say({ es: "Nombre", en: "Name" }), type: "string" }],
  value: ({ name }: { name: string }) => ({ name }),
});

const ownPagesFilter = '_type == "page" && !defined(name)';

/** In the desk: the pages that editors made, by their titles, and the way to make one more. */
const ownPages = (S: StructureBuilder, { documentStore }: StructureResolverContext, say: Say) => {
  const title = say({ es: "Otras páginas", en: "Other pages" });
  const list = S.documentList()
    .id("other-pages")
    .title(title)
    .schemaType("page")
    .apiVersion(apiVersion)
    .filter(ownPagesFilter)
    .defaultOrdering([{ field: `title.${say.language}`, direction: "asc" }])
    .initialValueTemplates([S.initialValueTemplateItem("page")])
    .child((id) => S.document().schemaType("page").documentId(id));
  return S.listItem()
    .id("other-pages")
    .title(title)
    .child(() =>
      documentStore
        .listenQuery(`count(*[${ownPagesFilter}]) > 0`, {}, { apiVersion, perspective: "drafts" })
        .pipe(
          distinctUntilChanged(),
          map((isFilled: boolean) =>
            isFilled ? list : S.component(NoOwnPages).id("other-pages").title(title),
          ),
        ),
    );
};

/** What a marketer finds when the Studio opens: the pages in the order of the site, and what all of them share. */
export const structure =
  (say: Say, types: readonly Definition[]): StructureResolver =>
  (S, context) => {
    const singles = singleTitles(say);
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
    const single = (type: keyof typeof singles) =>
      S.documentListItem()
        .id(type)
        .title(singles[type])
        .schemaType(type)
        .child(S.document().schemaType(type).documentId(type).title(singles[type]));
    return S.list()
      .id("content")
      .title(say({ es: "Contenido", en: "Content" }))
      .items([
        S.listItem()
          .id("pages")
          .title(allPages)
          .child(
            S.list()
              .id("pages")
              .title(allPages)
              .items([...eachPage, S.divider(), ownPages(S, context, say)]),
          ),
        single("navigation"),
        single("siteSettings"),
        S.divider(),
        toReview(S, context, { types, say }),
        S.documentTypeListItem("redirect").title(say({ es: "Direcciones antiguas", en: "Old addresses" })),
      ]);
  };
