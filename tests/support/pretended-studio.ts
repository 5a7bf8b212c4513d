import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { studioEnvironment } from "#local/product/services.ts";
import { readSettings, type Settings } from "#local/settings.ts";
import { fingerprint } from "#local/studio/fingerprint.ts";

/** A Studio that counts as built, so that no test waits for the real one. */
export async function pretendStudio(state: string, ports: Settings["ports"]): Promise<void> {
  const {
    SANITY_ORIGIN = "",
    SANITY_PROJECT_ID = "",
    SANITY_DATASET = "",
  } = studioEnvironment({ ...readSettings(), ports, state });
  const builtFrom = await fingerprint(resolve("cms/"), {
    SANITY_STUDIO_API_HOST: SANITY_ORIGIN,
    SANITY_STUDIO_PROJECT_ID: SANITY_PROJECT_ID,
    SANITY_STUDIO_DATASET: SANITY_DATASET,
  });
  await mkdir(join(state, "studio"), { recursive: true });
  await writeFile(join(state, "studio", "index.html"), "<title>Studio</title>");
  await writeFile(join(state, "studio", "built-from"), builtFrom);
}
