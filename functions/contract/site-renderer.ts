import type { Language } from "#cms/content/site.ts";

/** Queries the CMS in GROQ. @throws Error if the CMS does not answer */
export type ContentSource = {
  fetch<T>(query: string, parameters?: Record<string, unknown>): Promise<T>;
};

/** The published state of the CMS, by which the edge detects changes. */
export type PublishedState = {
  /** Hash of the revisions of all documents: 16 hexadecimal digits. */
  fingerprint: string;
  /** The pages, with the time of the last change (ISO 8601) and the address in each language. */
  pages: { name: string; updatedAt: string; address: Record<Language, string> }[];
  /** Names of pages whose addresses are not valid. */
  unplaced: string[];
};

/** A document of the site with its current content. Its revision is known before it is rendered. */
export type SiteDocument = {
  /** Hash of everything that the document shows: 16 hexadecimal digits. */
  revision: string;
  /** The reasons why parts of its content are left out, one line each. */
  leftOut?: string[];
  /** Renders the whole text, as the build would write it. */
  make(): Promise<string>;
};

/** The source of a picture: a file in the dataset's folder of the CMS's image pipeline. */
export type PictureSource = {
  /** File name with the query that selects size and format. */
  file: string;
  type: string;
  /** Whether the bytes at this address never change. */
  final: boolean;
};

/** A page with its drafts, for readers who may see them. */
export type DraftPage = { html: string; status: 200 | 404 };

/** A request for drafts: the address, and the origin of the Studio that frames the page, or null for a preview link. */
export type DraftRequest = { path: string; studio: string | null; isFramed: boolean };

/** Renders the documents of the site. The build bundles it, and both the build and the edge run it. */
export type SiteRenderer = {
  /**
   * Reads the document at the address of a page, or at an address of `BuildRecord.documents`.
   * @throws Error with `problems`: the reasons why the content cannot be shown, one a line
   */
  readDocument(source: ContentSource, address: string, state: PublishedState): Promise<SiteDocument>;
  /** Renders a page with drafts, even if they are incomplete. The result is private and never cached. */
  makeDraft(source: ContentSource, request: DraftRequest): Promise<DraftPage>;
  /**
   * Finds the picture at an address: null if no document shows such a picture, "cut" if documents show only other parts
   * of it.
   */
  findPicture(source: ContentSource, address: string): Promise<PictureSource | "cut" | null>;
};

/** Facts about a build that the edge needs. */
export type BuildRecord = {
  /** Identifies the build by its sources and its content. */
  id: string;
  /** Fingerprint of the published documents at the time of the build. */
  fingerprint: string;
  /**
   * The revision of each document by its address: pages; `/404` in each language, for all unknown addresses; files that
   * follow from the content; and `/_redirects`, the old addresses as a JSON object.
   */
  documents: Record<string, string>;
  /** Names of the pages that editors created, by address. All other pages always exist. */
  pages: Record<string, string>;
  /** Permanent redirects: old addresses with their targets. */
  redirects: Record<string, string>;
  /** Hash of the style in each document, by address. The edge adds it to the policy. */
  styles: Record<string, string>;
  /** Headers of private pages and of all other documents. */
  headers: { public: Record<string, string>; private: Record<string, string> };
};
