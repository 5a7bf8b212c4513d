import { openApi } from "./api.ts";
import { openCloudflare } from "./cloudflare.ts";
import { openNeon } from "./neon.ts";

/** The two that hold a site and its database, and whose account wrangler works in; their addresses are others only for stand-ins. */
export function openProviders(answers: Record<string, string>, command: Record<string, string | undefined>) {
  const { CLOUDFLARE_ACCOUNT_ID = "", CLOUDFLARE_API_TOKEN = "", NEON_API_KEY = "" } = answers;
  const { NEON_ORG_ID: organization, NEON_REGION: region } = answers;
  const cloudflareUrl = command.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4";
  const neonUrl = command.NEON_API_URL || "https://console.neon.tech/api/v2";
  return {
    account: { CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN },
    cloudflare: openCloudflare(
      openApi("Cloudflare", cloudflareUrl, CLOUDFLARE_API_TOKEN),
      CLOUDFLARE_ACCOUNT_ID,
    ),
    neon: openNeon(openApi("Neon", neonUrl, NEON_API_KEY), { organization, region }),
  };
}
