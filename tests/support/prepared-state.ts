import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { embeddedTemplate } from "./database-copy.ts";
import { putStudio } from "./prepared-studio.ts";

/** Puts into the state of a product what its first start would make: the Studio, and the migrated database. */
export async function prepareState(state: string, ports: { PORT: number; LAKE_PORT: number }): Promise<void> {
  await mkdir(state, { recursive: true });
  await Promise.all([
    putStudio(join(state, "studio"), {
      sanity: `http://localhost:${ports.LAKE_PORT}`,
      site: `http://localhost:${ports.PORT}`,
    }),
    embeddedTemplate("schema").then((template) => cp(template, join(state, "database"), { recursive: true })),
  ]);
}
