import { base64url } from "jose";
import * as v from "valibot";
import { Problem } from "#functions/kernel/http/problem.ts";
import type { Position } from "./selection.ts";

// Milliseconds since 1970, up to the year 2286. The database may reject a larger number as a time.
const position = v.pipe(
  v.string(),
  v.regex(/^\d{1,13} /),
  v.transform((text) => text.split(" ", 2)),
  v.tuple([v.pipe(v.string(), v.transform(Number)), v.pipe(v.string(), v.uuid())]),
  v.transform(([milliseconds, id]): Position => ({ createdAt: new Date(milliseconds), id })),
);

/** Returns the opaque form of a position in the inbox's order. */
export function toCursor({ createdAt, id }: Position): string {
  return base64url.encode(`${createdAt.getTime()} ${id}`);
}

/** Returns the position of a cursor that an earlier page returned. @throws Problem malformed_cursor */
export function readCursor(cursor: string): Position {
  try {
    return v.parse(position, new TextDecoder().decode(base64url.decode(cursor)));
  } catch {
    throw new Problem("malformed_cursor");
  }
}
