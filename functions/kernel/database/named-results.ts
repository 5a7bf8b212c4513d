import type { Query, Row } from "./sql.ts";

/**
 * The statements of one transaction, by name and in the order in which they run. A list is a group whose rows no one
 * reads; a name without a statement answers with no rows.
 */
export type Statements = { readonly [name: string]: Query | readonly Query[] | undefined };

/** The rows of each statement, by its name. Groups have none. */
export type Results<S extends Statements> = {
  [Name in keyof S as S[Name] extends Query | undefined ? Name : never]: Row[];
};

/** Runs statements as one transaction and one round trip. @throws Refusal unavailable */
export type Transaction = <const S extends Statements>(statements: S) => Promise<Results<S>>;

/** The rows that each statement of a transaction has answered with. */
export type Answers = ReadonlyMap<Query, Row[]>;

/** A transaction with named results, of one that runs a list. */
export const named =
  (run: (queries: Query[]) => Promise<Answers>): Transaction =>
  async <S extends Statements>(statements: S) => {
    const answers = await run(Object.values(statements).flatMap((statement) => statement ?? []));
    const singles = Object.entries(statements).filter(isSingle);
    return Object.fromEntries(
      singles.map(([name, query]) => [name, (query && answers.get(query)) ?? []]),
    ) as Results<S>;
  };

const isSingle = (entry: [string, Statements[string]]): entry is [string, Query | undefined] =>
  !Array.isArray(entry[1]);
