/** The address of the Cloudflare Web Analytics script. Draft previews and private pages never load it. */
export const beaconAddress = "https://static.cloudflareinsights.com/beacon.min.js";

/**
 * Adds the beacon of Cloudflare Web Analytics, and the host that it reports to, to a Content Security Policy.
 * @see https://developers.cloudflare.com/web-analytics/get-started/
 */
export const allowAnalytics = (policy: string): string =>
  policy
    .replace("script-src 'self'", `$& ${new URL(beaconAddress).origin}`)
    .replace("connect-src 'self'", "$& https://cloudflareinsights.com");
