import { isInBothLanguages } from "./languages.ts";
import { optionalFields } from "./optional.generated.ts";
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

const optional = new Set(optionalFields);

/**
 * Makes sure that nothing an editor must write is missing in `value`, which is what `query` answered, or what stands at
 * that path of its answer.
 * @throws ContentError
 */
export function assertComplete(document: string, value: object, query: string): void {
  const problems = [...missing(value, "", query)].map((problem) => `${document}: ${problem}`);
  if (problems.length > 0) throw new ContentError(problems);
}

function* missing(value: unknown, path: string, kind: string): Generator<string> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const type = typeof item?._type === "string" ? item._type : null;
      if (type) yield* missing(item, `${path}[${index}] (${type})`, `${kind}.${type}`);
      else yield* missing(item, `${path}[${index}]`, kind);
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
    const [itemPath, itemKind] = [path ? `${path}.${key}` : key, `${kind}.${key}`];
    if (item !== null) yield* missing(item, itemPath, itemKind);
    else if (!optional.has(itemKind)) yield `${itemPath} is missing.`;
  }
}
