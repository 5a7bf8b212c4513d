import type { Query, Row } from "./sql.ts";

/**
 * Statements of one transaction by name, in the order in which they run. A list is a group whose rows are not read. A
 * name without a statement has no rows.
 */
export type Statements = { readonly [name: string]: Query | readonly Query[] | undefined };

/** Rows of each statement by its name. Groups have none. */
export type Results<S extends Statements> = {
  [Name in keyof S as S[Name] extends Query | undefined ? Name : never]: Row[];
};

/** Runs statements as one transaction and one round trip. @throws Refusal unavailable */
export type Transaction = <const S extends Statements>(statements: S) => Promise<Results<S>>;

/** Rows of each statement of a transaction. */
export type Answers = ReadonlyMap<Query, Row[]>;

/**
 * Returns a transaction whose results have the names of its statements. `run` executes the statements in their order.
 * Groups of statements have no results.
 */
export const nameResults =
  (run: (queries: Query[]) => Promise<Answers>): Transaction =>
  async <S extends Statements>(statements: S) => {
    const answers = await run(Object.values(statements).flatMap((statement) => statement ?? []));
    const singles = Object.entries(statements).filter(isSingle);
    return Object.fromEntries(
      singles.map(([name, query]) => [name, (query && answers.get(query)) ?? []]),
    ) as Results<S>;
  };

/** Runs a list of statements in a transaction, so that a transaction can add its own statements to those of another. */
export async function runList(transaction: Transaction, queries: Query[]): Promise<Answers> {
  const results = await transaction(Object.fromEntries(queries.map((query, index) => [index, query])));
  return new Map(queries.map((query, index) => [query, results[index] ?? []]));
}

const isSingle = (entry: [string, Statements[string]]): entry is [string, Query | undefined] =>
  !Array.isArray(entry[1]);
