// `npm run content -- export [FILE] | import [FILE]`: exports published content to the launch copy in cms/seed, or
// imports that copy. With FILE it handles all content as NDJSON, with pictures beside it. It works on the content of
// this machine, with or without a running npm start, or on the hosted project of SANITY_PROJECT_ID and SANITY_TOKEN.
import { createReadStream } from "node:fs";
import { dirname, resolve } from "node:path";
import { sanityImport } from "@sanity/import";
import { InvalidArgumentError } from "commander";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import { describeError, say } from "#local/processes/terminal.ts";
import { assertArchive } from "#local/sanity/archive.ts";
import { exportContent, exportSeed } from "#local/sanity/export.ts";
import { createCommand, jsonOption, printJson, runCommand } from "./cli.ts";
import { withContent } from "./find-content.ts";

type ContentOptions = { json?: true };

/**
 * Exports the content of the CMS for the operator: all of it into `file`, or without `file` the published content into
 * `cms/seed`.
 */
async function exportTo(file: string | undefined, { json }: ContentOptions): Promise<void> {
  const counts = await withContent((client) =>
    file ? exportContent(client, file) : exportSeed(client, seedDirectory),
  );
  const { documents, pictures } = counts;
  if (json) return printJson({ file: file ?? seedDirectory, documents, pictures });
  say(
    file
      ? `Wrote ${documents} documents to ${file}, and ${pictures} pictures beside it.`
      : `Exported the published content to cms/seed: ${documents} documents and ${pictures} pictures. git diff shows the changes.`,
  );
}

/**
 * Imports an archive, or the launch copy in cms/seed without `file`, and replaces documents of the same id. Returns the
 * number of imported documents.
 */
async function importDocuments(file: string | undefined): Promise<number> {
  if (file) await assertArchive(file);
  const documents = file ? createReadStream(file) : readSeed();
  const { numDocs, warnings } = await withContent((client) =>
    sanityImport(documents, {
      client,
      operation: "createOrReplace",
      assetsBase: file ? dirname(file) : seedDirectory,
    }),
  );
  const [warning] = warnings;
  if (warning) throw new Error(`Imported ${numDocs} documents, but not every picture: ${warning.message}.`);
  return numDocs;
}

async function importAndReport(file: string | undefined, { json }: ContentOptions): Promise<void> {
  const documents = await importDocuments(file);
  if (json) return printJson({ file: file ?? seedDirectory, documents });
  say(`Imported ${documents} documents from ${file ?? "cms/seed"}.`);
}

/** Runs an action and keeps only the first line of a failure; the client of the CMS adds lines with details. */
const withShortFailure =
  (action: (file: string | undefined, options: ContentOptions) => Promise<void>) =>
  (file: string | undefined, options: ContentOptions): Promise<void> =>
    action(file, options).catch((error) => {
      throw new Error(describeError(error).replace(/:?\n[\s\S]*/, "."), { cause: error });
    });

/** Parses the argument FILE. An empty variable of a script must not select cms/seed, which a missing argument means. */
function toPath(file: string): string {
  if (file === "") throw new InvalidArgumentError("It is empty.");
  return resolve(file);
}

const command = createCommand("npm run content", "Exports and imports the content of the CMS.");
command
  .command("export")
  .description("export the published content to cms/seed, or all content to an archive")
  .argument("[file]", "an NDJSON archive, with its pictures beside it", toPath)
  .option(...jsonOption)
  .action(withShortFailure(exportTo));
command
  .command("import")
  .description("import cms/seed or an archive into the CMS")
  .argument("[file]", "an NDJSON archive, with its pictures beside it", toPath)
  .option(...jsonOption)
  .action(withShortFailure(importAndReport));

await runCommand(command);
