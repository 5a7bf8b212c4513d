import { endWithParent } from "#local/processes/lifeline.ts";
import { startLake } from "./server.ts";

const { LAKE_PORT, LAKE_DIRECTORY, SANITY_PROJECT_ID, SANITY_DATASET, SANITY_READ_TOKEN } = process.env;

try {
  const lake = await startLake({
    port: Number(LAKE_PORT ?? 3399),
    projectId: SANITY_PROJECT_ID || "vitrina0",
    dataset: SANITY_DATASET || "production",
    directory: LAKE_DIRECTORY || undefined,
    token: SANITY_READ_TOKEN || undefined,
  });
  endWithParent(lake.close);
  process.stdout.write(`The content answers at ${lake.origin}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
