import { type DocumentActionComponent, type DocumentActionProps, getPublishedId } from "sanity";
import { isFixedPage } from "../content/addresses.ts";
import { useSay } from "../language.ts";
import { useDeletePageAction } from "./removal-dialog.tsx";

const singles = new Set(["siteSettings", "navigation"]);

/** Returns whether a type has exactly one document, which editors can neither duplicate nor delete. */
export const isSingle = (type: string): boolean => singles.has(type);

type Context = { schemaType: string; documentId?: string | undefined };

/** Returns the actions for a document, without those that would remove or duplicate a required document. */
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

/** Adapts Sanity's duplicate action for pages: the copy is a new page. */
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

type Copied = { _id: string; _type: string; [field: string]: unknown };

/**
 * Returns the function that copies a page without its name and address. Links from the original to its own sections
 * lead to the sections of the copy.
 */
export const copyOf =
  (original: string) =>
  ({ name: _name, address: _address, ...copied }: Copied): Copied => {
    const id = copied._id.replace(/^drafts\./, "");
    return referring(copied, { from: original, to: id }) as Copied;
  };

// References to an unpublished page are weak until its publication, as the Studio makes them.
const referenceTo = (id: string) => ({
  _type: "reference",
  _ref: id,
  _weak: true,
  _strengthenOnPublish: { type: "page" },
});

function referring(value: unknown, way: { from: string; to: string }): unknown {
  if (Array.isArray(value)) return value.map((each) => referring(each, way));
  if (typeof value !== "object" || value === null) return value;
  if ((value as { _ref?: unknown })._ref === way.from) return { ...value, ...referenceTo(way.to) };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, referring(each, way)]));
}
