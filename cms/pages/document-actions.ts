import { type DocumentActionComponent, type DocumentActionProps, getPublishedId } from "sanity";
import { isFixedPage } from "../content/addresses.ts";
import { mapChildren } from "../content/languages.ts";
import { useSay } from "../language.ts";
import { useDeletePageAction } from "./removal-dialog.tsx";

const singles = new Set(["siteSettings", "navigation"]);

/** Returns whether a type has exactly one document, which editors can neither duplicate nor delete. */
export const isSingle = (type: string): boolean => singles.has(type);

type ActionContext = { schemaType: string; documentId?: string | undefined };

/**
 * Returns the Studio's actions for a document. Required documents cannot be removed, single documents cannot be
 * duplicated, no page can be unpublished, and pages get adapted duplicate and delete actions.
 */
export function documentActions(
  actions: readonly DocumentActionComponent[],
  { schemaType, documentId = "" }: ActionContext,
): DocumentActionComponent[] {
  const withoutActions = (...names: string[]) =>
    actions.filter(({ action }) => action === undefined || !names.includes(action));
  if (isSingle(schemaType)) return withoutActions("duplicate", "delete", "unpublish");
  if (schemaType !== "page") return [...actions];
  const isFixed = isFixedPage(getPublishedId(documentId));
  return withoutActions("unpublish", ...(isFixed ? ["delete"] : [])).map((documentAction) => {
    if (documentAction.action === "duplicate") return toNewPage(documentAction);
    return documentAction.action === "delete" ? useDeletePageAction : documentAction;
  });
}

/** Adapts Sanity's duplicate action for pages: the copy is a new page. */
function toNewPage(useDuplicate: DocumentActionComponent): DocumentActionComponent {
  const useDuplicatePage: DocumentActionComponent = (props: DocumentActionProps) => {
    const say = useSay();
    const description = useDuplicate({
      ...props,
      mapDocument: createPageCopy(props.id),
    } as DocumentActionProps);
    return (
      description && {
        ...description,
        label: say({ es: "Duplicar como página nueva", en: "Duplicate as a new page" }),
      }
    );
  };
  useDuplicatePage.action = "duplicate";
  return useDuplicatePage;
}

type CopiedDocument = { _id: string; _type: string; [field: string]: unknown };

/**
 * Returns the function that copies a page without its name and address. Links from the original to its own sections
 * lead to the sections of the copy.
 */
export const createPageCopy =
  (original: string) =>
  ({ name: _name, address: _address, ...copied }: CopiedDocument): CopiedDocument => {
    const id = copied._id.replace(/^drafts\./, "");
    return replaceReferences(copied, { from: original, to: id }) as CopiedDocument;
  };

/** Returns a reference to an unpublished page, weak until its publication, as the Studio creates them. */
const referenceTo = (id: string) => ({
  _type: "reference",
  _ref: id,
  _weak: true,
  _strengthenOnPublish: { type: "page" },
});

/** Returns a value of a copied page in which references to the original lead to the copy, at any depth. */
function replaceReferences(value: unknown, ids: { from: string; to: string }): unknown {
  const reference = value as { _ref?: unknown } | null | undefined;
  if (reference?._ref === ids.from) return { ...reference, ...referenceTo(ids.to) };
  return mapChildren(value, (child) => replaceReferences(child, ids));
}
