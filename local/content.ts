// `npm run content -- export FILE | import FILE`: the content as NDJSON with its pictures beside it, out of or into
// the Lake of this machine while npm start runs; or, with SANITY_PROJECT_ID and SANITY_TOKEN, a hosted project.
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { exportContent } from "./content/export.ts";
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

try {
  const [action, file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0 || (action !== "export" && action !== "import")) {
    throw new Error("Say what to do: npm run content -- export FILE, or npm run content -- import FILE.");
  }
  const path = resolve(file);
  const client = await connect();
  if (action === "export") {
    const { documents, pictures } = await exportContent(client, path);
    say(`Wrote ${documents} documents to ${path}, and ${pictures} pictures beside it.`);
  } else {
    const { numDocs } = await sanityImport(createReadStream(path), {
      client,
      operation: "createOrReplace",
      assetsBase: dirname(path),
    });
    say(`Imported ${numDocs} documents from ${path}.`);
  }
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
