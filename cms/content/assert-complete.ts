import { isPlaced, type PageAddress } from "./addresses.ts";
import { isInEveryLanguage } from "./languages.ts";
import { optionalFields, plainFields, sectionTypes } from "./optional.generated.ts";
import { ContentError, type Problem, type ProblemDocument } from "./problem.ts";
import { languages } from "./site.ts";

const optionalNames = new Set(optionalFields);

/** Returns whether a field of a query result may be null, by the path of the field in its query. */
export const isOptional = (queryPath: string): boolean =>
  [
    queryPath,
    queryPath.replace(/.*\./, ""),
    queryPath.replace(/.*\.(?=link\.)/, ""),
    queryPath.replace(/^(page\.sections)\.\w+\.text$/, "$1.*.text"),
  ].some((name) => optionalNames.has(name));

/** Returns whether a list item is a section of a type that the site does not know. */
const isUnknownSection = (item: { _type?: unknown }, queryPath: string) =>
  queryPath === "page.sections" && !sectionTypes.includes(item._type);

type LinkToPage = { kind: "page"; page: string | null; address?: Partial<PageAddress> | null };
const isLinkToPage = (value: object): value is LinkToPage =>
  "kind" in value && value.kind === "page" && "page" in value;

/**
 * Checks that a query result has every required field and text, and that its links lead to existing pages and sections.
 * Otherwise the site leaves out the smallest part that it can lack, and the Studio lists the problems.
 * @param value the result, or a part of it
 * @param query the query's name in `optional.generated.ts`, with the path of that part
 * @throws ContentError with every problem
 */
export function assertComplete(document: ProblemDocument, value: object, query: string): void {
  const problems = [...listFaults(value, "", query)].map((fault) => ({ document, ...fault }) as Problem);
  if (problems.length > 0) throw new ContentError(problems);
}

// A problem of one field, before its document is added.
type WithoutDocument<AnyProblem> = AnyProblem extends Problem ? Omit<AnyProblem, "document"> : never;
type Fault = WithoutDocument<Problem>;

/**
 * Yields the faults of a part of a query result. `path` names its field, with the indexes of list items. `queryPath` is
 * its path in `optional.generated.ts`, with the types of list items.
 */
function* listFaults(value: unknown, path: string, queryPath: string): Generator<Fault> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (item === null || isUnknownSection(item, queryPath))
        yield { field: `${path}[${index}]`, reason: "missing" };
      const type = typeof item?._type === "string" ? item._type : null;
      if (type) yield* listFaults(item, `${path}[${index}] (${type})`, `${queryPath}.${type}`);
      else yield* listFaults(item, `${path}[${index}]`, queryPath);
    }
    return;
  }
  if (isInEveryLanguage(value)) {
    for (const language of languages) {
      const text = value[language];
      if (typeof text !== "string" || text.trim() === "") yield { field: path, reason: "no-text", language };
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (isLinkToPage(value) && !(value.page !== null && isPlaced(value.page, value.address))) {
    yield { field: path, reason: "page-gone" };
    // The query sets `isAnchorValid` to false if the target page lacks the section.
  } else if ("isAnchorValid" in value && "anchor" in value && value.isAnchorValid === false) {
    yield { field: path, reason: "section-gone", anchor: String(value.anchor) };
  }
  for (const [key, item] of Object.entries(value)) {
    const [itemPath, itemQueryPath] = [path ? `${path}.${key}` : key, `${queryPath}.${key}`];
    const plainField = plainFields[itemQueryPath] ?? plainFields[key];
    const itemType = Array.isArray(item) ? "list" : typeof item;
    const isWrong = Array.isArray(plainField)
      ? !plainField.includes(item as string)
      : plainField !== undefined && itemType !== plainField;
    if (item !== null && isWrong) yield { field: itemPath, reason: "missing" };
    else if (item !== null) yield* listFaults(item, itemPath, itemQueryPath);
    else if (!isOptional(itemQueryPath)) yield { field: itemPath, reason: "missing" };
  }
}
