import type { Picture } from "#cms/content/types.ts";

/** Every picture somewhere in a part of the content, in its order. */
export function* picturesIn(value: unknown): Generator<Picture> {
  if (typeof value !== "object" || value === null) return;
  if ("url" in value && "width" in value) yield value as Picture;
  for (const item of Object.values(value)) yield* picturesIn(item);
}
