import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { assertPictures, parseDocument } from "#cms/seed/documents.ts";

/**
 * Checks before an import that Sanity's importer accepts a file: NDJSON with a document in every line, and its pictures
 * beside it. Packed exports of Sanity are left to the importer.
 * @throws Error with one sentence that names the file, and the line and document in it
 */
export async function assertArchive(file: string): Promise<void> {
  const handle = await open(file).catch(() => {
    throw new Error(`The file ${file} does not exist or cannot be read.`);
  });
  try {
    if ((await handle.stat()).isDirectory()) throw new Error(`${file} is a folder: name the file in it.`);
    const { buffer } = await handle.read({ buffer: Buffer.alloc(512), position: 0 });
    if (isPacked(buffer)) return;
    const ids = new Map<string, number>();
    let line = 0;
    for await (const json of handle.readLines({ start: 0, autoClose: false })) {
      line += 1;
      if (!json.trim()) continue;
      const position = `${file}, line ${line}`;
      const document = parseDocument(json, position);
      const earlierLine = ids.get(document._id);
      if (earlierLine)
        throw new Error(`${position}: line ${earlierLine} has the document "${document._id}" already.`);
      ids.set(document._id, line);
      assertPictures(document, dirname(file), position);
    }
    if (ids.size === 0) throw new Error(`${file} holds no document.`);
  } finally {
    await handle.close();
  }
}

const isPacked = (start: Buffer) =>
  start.readUInt16BE(0) === 0x1f8b || start.toString("latin1", 257, 262) === "ustar";
