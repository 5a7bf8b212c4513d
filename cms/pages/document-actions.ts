import { type DocumentActionComponent, type DocumentActionProps, getPublishedId } from "sanity";
import { isFixedPage } from "../content/addresses.ts";
import { useSay } from "../language.ts";
import { copyOf } from "./copy-of.ts";
import { useDeletePageAction } from "./use-delete-page-action.tsx";

const singles = new Set(["siteSettings", "navigation"]);

/** Whether there is one document of a type: no one makes another one, or removes it. */
export const isSingle = (type: string): boolean => singles.has(type);

type Context = { schemaType: string; documentId?: string | undefined };

/** What can be done with a document: what would leave the site without it, or with a second one, is not offered. */
export function documentActions(
  actions: readonly DocumentActionComponent[],
  { schemaType, documentId = "" }: Context,
): DocumentActionComponent[] {
  const without = (...names: string[]) =>
    actions.filter(({ action }) => action === undefined || !names.includes(action));
  if (isSingle(schemaType)) return without("duplicate", "delete", "unpublish");
  if (schemaType !== "page") return [...actions];
  const isFixed = isFixedPage(getPublishedId(documentId));
  return without("unpublish", ...(isFixed ? ["delete"] : [])).map((each) => {
    if (each.action === "duplicate") return toNewPage(each);
    return each.action === "delete" ? useDeletePageAction : each;
  });
}

/** Sanity's own action that duplicates, for pages: the copy is a page of its own, and opens. */
function toNewPage(useDuplicate: DocumentActionComponent): DocumentActionComponent {
  const useDuplicatePage: DocumentActionComponent = (props: DocumentActionProps) => {
    const say = useSay();
    const described = useDuplicate({ ...props, mapDocument: copyOf(props.id) } as DocumentActionProps);
    return (
      described && {
        ...described,
        label: say({ es: "Duplicar como página nueva", en: "Duplicate as a new page" }),
      }
    );
  };
  useDuplicatePage.action = "duplicate";
  return useDuplicatePage;
}
