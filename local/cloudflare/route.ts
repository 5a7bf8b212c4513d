import { randomUUID } from "node:crypto";

/** What a call brings beside its path: its body, the same as JSON where it is some, its type and what it asks for. */
export type Request = { body: Buffer; json: never; type: string | undefined; query: URLSearchParams };

/** What answers to a method and a path of the API; `:name` in the path is one of the names. */
export type Route = [method: string, path: string, answer: (names: string[], request: Request) => unknown];

/** A refusal in Cloudflare's words. */
export class Refused extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A page of a list, as it is asked for, of `most` at most. */
export function pageOf<Item>(all: Item[], query: URLSearchParams, most: number): Item[] {
  const size = Math.min(Number(query.get("per_page") ?? most), most);
  const from = (Number(query.get("page") ?? 1) - 1) * size;
  return all.slice(from, from + size);
}

export const newId = () => randomUUID().replaceAll("-", "");
