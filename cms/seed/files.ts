import { fileURLToPath } from "node:url";

/** The folder of the launch copy, as a path; what `_sanityAsset` says of pictures is relative to it. */
export const seedDirectory = fileURLToPath(new URL(".", import.meta.url));

/** The file of a document in that folder: a folder a type, and the settings, of which there is one, beside them. */
export function fileOf({ _id, _type }: { _id: string; _type: string }): string {
  const type = _type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return _id === _type ? `${type}.json` : `${type}s/${_id}.json`;
}
