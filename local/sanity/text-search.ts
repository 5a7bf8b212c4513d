import { type ExprNode, parse } from "groq-js";

/** The parsed search of `text::query`; words have no accents or capital letters. */
type TextQuery = { requiredPhrases: RegExp[][]; excludedWords: RegExp[] };

/**
 * A `match` with `text::query`: the searched expression, relative to a document, the search, and the name of the answer
 * field.
 */
export type TextMatch = { text: ExprNode; search: unknown; answer: string };

const textMatch = /(\[[^[\]]*\]|[\w:]+\([^()]*\)|[@\w][\w.[\]>-]*) match text::query\(\$(\w+)\)/g;

/**
 * Takes each `match` with `text::query` out of a query, because groq-js cannot be given that function. In its place the
 * query reads a field of the document, named by `answer`, in which the caller stores the result.
 */
export function takeTextMatches(query: string, params: Record<string, unknown>) {
  const searches: TextMatch[] = [];
  const queryOfAnswers = query.replace(textMatch, (_match, text: string, name: string) => {
    const answer = `textMatch${searches.length}`;
    searches.push({ text: parse(text, { params }), search: params[name], answer });
    return answer;
  });
  return { queryOfAnswers, searches };
}

/**
 * Returns whether the texts in `value` match a query: every word (`*` stands for the rest of a word), every "phrase in
 * quotes", and no -word. Capital letters and accents make no difference.
 */
export function matchesText(value: unknown, query: unknown): boolean {
  const { requiredPhrases, excludedWords } = readSearch(typeof query === "string" ? query : "");
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

/** Parses a search such as `word* "two words" -word`. */
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

/** Yields every text in a value, except in Sanity's own fields, such as `_id`, `_type` and `_ref`. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const [field, child] of Object.entries(value)) {
    if (!field.startsWith("_")) yield* listTexts(child);
  }
}

const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
