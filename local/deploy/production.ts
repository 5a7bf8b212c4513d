import * as v from "valibot";
import { isLoopback } from "#functions/kernel/loopback.ts";
import { selectSetVariables, toFaults } from "#functions/kernel/variable-types.ts";
import { pageVariables } from "#functions/variables.ts";
import type { ArtifactOptions } from "#local/product/artifact.ts";

const publicOrigin = v.check<string, string>(
  (origin) => !isLoopback(new URL(origin).hostname),
  "leads to this machine only: expected the address that visitors use",
);
const required = {
  ...pageVariables,
  SITE_ORIGIN: v.pipe(pageVariables.SITE_ORIGIN, publicOrigin),
  SANITY_DATASET: v.optional(pageVariables.SANITY_DATASET, "production"),
};
const offline = { ...required, SANITY_PROJECT_ID: v.optional(pageVariables.SANITY_PROJECT_ID) };

const remedies =
  "Set them as described in .env.example. To build without a CMS, from the launch copy in cms/seed: " +
  "SITE_ORIGIN=https://www.example.com npm run build -- --offline-copy. For this machine, use npm start.";

/**
 * Returns the settings of a production build from environment variables. The site's address and the CMS project have no
 * default, so that no build ships a local address or the launch copy of `cms/seed` by mistake.
 * @param offlineCopy whether a build without a CMS is allowed, from the launch copy
 * @throws Error that names every variable that is missing or malformed
 */
export function readProduction(
  bindings: Record<string, unknown>,
  offlineCopy: boolean,
): Pick<ArtifactOptions, "siteOrigin" | "content" | "analyticsToken"> {
  const setVariables = selectSetVariables(bindings);
  const { success, output, issues } = v.safeParse(v.object(offlineCopy ? offline : required), setVariables);
  if (!success) {
    const faults = toFaults(issues, setVariables).join("; ");
    throw new Error(`A production build is not possible with this environment: ${faults}. ${remedies}`);
  }
  const { SITE_ORIGIN, SANITY_PROJECT_ID, SANITY_DATASET, SANITY_API_HOST, SANITY_READ_TOKEN } = output;
  const content = SANITY_PROJECT_ID
    ? {
        projectId: SANITY_PROJECT_ID,
        dataset: SANITY_DATASET,
        ...(SANITY_API_HOST && { apiHost: SANITY_API_HOST }),
        ...(SANITY_READ_TOKEN && { token: SANITY_READ_TOKEN }),
      }
    : null;
  const { WEB_ANALYTICS_TOKEN: analyticsToken } = output;
  return {
    siteOrigin: SITE_ORIGIN,
    content,
    ...(analyticsToken && { analyticsToken }),
  };
}
