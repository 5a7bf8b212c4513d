// `npm run openapi` writes docs/api/openapi.json, the description of the API.
import { mkdir, writeFile } from "node:fs/promises";
import { describeApi } from "#functions/openapi.ts";

const folder = new URL("../../docs/api/", import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL("openapi.json", folder), `${JSON.stringify(describeApi(), null, 1)}\n`);
