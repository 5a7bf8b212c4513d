import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { fileOf } from "#cms/seed/files.ts";
import { formatDocument } from "#cms/seed/format.ts";
import { fileNameOf, readPicture, readPortable, type StoredPicture, shortHash } from "./portable.ts";

const folder = "pictures";

/**
 * Makes the launch copy in `directory` what is published: one file a document, and the pictures that they show.
 * A picture that is there already keeps its name. What is published no longer is removed.
 * @throws Error when nothing is published, and leaves everything as it is
 */
export async function exportSeed(client: SanityClient, directory: string) {
  const before = await picturesIn(directory);
  const added = new Map<string, string>();
  const name = (picture: StoredPicture): string => {
    const kept = before.get(picture.sha1hash ?? "") ?? added.get(picture._id);
    if (kept) return kept;
    const plain = fileNameOf(picture);
    const isTaken = [...before.values(), ...added.values()].includes(plain);
    const chosen = isTaken ? `${shortHash(picture)}-${plain}` : plain;
    added.set(picture._id, chosen);
    return chosen;
  };
  const { documents, pictures } = await readPortable(client, { perspective: "published", folder, name });
  if (documents.length === 0)
    throw new Error("Nothing is published there; the launch copy was left as it is.");

  const files = new Map<string, string | Buffer>();
  for (const [file, picture] of pictures) {
    if (added.has(picture._id)) files.set(`${folder}/${file}`, await readPicture(picture));
  }
  // An id with a dot is private: what is planned is no copy.
  const shown = documents.filter(({ _id }) => !_id.includes("."));
  for (const { _rev, _createdAt, _updatedAt, _originalId, _system, ...document } of shown) {
    files.set(fileOf(document), formatDocument(document));
  }
  for (const [file, content] of files) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), content);
  }
  const kept = new Set([...files.keys(), ...[...pictures.keys()].map((file) => `${folder}/${file}`)]);
  for (const file of globSync(["**/*.json", `${folder}/*`], { cwd: directory })) {
    if (!kept.has(file)) await rm(join(directory, file));
  }
  return { documents: shown.length, pictures: pictures.size };
}

/** The names of the pictures that are there, by the SHA-1 of their bytes, which is what Sanity knows them by. */
async function picturesIn(directory: string): Promise<Map<string, string>> {
  const names = globSync("*", { cwd: join(directory, folder) });
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(directory, folder, name));
        return [createHash("sha1").update(bytes).digest("hex"), name] as const;
      }),
    ),
  );
}
