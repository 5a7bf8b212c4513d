import { isDatabaseError } from "./engine.ts";

/** One sentence on why a PostgreSQL server cannot be used, without the password that its address holds. */
export function unreachable(connectionString: string, error: unknown): Error {
  const url = URL.parse(connectionString);
  if (!url?.host) {
    return new Error("The database's address has to be of the form postgres://user:password@host/database.");
  }
  // A host with several addresses fails with one error for each.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const verb = isDatabaseError(first) ? "refuses" : "cannot be reached";
  return new Error(`PostgreSQL at ${url.host} ${verb}: ${(first as Error).message}.`, { cause: error });
}
