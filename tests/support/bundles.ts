import { buildFunctions, buildScheduled } from "#web/build/workers/functions.ts";
import { prepareOnce } from "./prepared.ts";

// The list includes the folders from which the edge may import, now or later.
const sources = ["functions", "cms", "web/build", "package.json", "tsconfig.json", "wrangler.toml"];

/** Returns the folder of the API's bundle, as it is deployed. */
export const functionsBundle = () => prepareOnce("functions", sources, buildFunctions);

/** Returns the folder of the scheduled Worker's bundle, as it is deployed. */
export const scheduledBundle = () => prepareOnce("scheduled", sources, buildScheduled);
