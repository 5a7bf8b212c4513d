import { AddIcon } from "@sanity/icons/Add";
import { Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { distinctUntilChanged, map } from "rxjs";
import type { Template } from "sanity";
import { IntentLink } from "sanity/router";
import type {
  ListItemBuilder,
  StructureBuilder,
  StructureResolver,
  StructureResolverContext,
} from "sanity/structure";
import { apiVersion } from "./content/site.ts";
import { useSay } from "./language.ts";
import { type Definition, isUpToDate, languageStates } from "./languages/state.ts";
import { LaunchGaps, toLaunchTitle } from "./launch/launch-gaps.tsx";
import { listPageChoices, singleTitles } from "./schema/fields/choices.ts";
import type { LabelFn } from "./schema/labels.ts";

/** Returns the template of a fixed page that has no document yet. Its name comes from the page's entry in the desk. */
export const pageTemplate = (say: LabelFn): Template<{ name: string }> => ({
  id: "named-page",
  title: say({ es: "Página fija", en: "Fixed page" }),
  schemaType: "page",
  // The parameter makes the template available in the desk only.
  parameters: [{ name: "name", title: say({ es: "Nombre", en: "Name" }), type: "string" }],
  value: ({ name }: { name: string }) => ({ name }),
});

const ownPagesFilter = '_type == "page" && !defined(name)';

/** Returns the desk entry with the pages that editors created, sorted by title. */
const createOwnPagesItem = (
  S: StructureBuilder,
  { documentStore }: StructureResolverContext,
  say: LabelFn,
) => {
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

/** Returns the Studio's desk: pages, menu and footer, company details, missing parts, texts to translate, and redirects. */
export const structure =
  (say: LabelFn, types: readonly Definition[]): StructureResolver =>
  (S, context) => {
    const singles = singleTitles(say);
    const allPages = say({ es: "Páginas", en: "Pages" });
    const createItem = (type: string, id: string, title: string, document = S.document()) =>
      S.documentListItem()
        .id(id)
        .title(title)
        .schemaType(type)
        .child(document.schemaType(type).documentId(id).title(title));
    const pageItems = listPageChoices(say).map(({ title, value }) =>
      createItem("page", value, title, S.document().initialValueTemplate("named-page", { name: value })),
    );
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
              .items([...pageItems, S.divider(), createOwnPagesItem(S, context, say)]),
          ),
        createItem("navigation", "navigation", singles.navigation),
        createItem("siteSettings", "siteSettings", singles.siteSettings),
        S.divider(),
        S.listItem()
          .id("launch")
          .title(toLaunchTitle(say))
          .child(S.component(LaunchGaps).id("launch").title(toLaunchTitle(say))),
        createReviewItem(S, context, { types, say }),
        S.documentTypeListItem("redirect").title(say({ es: "Direcciones antiguas", en: "Old addresses" })),
      ]);
  };

type Document = Record<string, unknown> & { _id: string };

/** Returns the desk entry with the documents that have missing or outdated texts, including drafts. */
function createReviewItem(
  S: StructureBuilder,
  { documentStore }: StructureResolverContext,
  { types, say }: { types: readonly Definition[]; say: LabelFn },
): ListItemBuilder {
  const title = say({ es: "Traducciones por revisar", en: "Translations to review" });
  const kinds = types.flatMap(({ type, name }) => (type === "document" ? (name ?? []) : []));
  const createReviewPane = () =>
    documentStore.listenQuery("*[_type in $kinds]", { kinds }, { apiVersion, perspective: "drafts" }).pipe(
      map((documents: Document[]) =>
        documents.filter((document) => !isUpToDate(languageStates(document, types))).map(({ _id }) => _id),
      ),
      distinctUntilChanged((previousIds, currentIds) => previousIds.join() === currentIds.join()),
      map((ids) =>
        ids.length === 0 ? S.component(NothingToReview).id("to-review").title(title) : list(ids),
      ),
    );
  const list = (ids: string[]) =>
    S.documentList()
      .id("to-review")
      .title(title)
      .apiVersion(apiVersion)
      .filter("_id in $ids")
      .params({ ids: ids.flatMap((id) => [id, `drafts.${id}`]) });
  return S.listItem().id("to-review").title(title).child(createReviewPane);
}

function NothingToReview() {
  const say = useSay();
  return (
    <Card padding={4}>
      <Text muted size={1}>
        {say({
          es: "No hay nada por revisar: el español y el inglés están al día en todo el sitio.",
          en: "There’s nothing to review: Spanish and English are up to date across the whole site.",
        })}
      </Text>
    </Card>
  );
}

/** The empty list of pages that editors created, with a button to create one. */
function NoOwnPages() {
  const say = useSay();
  return (
    <Card padding={4}>
      <Stack gap={4}>
        <Text muted size={1}>
          {say({
            es: "Aún no hay otras páginas. Una página nueva se arma con las mismas secciones que las demás.",
            en: "There are no other pages yet. New pages use the same sections as the rest of the site.",
          })}
        </Text>
        <Flex>
          <Button
            as={IntentLink}
            intent="create"
            params={{ type: "page", template: "page" }}
            icon={AddIcon}
            text={say({ es: "Crear página", en: "Create page" })}
            fontSize={1}
          />
        </Flex>
      </Stack>
    </Card>
  );
}
