/** The Sanity project that the Studio and the command line work on; the defaults are those of the local stand-in. */
export const project = {
  projectId: process.env.SANITY_STUDIO_PROJECT_ID || "vitrina0",
  dataset: process.env.SANITY_STUDIO_DATASET || "production",
};
