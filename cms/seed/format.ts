import { languages } from "../content/site.ts";
import { type FollowedText, olderIn } from "../schema/fields/follower.ts";
import type { SeedDocument } from "./documents.ts";

// What tells a reader which thing this is comes first, what it is made of last.
const leading = ["_id", "_type", "_key", "_sanityAsset", "name", "key", "anchor", "navigationLabel"];
const texts = ["title", "description", "text", "label", ...languages];
const order = [...leading, ...texts];

/** A document as its file: fields in one order, so that a difference is what an editor changed. */
export function formatDocument(document: SeedDocument): string {
  return `${JSON.stringify(ordered(document), null, 2)}\n`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const entries = Object.entries(withoutSettled(value)).toSorted(
    ([a, one], [b, other]) => place(a, one) - place(b, other) || (a < b ? -1 : 1),
  );
  return Object.fromEntries(entries.map(([name, field]) => [name, ordered(field)]));
}

// Which language of a text follows the other says something only as long as it is behind.
function withoutSettled(value: FollowedText): object {
  const { follower, ...rest } = value;
  return follower && !olderIn(value) ? rest : value;
}

function place(name: string, field: unknown): number {
  if (order.includes(name)) return order.indexOf(name);
  if (Array.isArray(field)) return order.length + 2;
  return isObject(field) ? order.length + 1 : order.length;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
