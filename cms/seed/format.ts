import { languages } from "../content/site.ts";
import { type FollowedText, findOutdatedLanguage } from "../schema/fields/follower.ts";
import type { SeedDocument } from "./documents.ts";

// Fields that identify an object come first, nested values last.
const leadingFields = ["_id", "_type", "_key", "_sanityAsset", "name", "key", "anchor", "navigationLabel"];
const textFields = ["title", "description", "text", "label", ...languages];
const order = [...leadingFields, ...textFields];

/** Formats a document as a file. The order of fields is fixed, so that a diff shows only changes by editors. */
export function formatDocument(document: SeedDocument): string {
  return `${JSON.stringify(orderFields(document), null, 2)}\n`;
}

/**
 * Returns a value with its fields in the order of seed files, at any depth. Omits the `follower` of a text, which names
 * its translated language, unless that language is outdated.
 */
function orderFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orderFields);
  if (!isObject(value)) return value;
  const entries = Object.entries(withoutSettledFollower(value)).toSorted(
    ([a, aValue], [b, bValue]) => getPosition(a, aValue) - getPosition(b, bValue) || (a < b ? -1 : 1),
  );
  return Object.fromEntries(entries.map(([name, field]) => [name, orderFields(field)]));
}

/** Removes the follower of a text, which matters only while that language is outdated. */
function withoutSettledFollower(value: FollowedText): object {
  const { follower, ...settledText } = value;
  return follower && !findOutdatedLanguage(value) ? settledText : value;
}

/**
 * Returns the sort key of a field, which gives seed files a fixed order: known names in their order, then plain values,
 * objects and lists.
 */
function getPosition(name: string, field: unknown): number {
  if (order.includes(name)) return order.indexOf(name);
  if (Array.isArray(field)) return order.length + 2;
  return isObject(field) ? order.length + 1 : order.length;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
