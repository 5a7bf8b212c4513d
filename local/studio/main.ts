import { endWithParent } from "#local/processes/lifeline.ts";
import { startStudio } from "./server.ts";

const { STUDIO_PORT, STUDIO_DIRECTORY } = process.env;

try {
  if (!STUDIO_DIRECTORY)
    throw new Error("STUDIO_DIRECTORY is not set: it names the folder of the built Studio.");
  const studio = await startStudio({ port: Number(STUDIO_PORT ?? 3333), directory: STUDIO_DIRECTORY });
  endWithParent(studio.close);
  process.stdout.write(`The Studio is at ${studio.origin}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
