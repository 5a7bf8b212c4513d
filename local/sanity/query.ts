import { type ExprNode, evaluate, GroqSyntaxError, parse } from "groq-js";
import type { DatasetName, StoredDocument } from "./documents.ts";
import { SanityError } from "./errors.ts";
import { matchesText, type TextMatch, takeTextMatches } from "./text-search.ts";

export type QueryRequest = {
  query: string;
  /** Values of `$name`, by name. */
  params: Record<string, unknown>;
  perspective: string;
};

/**
 * Answers a GROQ query over `documents`. `sanity` is what GROQ functions such as `sanity::dataset()` return.
 * @throws SanityError (400, `queryParseError`) if it cannot be parsed or evaluated, or a parameter is missing
 */
export async function runQuery(
  documents: readonly StoredDocument[],
  { query, params, perspective }: QueryRequest,
  sanity: DatasetName,
): Promise<unknown> {
  const dataset = inPerspective(documents, perspective);
  const toError = (description: string) => toQueryError(query, description, 0, query.length);

  if (query.trim() === "") throw toError("expected a query, got nothing");
  try {
    const missing = listParameters(query).find((name) => !(name in params));
    if (missing) throw toError(`param $${missing} referenced, but not provided`);
    return await runParsedQuery(parseQuery(query, params), dataset, params, sanity);
  } catch (error) {
    if (error instanceof SanityError) throw error;
    throw toError((error as Error).message);
  }
}

const toQueryError = (query: string, description: string, start: number, end: number) =>
  new SanityError(400, description, { error: { description, type: "queryParseError", query, start, end } });

/** A parsed query, ready to run with the values of its parameters. */
export type ParsedQuery = { node: ExprNode; searches: TextMatch[] };

/** Parses a query. @throws SanityError (400, `queryParseError`) */
export function parseQuery(query: string, params: Record<string, unknown>): ParsedQuery {
  try {
    const { queryOfAnswers, searches } = takeTextMatches(query, params);
    return { node: parse(queryOfAnswers, { params }), searches };
  } catch (error) {
    if (!(error instanceof GroqSyntaxError)) throw error;
    throw toQueryError(query, error.message, error.position, error.position + 1);
  }
}

/** Runs a parsed query over `documents`. Searches run first, and the query reads their results as fields. */
export async function runParsedQuery(
  { node, searches }: ParsedQuery,
  documents: readonly StoredDocument[],
  params: Record<string, unknown>,
  sanity: DatasetName,
): Promise<unknown> {
  const withSearchAnswers = async (document: StoredDocument) => {
    const answeredDocument = { ...document };
    for (const { text, search, answer } of searches) {
      const value = await (await evaluate(text, { root: document, params, sanity })).get();
      // Not enumerable, so a result with the whole document omits it.
      Object.defineProperty(answeredDocument, answer, { value: matchesText(value, search) });
    }
    return answeredDocument;
  };
  const dataset = searches.length > 0 ? await Promise.all(documents.map(withSearchAnswers)) : documents;
  const value = await evaluate(node, { dataset, params, sanity });
  return value.get();
}

/**
 * Lists the parameters that a query names. Searches the text, because a query that slices by a parameter cannot be
 * parsed without its value.
 */
function listParameters(query: string): string[] {
  const code = query.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/[^\n]*/g, " ");
  return [...code.matchAll(/\$(\w+)/g)].flatMap(([, name]) => name ?? []);
}

/**
 * Returns the documents in a perspective. `raw` returns them as stored. Otherwise each document is its draft, if the
 * perspective has `drafts`, or else its published version. It has its published id; `_originalId` names the version.
 */
function inPerspective(documents: readonly StoredDocument[], perspective: string): StoredDocument[] {
  const layers = perspective.split(",");
  if (layers.includes("raw")) return [...documents];
  const hasDrafts = layers.includes("drafts") || layers.includes("previewDrafts");
  const versions = new Map<string, StoredDocument>();
  for (const document of documents) {
    const isDraft = document._id.startsWith("drafts.");
    const publishedId = document._id.replace(/^drafts\./, "");
    if (isDraft ? !hasDrafts : versions.has(publishedId)) continue;
    versions.set(publishedId, { ...document, _id: publishedId, _originalId: document._id });
  }
  return [...versions.values()];
}
