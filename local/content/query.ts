import { type ExprNode, evaluate, GroqSyntaxError, parse } from "groq-js";
import type { StoredDocument } from "./documents.ts";
import { LakeError } from "./errors.ts";
import { inPerspective } from "./perspective.ts";

export type QueryRequest = {
  query: string;
  /** Values of `$name`, by name. */
  params: Record<string, unknown>;
  perspective: string;
};

type Dataset = { projectId: string; dataset: string };

/**
 * Answers a GROQ query over `documents`.
 * @throws LakeError (400, `queryParseError`) when it cannot be parsed or evaluated, or a parameter is missing
 */
export async function runQuery(
  documents: readonly StoredDocument[],
  { query, params, perspective }: QueryRequest,
  sanity: Dataset,
): Promise<unknown> {
  const dataset = inPerspective(documents, perspective);
  const refuse = (description: string, start = 0, end = query.length) =>
    new LakeError(400, description, { error: { description, type: "queryParseError", query, start, end } });

  if (query.trim() === "") throw refuse("expected a query, got nothing");
  try {
    const missing = parametersOf(query).find((name) => !(name in params));
    if (missing) throw refuse(`param $${missing} referenced, but not provided`);
    const value = await evaluate(parseQuery(query, params), { dataset, params, sanity });
    return await value.get();
  } catch (error) {
    if (error instanceof LakeError) throw error;
    if (error instanceof GroqSyntaxError) throw refuse(error.message, error.position, error.position + 1);
    throw refuse((error as Error).message);
  }
}

/** The query, ready to be evaluated with the values of its parameters. */
export function parseQuery(query: string, params: Record<string, unknown>): ExprNode {
  try {
    return parse(understood(query), { params });
  } catch (error) {
    if (!(error instanceof GroqSyntaxError)) throw error;
    const { message: description, position: start } = error;
    throw new LakeError(400, description, {
      error: { description, type: "queryParseError", query, start, end: start + 1 },
    });
  }
}

// The words of a search as they are do for `match`, which groq-js has; the index behind text::query it has not.
function understood(query: string): string {
  return query.replace(/text::query\(([^()]*)\)/g, "$1");
}

// Found in the text: a query that slices by a parameter cannot be parsed before its value is known.
function parametersOf(query: string): string[] {
  const code = query.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/[^\n]*/g, " ");
  return [...code.matchAll(/\$(\w+)/g)].flatMap(([, name]) => name ?? []);
}
