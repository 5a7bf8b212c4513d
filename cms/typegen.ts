// `npm run typegen`: the types of what the queries of content/queries.ts answer with, after the schema.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const directory = fileURLToPath(new URL(".", import.meta.url));
const manifest = createRequire(import.meta.url).resolve("sanity/package.json");
const sanity = join(dirname(manifest), "bin", "sanity");

// Kept between the two steps only; the settings of the second are in sanity.cli.ts.
const schema = join(".sanity", "schema.json");
mkdirSync(join(directory, dirname(schema)), { recursive: true });

run("schema", "extract", "--enforce-required-fields", "--force", "--path", schema);
run("typegen", "generate");

function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [sanity, ...args], {
    cwd: directory,
    stdio: "inherit",
    env: { ...process.env, DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1" },
  });
  if (status !== 0) process.exit(status ?? 1);
}
