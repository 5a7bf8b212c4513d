import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The sources of the Studio. */
export const cms = fileURLToPath(new URL("../../cms/", import.meta.url));

/** The variables that the Studio is built with (the README of cms). */
export type StudioSettings = Record<`SANITY_STUDIO_${string}`, string>;

/** Builds the Studio into a folder, by Sanity's own command, which is told nothing about anyone. @throws Error with one sentence */
export function buildStudio(
  directory: string,
  settings: StudioSettings,
  stdio: "inherit" | "ignore" = "inherit",
): Promise<void> {
  const manifest = createRequire(join(cms, "package.json")).resolve("sanity/package.json");
  const child = spawn(
    process.execPath,
    [join(dirname(manifest), "bin", "sanity"), "build", directory, "-y"],
    {
      ...{ cwd: cms, stdio },
      env: { ...process.env, ...settings, DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1", CI: "1" },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The Studio could not be built (code ${code}).`)),
    );
  });
}
