// `npm run content -- export [FILE] | import [FILE]`: what is published, as the launch copy in cms/seed; or, with a
// FILE, everything as NDJSON with its pictures beside it. Out of or into the content of this machine, whether npm start
// runs or not; or, with SANITY_PROJECT_ID and SANITY_TOKEN, a hosted project.
import { createReadStream } from "node:fs";
import { dirname, resolve } from "node:path";
import { sanityImport } from "@sanity/import";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { assertArchive } from "#local/sanity/archive.ts";
import { exportContent, exportSeed } from "#local/sanity/export.ts";
import { withContent } from "./find-content.ts";

async function writeOut(file: string | undefined): Promise<string> {
  if (file) {
    const { documents, pictures } = await withContent((client) => exportContent(client, file));
    return `Wrote ${documents} documents to ${file}, and ${pictures} pictures beside it.`;
  }
  const { documents, pictures } = await withContent((client) => exportSeed(client, seedDirectory));
  return `cms/seed is what is published: ${documents} documents and ${pictures} pictures; git diff says what changed.`;
}

async function takeIn(file: string | undefined): Promise<string> {
  if (file) await assertArchive(file);
  const documents = file ? createReadStream(file) : readSeed();
  const { numDocs, warnings } = await withContent((client) =>
    sanityImport(documents, {
      client,
      operation: "createOrReplace",
      assetsBase: file ? dirname(file) : seedDirectory,
    }),
  );
  const [failed] = warnings;
  if (failed) throw new Error(`Imported ${numDocs} documents; of the pictures, ${failed.message}.`);
  return `Imported ${numDocs} documents from ${file ?? "cms/seed"}.`;
}

try {
  const [action, file, ...rest] = process.argv.slice(2);
  if (file === "" || rest.length > 0 || (action !== "export" && action !== "import")) {
    throw new Error(
      "Say what to do: npm run content -- export, or import, with cms/seed; with a FILE after it, an archive.",
    );
  }
  const path = file && resolve(file);
  say(await (action === "export" ? writeOut(path) : takeIn(path)));
} catch (error) {
  // The client lists below what it said in the first line.
  say(sentence(error).replace(/:?\n[\s\S]*/, "."));
  process.exitCode = 1;
}
