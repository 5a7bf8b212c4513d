import { revisionOf } from "#cms/content/revision.ts";
import type { Published, Redirect, SettingsContent } from "#cms/content/types.ts";
import type { SiteDocument } from "#functions/contract/site-renderer.ts";
import { redirectsByAddress } from "./redirects.ts";
import { securityPath, securityText } from "./security-text.ts";
import { sitemap, webManifest } from "./site-files.ts";

/** The files of the site that follow from its content, beside its pages; `/_redirects` is read by the edge only. */
export const contentFiles = ["/sitemap.xml", "/site.webmanifest", securityPath, "/_redirects"] as const;
type ContentFile = (typeof contentFiles)[number];

type Read = {
  settings(): Promise<SettingsContent>;
  redirects(): Promise<Redirect[]>;
  pages: Published["pages"];
};

/** What those files are made with beside the content. */
export type FileParts = {
  siteOrigin: string;
  /** Until when what is said about security holds, ISO 8601. */
  securityExpires: string;
};

/** The text of each file that follows from the content, for a site that was built with these parts. */
export const contentFileTexts = (
  { siteOrigin, securityExpires }: FileParts,
  { settings, redirects, pages }: Read,
): Record<ContentFile, () => Promise<string>> => ({
  "/sitemap.xml": async () => sitemap(siteOrigin, pages),
  "/site.webmanifest": async () => webManifest(await settings()),
  [securityPath]: async () => securityText(siteOrigin, (await settings()).email, securityExpires),
  "/_redirects": async () => JSON.stringify(redirectsByAddress(await redirects())),
});

/** A file that is made already, as a document. */
export const makeFile = async (text: string): Promise<SiteDocument> => ({
  revision: await revisionOf(text),
  make: async () => text,
});
