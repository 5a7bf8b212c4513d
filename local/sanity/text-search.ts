import type { ArrayElementNode, ExprNode } from "groq-js";

/** The parsed search of `text::query`; words have no accents or capital letters. */
type TextQuery = { requiredPhrases: RegExp[][]; excludedWords: RegExp[] };

/**
 * A `match` with `text::query`: the searched expression, relative to a document, the search, and the name of the answer
 * field.
 */
export type TextMatch = { text: ExprNode; query: unknown; answer: string };

const functionName = "text::query";

/** Returns a query that groq-js can parse, with `text::query(words)` as a list that starts with that name. */
export const withoutTextQuery = (query: string): string =>
  query.replace(/text::query\(([^()]*)\)/g, `["${functionName}", $1]`);

/**
 * Takes each `match` with `text::query` out of a parsed query, because groq-js cannot be given that function. In its
 * place the query reads the field `answer` of the document, which must hold the result.
 * @throws Error for a `match` on less than a whole document
 */
export function takeTextMatches(query: ExprNode): TextMatch[] {
  const matches: TextMatch[] = [];
  const visit = (value: unknown, isOfDocument: boolean): unknown => {
    if (Array.isArray(value)) return value.map((element) => visit(element, isOfDocument));
    if (typeof value !== "object" || value === null) return value;
    const node = value as ExprNode;
    if (node.type === "OpCall" && node.op === "match") {
      const searchedWords = readTextQuery(node.right);
      if (searchedWords) {
        if (!isOfDocument) throw new Error(`${functionName} is answered for documents only.`);
        const answer = `${functionName} ${matches.length}`;
        matches.push({ text: node.left, query: searchedWords.query, answer });
        return { type: "AccessAttribute", name: answer };
      }
    }
    const base = "base" in node ? node.base : undefined;
    const isOverDocuments = (node.type === "Filter" || node.type === "PipeFuncCall") && isDocuments(base);
    const staysOnDocument = /^(And|Or|Not|OpCall|FuncCall|Group)$/.test(node.type) && isOfDocument;
    for (const [key, child] of Object.entries(node)) {
      const isWithin = key === "base" && node.type !== "Group" ? false : isOverDocuments || staysOnDocument;
      Object.assign(node, { [key]: visit(child, isWithin) });
    }
    return node;
  };
  visit(query, false);
  return matches;
}

function isDocuments(node: ExprNode | undefined): boolean {
  if (node?.type === "Filter" || node?.type === "PipeFuncCall") return isDocuments(node.base);
  return node?.type === "Everything";
}

function readTextQuery(node: ExprNode): { query: unknown } | undefined {
  if (node.type !== "Array" || node.elements.length !== 2) return undefined;
  const [marker, searchText] = node.elements.map(({ value }: ArrayElementNode) =>
    value.type === "Value" ? value.value : undefined,
  );
  return marker === functionName ? { query: searchText } : undefined;
}

/**
 * Returns whether the texts in `value` match a query: every word (`*` stands for the rest of a word), every "phrase in
 * quotes", and no -word. Capital letters and accents make no difference.
 */
export function matchesText(value: unknown, query: unknown): boolean {
  const { requiredPhrases, excludedWords } =
    typeof query === "string" ? readSearch(query) : { requiredPhrases: [], excludedWords: [] };
  const texts = [...listTexts(value)].map((text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []);
  const isPresent = (phrase: RegExp[]) =>
    texts.some((textWords) =>
      textWords.some((_, start) =>
        phrase.every((word, offset) => word.test(textWords[start + offset] ?? "")),
      ),
    );
  return (
    requiredPhrases.length > 0 &&
    requiredPhrases.every(isPresent) &&
    !excludedWords.some((word) => isPresent([word]))
  );
}

function readSearch(query: string): TextQuery {
  const search: TextQuery = { requiredPhrases: [], excludedWords: [] };
  for (const [, minus, phrase, unquotedWord = ""] of query.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    const patterns = (fold(phrase ?? unquotedWord).match(/[\p{L}\p{N}*]+/gu) ?? []).map(
      (word) => new RegExp(`^${word.replaceAll("*", ".*")}$`, "u"),
    );
    if (minus) search.excludedWords.push(...patterns);
    else if (phrase === undefined) search.requiredPhrases.push(...patterns.map((word) => [word]));
    else if (patterns.length > 0) search.requiredPhrases.push(patterns);
  }
  return search;
}

/** Yields every text in a value, except names of types, keys and references. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const [field, child] of Object.entries(value)) {
    if (!field.startsWith("_")) yield* listTexts(child);
  }
}

const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
