import { type ExprNode, evaluate, GroqSyntaxError, parse } from "groq-js";
import type { DatasetName, StoredDocument } from "./documents.ts";
import { SanityError } from "./errors.ts";
import { matchesText, type TextMatch, takeTextMatches, withoutTextQuery } from "./text-search.ts";

export type QueryRequest = {
  query: string;
  /** Values of `$name`, by name. */
  params: Record<string, unknown>;
  perspective: string;
};

/**
 * Answers a GROQ query over `documents`.
 * @throws SanityError (400, `queryParseError`) if it cannot be parsed or evaluated, or a parameter is missing
 */
export async function runQuery(
  documents: readonly StoredDocument[],
  { query, params, perspective }: QueryRequest,
  sanity: DatasetName,
): Promise<unknown> {
  const dataset = inPerspective(documents, perspective);
  const toError = (description: string, start = 0, end = query.length) =>
    new SanityError(400, description, { error: { description, type: "queryParseError", query, start, end } });

  if (query.trim() === "") throw toError("expected a query, got nothing");
  try {
    const missing = listParameters(query).find((name) => !(name in params));
    if (missing) throw toError(`param $${missing} referenced, but not provided`);
    return await runParsedQuery(parseQuery(query, params), dataset, params, sanity);
  } catch (error) {
    if (error instanceof SanityError) throw error;
    if (error instanceof GroqSyntaxError) throw toError(error.message, error.position, error.position + 1);
    throw toError((error as Error).message);
  }
}

/** A parsed query, ready to run with the values of its parameters. */
export type ParsedQuery = { node: ExprNode; searches: TextMatch[] };

/** Parses a query. @throws SanityError (400, `queryParseError`) */
export function parseQuery(query: string, params: Record<string, unknown>): ParsedQuery {
  try {
    const node = parse(withoutTextQuery(query), { params });
    return { node, searches: takeTextMatches(node) };
  } catch (error) {
    if (!(error instanceof GroqSyntaxError)) throw error;
    const { message: description, position: start } = error;
    throw new SanityError(400, description, {
      error: { description, type: "queryParseError", query, start, end: start + 1 },
    });
  }
}

/** Runs a parsed query over `documents`. */
export async function runParsedQuery(
  { node, searches }: ParsedQuery,
  documents: readonly StoredDocument[],
  params: Record<string, unknown>,
  sanity: DatasetName,
): Promise<unknown> {
  const withSearchAnswers = async (document: StoredDocument) => {
    const answeredDocument = { ...document };
    for (const { text, query, answer } of searches) {
      const value = await (await evaluate(text, { root: document, params, sanity })).get();
      // Not enumerable, so a result with the whole document omits it.
      Object.defineProperty(answeredDocument, answer, { value: matchesText(value, query) });
    }
    return answeredDocument;
  };
  const dataset = searches.length > 0 ? await Promise.all(documents.map(withSearchAnswers)) : documents;
  const value = await evaluate(node, { dataset, params, sanity });
  return value.get();
}

// Searches the text, because a query that slices by a parameter cannot be parsed without its value.
function listParameters(query: string): string[] {
  const code = query.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/[^\n]*/g, " ");
  return [...code.matchAll(/\$(\w+)/g)].flatMap(([, name]) => name ?? []);
}

/**
 * Returns the documents in a perspective. `raw` returns them as stored. Otherwise each document is its first version in
 * the requested layers (`drafts`, a release's name), with `published` as the last. It has its published id, and
 * `_originalId` names the version.
 * @throws SanityError if `raw` is combined with others
 */
function inPerspective(documents: readonly StoredDocument[], perspective: string): StoredDocument[] {
  const layers = perspective.split(",").map((layer) => (layer === "previewDrafts" ? "drafts" : layer));
  if (layers.includes("raw")) {
    if (layers.length > 1) throw new SanityError(400, "The raw perspective cannot be combined with others.");
    return [...documents];
  }
  const order = [...layers.filter((layer) => layer !== "published"), "published"];
  const chosenVersions = new Map<string, { rank: number; document: StoredDocument }>();
  for (const document of documents) {
    const { layer, publishedId } = parseVersion(document._id);
    const rank = order.indexOf(layer);
    const earlierChoice = chosenVersions.get(publishedId);
    if (rank < 0 || (earlierChoice && earlierChoice.rank <= rank)) continue;
    chosenVersions.set(publishedId, {
      rank,
      document: { ...document, _id: publishedId, _originalId: document._id },
    });
  }
  return [...chosenVersions.values()].map(({ document }) => document);
}

function parseVersion(id: string): { layer: string; publishedId: string } {
  if (id.startsWith("drafts.")) return { layer: "drafts", publishedId: id.slice("drafts.".length) };
  const [, release, publishedId] = /^versions\.([^.]+)\.(.+)$/.exec(id) ?? [];
  return release && publishedId ? { layer: release, publishedId } : { layer: "published", publishedId: id };
}
