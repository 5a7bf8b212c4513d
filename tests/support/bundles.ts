import { buildFunctions, buildScheduled } from "#local/build/functions.ts";
import { prepared } from "./prepared.ts";

// Also what the edge may import of the other folders, now or later.
const sources = ["functions", "cms", "web", "local/build", "package.json", "tsconfig.json", "wrangler.toml"];

/** The folder of the API's bundle, as it is deployed. */
export const functionsBundle = () => prepared("functions", sources, buildFunctions);

/** The folder of the scheduled Worker's bundle, as it is deployed. */
export const scheduledBundle = () => prepared("scheduled", sources, buildScheduled);
