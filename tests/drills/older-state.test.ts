import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { startDatabase } from "#local/neon/server.ts";
import { copyDatabase } from "../support/database-copy.ts";
import { logins } from "../support/database-template.ts";
import { writePlaceholderStudio } from "../support/pretended-studio.ts";
import { productPorts } from "../support/product.ts";

// The first and the last file of the migrations before the baseline.
const earlierNames = ["0001_edge_role.sql", "0051_without_web_vitals.sql"];

let state = "";
let ports: Awaited<ReturnType<typeof productPorts>>;

beforeAll(async () => {
  [state, ports] = await Promise.all([mkdtemp(join(tmpdir(), "vitrina-older-")), productPorts()]);
  await writePlaceholderStudio(state, ports);
  const { dataDirectory } = await copyDatabase(null, "schema");
  await rename(dataDirectory ?? "", join(state, "database"));
  const databaseOptions = { port: 0, dataDirectory: join(state, "database"), postgresUrl: undefined };
  const database = await startDatabase({ ...databaseOptions, ...logins });
  await openOperatorTransactions({ databaseUrl: database.ownerUrl, fetchEndpoint: database.endpoint })({
    forget: { text: "delete from schema_migrations", values: [] },
    record: {
      text: "insert into schema_migrations (version, name, checksum) select row_number() over (), name, 'older' from unnest($1::text[]) as older (name)",
      values: [earlierNames],
    },
  });
  await database.close();
});
// An ended process may still write its last file.
afterAll(() => rm(state, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

test.each(["start", "dev"])(
  "npm run %s on a database of older migrations fails with one sentence that says how to start over",
  async (command) => {
    const child = spawn(process.execPath, [`local/commands/${command}.ts`], {
      env: {
        ...process.env,
        ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
        LOCAL_STATE: state,
        LOCAL_POSTGRES_URL: "",
      },
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(code).toBe(1);
    const lines = output.trim().split("\n");
    expect(lines.at(-1)).toContain(
      "Earlier migrations made this database, 0001_edge_role.sql to 0051_without_web_vitals.sql",
    );
    expect(lines.at(-1)).toMatch(/Nothing was changed\..* \[earlier_baseline\]$/);
    expect(lines.filter((line) => line.includes("npm run reset -- --database"))).toEqual([lines.at(-1)]);
    expect(output).not.toMatch(/^\s+at /m);
  },
  240_000,
);
