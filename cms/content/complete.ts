import { isInBothLanguages } from "./languages.ts";
import { languages } from "./site.ts";

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
const optional = new Set(["anchor", "navigationLabel", "text", "focus", "page"]);
// What only some sections may do without, by their type: a figure's own label, a picture, a button.
const optionalIn: Record<string, Set<string>> = {
  figures: new Set([...optional, "label"]),
  hero: new Set([...optional, "picture"]),
  serviceCards: new Set([...optional, "picture"]),
  contactCards: new Set([...optional, "action"]),
};

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
      const names = type ? (optionalIn[item._type] ?? optional) : mayBeAbsent;
      yield* missing(item, `${path}[${index}]${type}`, names);
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
  } else if ("leads" in value && "anchor" in value && value.leads === false) {
    yield `${path} leads to "#${value.anchor}", a section that its page does not have.`;
  }
  for (const [key, item] of Object.entries(value)) {
    const itemPath = path ? `${path}.${key}` : key;
    if (item === null && !mayBeAbsent.has(key)) yield `${itemPath} is missing.`;
    else yield* missing(item, itemPath, mayBeAbsent);
  }
}
