/** The Sanity project of the Studio and the command line. Defaults to the project of the local stand-in. */
export const project = {
  projectId: process.env.SANITY_STUDIO_PROJECT_ID || "vitrina0",
  dataset: process.env.SANITY_STUDIO_DATASET || "production",
};

/** The origin of a stand-in for Sanity's API, for example `http://localhost:3399`. Undefined means Sanity itself. */
export const apiHost = process.env.SANITY_STUDIO_API_HOST || undefined;

/** The origin of the site, for example `https://www.example.com`. Undefined if there is no site yet. */
export const siteOrigin = process.env.SANITY_STUDIO_SITE_ORIGIN || undefined;

/** The host name of the Studio, NAME in NAME.sanity.studio. Only deployment needs it. */
export const studioHost = process.env.SANITY_STUDIO_HOSTNAME || undefined;

/**
 * The URL of a service that proposes translations. Without it the Studio has no button for them. The URL is built into
 * the Studio and therefore public, so it must not contain a key.
 */
export const translationUrl = process.env.SANITY_STUDIO_TRANSLATION_URL || undefined;
