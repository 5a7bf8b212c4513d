import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#local/settings.ts";
import { markAsBuilt } from "./prepared-studio.ts";

/** Writes a placeholder Studio that counts as built, so that no test waits for the real one. */
export async function writePlaceholderStudio(state: string, ports: Settings["ports"]): Promise<void> {
  const directory = join(state, "studio");
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "index.html"), "<title>Studio</title>");
  await markAsBuilt(directory, {
    sanity: `http://localhost:${ports.LAKE_PORT}`,
    site: `http://localhost:${ports.PORT}`,
  });
}
