// `npm run openapi`: writes docs/api/openapi.json, the description of the API (functions/openapi.ts).
import { mkdir, writeFile } from "node:fs/promises";
import { describeApi } from "#functions/openapi.ts";
import { createCommand, runCommand } from "./cli.ts";

const folder = new URL("../../docs/api/", import.meta.url);

async function writeApiDescription(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(new URL("openapi.json", folder), `${JSON.stringify(describeApi(), null, 1)}\n`);
}

await runCommand(
  createCommand("npm run openapi", "Writes docs/api/openapi.json from the schemas of the contract.").action(
    writeApiDescription,
  ),
);
