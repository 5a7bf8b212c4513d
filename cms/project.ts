/** The Sanity project that the Studio and the command line work on; the defaults are those of the local stand-in. */
export const project = {
  projectId: process.env.SANITY_STUDIO_PROJECT_ID || "vitrina0",
  dataset: process.env.SANITY_STUDIO_DATASET || "production",
};

/** Another host that speaks Sanity's API, for example `http://localhost:3399`; undefined is Sanity's own. */
export const apiHost = process.env.SANITY_STUDIO_API_HOST || undefined;

/** The origin of the site that shows what is edited, for example `https://www.example.com`; undefined where it has none yet. */
export const siteOrigin = process.env.SANITY_STUDIO_SITE_ORIGIN || undefined;

/** Where the Studio is hosted: NAME.sanity.studio; only deploying needs it. */
export const studioHost = process.env.SANITY_STUDIO_HOSTNAME || undefined;

/** A service that proposes translations (cms/translation); undefined where there is none, and then no button asks for one. */
export const translationUrl = process.env.SANITY_STUDIO_TRANSLATION_URL || undefined;
