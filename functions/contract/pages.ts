/** The pages whose copy is in the CMS, by their names there. */
export const pageNames = [
  "home",
  "reputation",
  "web-development",
  "technical-support",
  "digital-marketing",
  "seo-consulting",
  "cctv",
  "contact",
  "privacy",
] as const;
