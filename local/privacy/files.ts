import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { openBucket } from "#local/cloudflare/attachments.ts";

const attachments = v.array(v.looseObject({ id: v.pipe(v.string(), v.uuid()), name: v.string() }));

/** The longest name of a file in the folder of an export, in characters beside the id. */
const maxNameLength = 60;

/**
 * Returns the name of a file in the folder of an export: its id, and of the sender's name only letters, digits and signs
 * that every file system takes. The end of a long name stays.
 */
const toSafeName = (id: string, name: string): string => {
  const safeName = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/[.-]+$/, "");
  return `${id}-${[...safeName].slice(-maxNameLength).join("")}`;
};

/**
 * Writes the content of a person's files into the new `folder`, one at a time. Returns the rows with the path of each file
 * beside the export; null for a file whose content the bucket lacks.
 * @throws Error if the bucket is away; nothing stays in the folder then
 */
export async function exportFiles(
  rows: unknown[],
  folder: string,
): Promise<{ id: string; file: string | null }[]> {
  // A message that has just left the spool also has rows, and messages may share a file.
  const files = [...new Map(v.parse(attachments, rows).map((row) => [row.id, row])).values()];
  if (files.length === 0) return [];
  const bucket = await openBucket();
  const exportedFiles: { id: string; file: string | null }[] = [];
  try {
    await mkdir(folder, { mode: 0o700 });
    for (const row of files) {
      const content = await bucket.read(row.id);
      const name = toSafeName(row.id, row.name);
      if (content)
        await pipeline(content, createWriteStream(join(folder, name), { mode: 0o600, flags: "wx" }));
      exportedFiles.push({ ...row, file: content && `${basename(folder)}/${name}` });
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await bucket.close();
  }
  return exportedFiles;
}
