/** Stored keys of the services about which a visitor can ask. Their names are in `cms/content/names`. */
export const services = [
  "reputation",
  "web-development",
  "digital-marketing",
  "seo-consulting",
  "technical-support",
  "cctv",
] as const;
export type Service = (typeof services)[number];

/** Stored keys of how a visitor heard of the company. */
export const sources = [
  "google-search",
  "social-networks",
  "recommendation",
  "advertising",
  "other",
] as const;
