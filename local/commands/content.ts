// `npm run content -- export [FILE] | import [FILE]`: what is published, as the launch copy in cms/seed; or, with a
// FILE, everything as NDJSON with its pictures beside it. Out of or into the content of this machine, whether npm start
// runs or not; or, with SANITY_PROJECT_ID and SANITY_TOKEN, a hosted project.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createClient, type SanityClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { apiVersion } from "#cms/content/api-version.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { seedDirectory } from "#cms/seed/files.ts";
import { takeLock } from "#local/processes/lock.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { addresses } from "#local/product/services.ts";
import { assertArchive } from "#local/sanity/archive.ts";
import { exportContent } from "#local/sanity/export.ts";
import { exportSeed } from "#local/sanity/export-seed.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent, readSettings } from "#local/settings.ts";
import { openState } from "#local/state.ts";

/** A client that may write, and what ends it. */
type Connection = { client: SanityClient; end: () => Promise<void> };

async function connect(): Promise<Connection> {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET, SANITY_TOKEN: token } = process.env;
  if (projectId) {
    if (!token) throw new Error("SANITY_TOKEN is not set: a hosted project needs a token that may write.");
    const dataset = SANITY_DATASET || "production";
    return {
      client: createClient({ projectId, dataset, token, apiVersion, useCdn: false }),
      end: async () => {},
    };
  }
  const settings = readSettings();
  const directory = join(settings.state, "content");
  const { sanity } = addresses(settings);
  const running = await fetch(`${sanity}/health`).catch(() => undefined);
  if (running?.ok) return { client: await localClient(sanity, directory), end: async () => {} };

  await openState(settings.state);
  // No one else writes there meanwhile: npm start takes the same lock.
  const release = await takeLock(
    join(settings.state, "lock"),
    (pid) =>
      `${settings.state} is in use by process ${pid}, and its content does not answer at ${sanity}: wait until npm start is ready, or end it.`,
  );
  try {
    const opened = await startSanity({ ...localContent, port: 0, directory });
    const end = () => opened.close().finally(release);
    return { client: await localClient(opened.origin, directory), end };
  } catch (error) {
    await release();
    throw error;
  }
}

async function localClient(apiHost: string, directory: string): Promise<SanityClient> {
  const token = await readFile(join(directory, "token"), "utf8");
  return createClient({
    ...localContent,
    apiHost,
    useProjectHostname: false,
    token,
    apiVersion,
    useCdn: false,
  });
}

async function withContent<Result>(work: (client: SanityClient) => Promise<Result>): Promise<Result> {
  const { client, end } = await connect();
  return work(client).finally(end);
}

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
