import { type DocumentActionComponent, type DocumentActionProps, getPublishedId } from "sanity";
import { isFixedPage } from "../content/addresses.ts";
import { useSay } from "../language.ts";
import { useDeletePageAction } from "./removal-dialog.tsx";

const singles = new Set(["siteSettings", "navigation"]);

/** Whether a type has exactly one document, which editors neither duplicate nor delete. */
export const isSingle = (type: string): boolean => singles.has(type);

type Context = { schemaType: string; documentId?: string | undefined };

/** Returns the actions for a document, without those that would remove or duplicate a document of which there has to be one. */
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

type Copied = { _id: string; _type: string; [field: string]: unknown };

/**
 * The copy of a page, as a new one: without what only the original has, its name and its address. What leads to a section of the
 * original itself leads to the same one of the copy.
 */
export const copyOf =
  (original: string) =>
  ({ name: _name, address: _address, ...copied }: Copied): Copied => {
    const id = copied._id.replace(/^drafts\./, "");
    return referring(copied, { from: original, to: id }) as Copied;
  };

// A page that is not published yet is referred to as the Studio does it: weakly, until it is.
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
