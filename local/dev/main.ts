import { endWithParent } from "#local/processes/lifeline.ts";
import { startDev } from "./server.ts";

const { PORT, DEV_DIRECTORY, EDGE_BINDINGS = "{}" } = process.env;

try {
  if (!DEV_DIRECTORY) throw new Error("DEV_DIRECTORY is not set: it names the folder for compiled packages.");
  const site = await startDev({
    port: Number(PORT),
    directory: DEV_DIRECTORY,
    bindings: JSON.parse(EDGE_BINDINGS),
  });
  endWithParent(site.close);
  process.stdout.write(`The site answers on port ${site.port}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
