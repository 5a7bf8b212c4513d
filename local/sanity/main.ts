import { endWithParent } from "#local/processes/lifeline.ts";
import { startSanity } from "./server.ts";

const { LAKE_PORT, SANITY_DIRECTORY, SANITY_PROJECT_ID, SANITY_DATASET, SANITY_WRITE_TOKEN } = process.env;
const { SANITY_WEBHOOK_URL, SANITY_WEBHOOK_SECRET } = process.env;

try {
  const sanity = await startSanity({
    port: Number(LAKE_PORT ?? 3399),
    projectId: SANITY_PROJECT_ID || "vitrina0",
    dataset: SANITY_DATASET || "production",
    directory: SANITY_DIRECTORY || undefined,
    token: SANITY_WRITE_TOKEN || undefined,
    webhook:
      SANITY_WEBHOOK_URL && SANITY_WEBHOOK_SECRET
        ? { url: SANITY_WEBHOOK_URL, secret: SANITY_WEBHOOK_SECRET }
        : undefined,
  });
  endWithParent(sanity.close);
  process.stdout.write(`The content answers at ${sanity.origin}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
