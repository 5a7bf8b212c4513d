import { Card, Text } from "@sanity/ui";
import { distinctUntilChanged, map } from "rxjs";
import type { ListItemBuilder, StructureBuilder, StructureResolverContext } from "sanity/structure";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";
import type { Say } from "../schema/say.ts";
import { type Definition, isInStep, languageStates } from "./state.ts";

type Document = Record<string, unknown> & { _id: string };

/** In the desk: the documents of which a language is missing or was left behind, drafts as they are now. */
export function toReview(
  S: StructureBuilder,
  { documentStore }: StructureResolverContext,
  { types, say }: { types: readonly Definition[]; say: Say },
): ListItemBuilder {
  const title = say({ es: "Traducciones por revisar", en: "Translations to review" });
  const kinds = types.flatMap(({ type, name }) => (type === "document" ? (name ?? []) : []));
  const found = () =>
    documentStore.listenQuery("*[_type in $kinds]", { kinds }, { apiVersion, perspective: "drafts" }).pipe(
      map((documents: Document[]) =>
        documents.filter((document) => !isInStep(languageStates(document, types))).map(({ _id }) => _id),
      ),
      distinctUntilChanged((before, now) => before.join() === now.join()),
      map((ids) => (ids.length === 0 ? S.component(AllInStep).id("to-review").title(title) : list(ids))),
    );
  const list = (ids: string[]) =>
    S.documentList()
      .id("to-review")
      .title(title)
      .apiVersion(apiVersion)
      .filter("_id in $ids")
      .params({ ids: ids.flatMap((id) => [id, `drafts.${id}`]) });
  return S.listItem().id("to-review").title(title).child(found);
}

function AllInStep() {
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
