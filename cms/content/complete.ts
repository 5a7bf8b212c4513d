import { isInBothLanguages, languages } from "./languages.ts";

/** Content that cannot be shown, with every reason, each naming the document, the field and the language. */
export class ContentError extends Error {
  override name = "ContentError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

// What an editor may leave out. A page of a link is asked for where its kind says so.
const optional = new Set(["anchor", "navigationLabel", "text", "picture", "focus", "page"]);
// `label` is required of a button and a figure, optional where a section mentions a figure.
const optionalInFigures = new Set([...optional, "label"]);

/**
 * Makes sure that nothing an editor must write is missing in `value`, a query's result.
 * @throws ContentError
 */
export function assertComplete(document: string, value: object): void {
  const problems = [...missing(value, "", optional)].map((problem) => `${document}: ${problem}`);
  if (problems.length > 0) throw new ContentError(problems);
}

function* missing(value: unknown, path: string, mayBeAbsent: Set<string>): Generator<string> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const type = typeof item?._type === "string" ? ` (${item._type})` : "";
      const names = item?._type === "figures" ? optionalInFigures : optional;
      yield* missing(item, `${path}[${index}]${type}`, type ? names : mayBeAbsent);
    }
    return;
  }
  if (isInBothLanguages(value)) {
    for (const language of languages) {
      const text = value[language];
      if (typeof text !== "string" || text.trim() === "") yield `${path} has no text in "${language}".`;
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if ("kind" in value && value.kind === "page" && "page" in value && value.page === null) {
    yield `${path} leads to a page that is not there.`;
  }
  for (const [key, item] of Object.entries(value)) {
    const itemPath = path ? `${path}.${key}` : key;
    if (item === null && !mayBeAbsent.has(key)) yield `${itemPath} is missing.`;
    else yield* missing(item, itemPath, mayBeAbsent);
  }
}
