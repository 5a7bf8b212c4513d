import type { ArrayElementNode, ExprNode } from "groq-js";

/** The parsed search of `text::query`; words have no accents or capital letters. */
type Search = { wanted: RegExp[][]; unwanted: RegExp[] };

/**
 * A `match` with `text::query`: the searched expression, relative to a document, the search, and the name of the answer
 * field.
 */
export type TextMatch = { text: ExprNode; query: unknown; answer: string };

const name = "text::query";

/** Returns a query that groq-js can parse, with `text::query(words)` as a list that starts with that name. */
export const withoutTextQuery = (query: string): string =>
  query.replace(/text::query\(([^()]*)\)/g, `["${name}", $1]`);

/**
 * Takes each `match` with `text::query` out of a parsed query, because groq-js cannot be given that function. In its
 * place the query reads the field `answer` of the document, which must hold the result.
 * @throws Error for a `match` on less than a whole document
 */
export function takeTextMatches(query: ExprNode): TextMatch[] {
  const found: TextMatch[] = [];
  const visit = (value: unknown, ofDocument: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => visit(each, ofDocument));
    if (typeof value !== "object" || value === null) return value;
    const node = value as ExprNode;
    if (node.type === "OpCall" && node.op === "match") {
      const words = wordsOf(node.right);
      if (words) {
        if (!ofDocument) throw new Error(`${name} is answered for documents only.`);
        const answer = `${name} ${found.length}`;
        found.push({ text: node.left, query: words.query, answer });
        return { type: "AccessAttribute", name: answer };
      }
    }
    const base = "base" in node ? node.base : undefined;
    const isOverDocuments = (node.type === "Filter" || node.type === "PipeFuncCall") && isDocuments(base);
    const staysOnDocument = /^(And|Or|Not|OpCall|FuncCall|Group)$/.test(node.type) && ofDocument;
    for (const [key, child] of Object.entries(node)) {
      const within = key === "base" && node.type !== "Group" ? false : isOverDocuments || staysOnDocument;
      Object.assign(node, { [key]: visit(child, within) });
    }
    return node;
  };
  visit(query, false);
  return found;
}

function isDocuments(node: ExprNode | undefined): boolean {
  if (node?.type === "Filter" || node?.type === "PipeFuncCall") return isDocuments(node.base);
  return node?.type === "Everything";
}

function wordsOf(node: ExprNode): { query: unknown } | undefined {
  if (node.type !== "Array" || node.elements.length !== 2) return undefined;
  const [first, second] = node.elements.map(({ value }: ArrayElementNode) =>
    value.type === "Value" ? value.value : undefined,
  );
  return first === name ? { query: second } : undefined;
}

/**
 * Returns whether the texts in `value` match a query: every word (`*` stands for the rest of a word), every "phrase in
 * quotes", and no -word. Capital letters and accents make no difference.
 */
export function matchesText(value: unknown, query: unknown): boolean {
  const { wanted, unwanted } = typeof query === "string" ? readSearch(query) : { wanted: [], unwanted: [] };
  const texts = [...textsIn(value)].map((text) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []);
  const isThere = (phrase: RegExp[]) =>
    texts.some((words) =>
      words.some((_, start) => phrase.every((word, offset) => word.test(words[start + offset] ?? ""))),
    );
  return wanted.length > 0 && wanted.every(isThere) && !unwanted.some((word) => isThere([word]));
}

function readSearch(query: string): Search {
  const search: Search = { wanted: [], unwanted: [] };
  for (const [, minus, phrase, plain = ""] of query.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    const words = (folded(phrase ?? plain).match(/[\p{L}\p{N}*]+/gu) ?? []).map(
      (word) => new RegExp(`^${word.replaceAll("*", ".*")}$`, "u"),
    );
    if (minus) search.unwanted.push(...words);
    else if (phrase === undefined) search.wanted.push(...words.map((word) => [word]));
    else if (words.length > 0) search.wanted.push(words);
  }
  return search;
}

/** Yields every text in a value, except names of types, keys and references. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const [field, child] of Object.entries(value)) {
    if (!field.startsWith("_")) yield* textsIn(child);
  }
}

const folded = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
