import { cctv } from "./pages/cctv.ts";
import { contact } from "./pages/contact.ts";
import { digitalMarketing } from "./pages/digital-marketing.ts";
import { home } from "./pages/home.ts";
import { privacy } from "./pages/privacy.ts";
import { reputation } from "./pages/reputation.ts";
import { seoConsulting } from "./pages/seo-consulting.ts";
import { technicalSupport } from "./pages/technical-support.ts";
import { webDevelopment } from "./pages/web-development.ts";
import { siteSettings } from "./site-settings.ts";

/** A document to import: one line of NDJSON once it is turned into JSON. */
export type SeedDocument = { _id: string; _type: string; [field: string]: unknown };

/**
 * The launch copy: every document, as Sanity's importer takes it. Items of lists are given keys that stay the
 * same from one import to the next; pictures are named by `_sanityAsset`, relative to this folder.
 */
export const seedDocuments: SeedDocument[] = [
  siteSettings,
  home,
  reputation,
  webDevelopment,
  technicalSupport,
  digitalMarketing,
  seoConsulting,
  cctv,
  contact,
  privacy,
].map((document) => withKeys(document) as SeedDocument);

function withKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const { _type = "item" } = item as { _type?: string };
      return { _key: `${_type}-${index + 1}`, ...(withKeys(item) as object) };
    });
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withKeys(item)]));
}
