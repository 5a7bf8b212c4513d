// `npm run typegen`: the types of what the queries of content/queries.ts answer with, after the schema. With `-- --check`
// nothing is written: it fails when the types in the repository are other ones.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const directory = fileURLToPath(new URL(".", import.meta.url));
const manifest = createRequire(import.meta.url).resolve("sanity/package.json");
const sanity = join(dirname(manifest), "bin", "sanity");
const types = join("content", "types.generated.ts");
const check = process.argv.includes("--check");

// Kept between the two steps only; the settings of the second are in sanity.cli.ts.
const schema = join(".sanity", "schema.json");
const target = check ? join(".sanity", "types.ts") : types;
mkdirSync(join(directory, dirname(schema)), { recursive: true });

run("schema", "extract", "--enforce-required-fields", "--force", "--path", schema);
run("typegen", "generate");

const made = (file: string) => readFileSync(join(directory, file), "utf8");
if (check && made(target) !== made(types)) {
  process.stderr.write(`cms/${types} is not what the schema and the queries give: run npm run typegen.\n`);
  process.exit(1);
}

function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [sanity, ...args], {
    cwd: directory,
    stdio: "inherit",
    env: {
      ...process.env,
      DO_NOT_TRACK: "1",
      NO_UPDATE_NOTIFIER: "1",
      TYPEGEN_TARGET: target,
    },
  });
  if (status !== 0) process.exit(status ?? 1);
}
