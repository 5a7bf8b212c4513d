import type { Accounts } from "./accounts.ts";
import type { ImageStore } from "./assets.ts";
import type { Caller } from "./documents.ts";
import { SanityError } from "./errors.ts";
import type { DocumentStore } from "./store.ts";

export type Sanity = {
  projectId: string;
  dataset: string;
  origin: string;
  accounts: Accounts;
  store: DocumentStore;
  images: ImageStore;
};

/** An API call: its caller, its request, and the rest of the path after the operation. */
export type SanityCall = {
  sanity: Sanity;
  caller: Caller;
  request: Request;
  url: URL;
  /** Such as v2025-02-19. */
  version: string;
  rest: string;
};

/** Returns the query of an address, and the values of its `$name` parameters. */
export function readParameters(url: URL): { query: string; params: Record<string, unknown> } {
  const params: Record<string, unknown> = {};
  for (const [name, value] of url.searchParams) {
    if (name.startsWith("$")) params[name.slice(1)] = parseParameter(name, value);
  }
  return { query: url.searchParams.get("query") ?? "", params };
}

function parseParameter(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new SanityError(400, `The value of ${name} is not JSON.`);
  }
}
