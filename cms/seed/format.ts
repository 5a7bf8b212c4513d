import { languages } from "../content/site.ts";
import { type FollowedText, olderIn } from "../schema/fields/follower.ts";
import type { SeedDocument } from "./documents.ts";

// Fields that identify an object come first, nested values last.
const leading = ["_id", "_type", "_key", "_sanityAsset", "name", "key", "anchor", "navigationLabel"];
const texts = ["title", "description", "text", "label", ...languages];
const order = [...leading, ...texts];

/** Formats a document as a file. The order of fields is fixed, so that a diff shows only changes by editors. */
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

// The follower of a text matters only while that language is outdated.
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
