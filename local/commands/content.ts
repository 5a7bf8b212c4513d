// `npm run content -- export [FILE] | import [FILE]`: exports published content to the launch copy in cms/seed, or
// imports that copy. With FILE it handles all content as NDJSON, with pictures beside it. It works on the content of
// this machine, with or without a running npm start, or on the hosted project of SANITY_PROJECT_ID and SANITY_TOKEN.
import { createReadStream } from "node:fs";
import { dirname, resolve } from "node:path";
import { sanityImport } from "@sanity/import";
import { InvalidArgumentError } from "commander";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { assertArchive } from "#local/sanity/archive.ts";
import { exportContent, exportSeed } from "#local/sanity/export.ts";
import { createCommand, jsonOption, printJson, runCommand } from "./cli.ts";
import { withContent } from "./find-content.ts";

type Options = { json?: true };

async function writeOut(file: string | undefined, { json }: Options): Promise<void> {
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

async function importFrom(file: string | undefined): Promise<number> {
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
  if (failed) throw new Error(`Imported ${numDocs} documents, but not every picture: ${failed.message}.`);
  return numDocs;
}

async function takeIn(file: string | undefined, { json }: Options): Promise<void> {
  const documents = await importFrom(file);
  if (json) return printJson({ file: file ?? seedDirectory, documents });
  say(`Imported ${documents} documents from ${file ?? "cms/seed"}.`);
}

/** Runs an action and keeps only the first line of a failure; the client of the CMS adds lines with details. */
const withShortFailure =
  (action: (file: string | undefined, options: Options) => Promise<void>) =>
  (file: string | undefined, options: Options): Promise<void> =>
    action(file, options).catch((error) => {
      throw new Error(sentence(error).replace(/:?\n[\s\S]*/, "."), { cause: error });
    });

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
  .action(withShortFailure(writeOut));
command
  .command("import")
  .description("import cms/seed or an archive into the CMS")
  .argument("[file]", "an NDJSON archive, with its pictures beside it", toPath)
  .option(...jsonOption)
  .action(withShortFailure(takeIn));

await runCommand(command);
