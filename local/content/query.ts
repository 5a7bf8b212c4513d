import { type ExprNode, evaluate, GroqSyntaxError, parse } from "groq-js";
import { LakeError } from "./errors.ts";
import { inPerspective } from "./perspective.ts";
import type { StoredDocument } from "./store.ts";

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
    const missing = parametersOf(parse(query)).find((name) => !(name in params));
    if (missing) throw refuse(`param $${missing} referenced, but not provided`);
    const value = await evaluate(parse(query, { params }), { dataset, params, sanity });
    return await value.get();
  } catch (error) {
    if (error instanceof LakeError) throw error;
    if (error instanceof GroqSyntaxError) throw refuse(error.message, error.position, error.position + 1);
    throw refuse((error as Error).message);
  }
}

function parametersOf(node: ExprNode): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, name } = value as { type?: unknown; name?: unknown };
    if (type === "Parameter" && typeof name === "string") found.push(name);
    Object.values(value).forEach(walk);
  };
  walk(node);
  return found;
}
