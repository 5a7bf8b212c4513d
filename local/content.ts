// `npm run content -- export [FILE] | import [FILE]`: what is published, as the launch copy in cms/seed; or, with a
// FILE, everything as NDJSON with its pictures beside it. Out of or into the Lake of this machine while npm start
// runs; or, with SANITY_PROJECT_ID and SANITY_TOKEN, a hosted project.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createClient, type SanityClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { readSeed } from "#cms/seed/documents.ts";
import { seedDirectory } from "#cms/seed/files.ts";
import { assertArchive } from "./content/archive.ts";
import { exportContent } from "./content/export.ts";
import { exportSeed } from "./content/export-seed.ts";
import { say, sentence } from "./processes/terminal.ts";
import { addresses } from "./services.ts";
import { localContent, readSettings } from "./settings.ts";

const apiVersion = "2025-02-19";

async function connect() {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET, SANITY_TOKEN: token } = process.env;
  if (projectId) {
    if (!token) throw new Error("SANITY_TOKEN is not set: a hosted project needs a token that may write.");
    const dataset = SANITY_DATASET || "production";
    return createClient({ projectId, dataset, token, apiVersion, useCdn: false });
  }
  const settings = readSettings();
  const apiHost = addresses(settings).lake;
  const running = await fetch(`${apiHost}/health`).catch(() => undefined);
  if (!running?.ok) throw new Error(`The local content does not answer at ${apiHost}: run npm start first.`);
  const localToken = await readFile(join(settings.state, "content", "token"), "utf8");
  return createClient({
    ...localContent,
    apiHost,
    useProjectHostname: false,
    token: localToken,
    apiVersion,
    useCdn: false,
  });
}

async function writeOut(file: string | undefined): Promise<string> {
  if (file) {
    const { documents, pictures } = await exportContent(await connect(), file);
    return `Wrote ${documents} documents to ${file}, and ${pictures} pictures beside it.`;
  }
  const { documents, pictures } = await exportSeed(await connect(), seedDirectory);
  return `cms/seed is what is published: ${documents} documents and ${pictures} pictures; git diff says what changed.`;
}

async function takeIn(file: string | undefined): Promise<string> {
  if (file) await assertArchive(file);
  const documents = file ? createReadStream(file) : readSeed();
  const client: SanityClient = await connect();
  const { numDocs, warnings } = await sanityImport(documents, {
    client,
    operation: "createOrReplace",
    assetsBase: file ? dirname(file) : seedDirectory,
  });
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
