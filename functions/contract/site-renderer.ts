import type { Language } from "#cms/content/site.ts";

/** Asks the CMS: a query in GROQ and its parameters. @throws whatever goes wrong on the way */
export type ContentSource = {
  fetch<T>(query: string, parameters?: Record<string, unknown>): Promise<T>;
};

/** What is published, as far as it tells whether anything has changed. */
export type PublishedState = {
  /** Names the revisions of all documents together. Hexadecimal, 16 digits. */
  fingerprint: string;
  /** The pages: when each was changed (ISO 8601), and its address in each language. */
  pages: { name: string; updatedAt: string; address: Record<Language, string> }[];
  /** The names of pages whose addresses cannot be theirs. */
  unplaced: string[];
};

/** A document of the site as its content is now: known by its revision before it is made. */
export type SiteDocument = {
  /** Names everything that the document says. Hexadecimal, 16 digits. */
  revision: string;
  /** The whole text of it, the same as the build would write. */
  make(): Promise<string>;
};

/** The source of a picture: a file in the dataset's folder of the CMS's image pipeline. */
export type PictureSource = {
  /** File name with the query that selects size and format. */
  file: string;
  type: string;
  /** Whether the address will always have these bytes. */
  final: boolean;
};

/** A page with its drafts, for those who may see them. */
export type DraftPage = { html: string; status: 200 | 404 };

/** For whom drafts are shown: in the frame of the Studio at that origin, or by a link; and the address that is asked for. */
export type DraftRequest = { path: string; studio: string | null; isFramed: boolean };

/** What makes the documents of the site: bundled with the build, and run by the build and at the edge alike. */
export type SiteRenderer = {
  /**
   * Reads what is shown at the address of a page, or at one of `BuildRecord.documents`.
   * @throws Error whose `problems` say, a line each, why the content cannot be shown
   */
  readDocument(source: ContentSource, address: string, published: PublishedState): Promise<SiteDocument>;
  /** Makes a page of drafts, also where they are not whole yet. It is for no one else, and never kept. */
  makeDraft(source: ContentSource, request: DraftRequest): Promise<DraftPage>;
  /** Finds the picture that an address names; null where the CMS has no such picture. */
  findPicture(source: ContentSource, address: string): Promise<PictureSource | null>;
};

/** What the edge has to know of a build. */
export type BuildRecord = {
  /** Names the build: its sources and its content. */
  id: string;
  /** The fingerprint of what was published when it was built. */
  fingerprint: string;
  /**
   * The revision of each document, by its address: pages, `/404` and its like in other languages, which stand for every address
   * that is no one's, the files that follow from the content, and `/_redirects`, the old addresses as a JSON object.
   */
  documents: Record<string, string>;
  /** The addresses of the pages among them that editors made, each with the page's name: the others are always there. */
  pages: Record<string, string>;
  /** The old addresses, each with the one it leads to for good. */
  redirects: Record<string, string>;
  /** The hash of the style that each document carries, by its address; the edge adds it to the policy. */
  styles: Record<string, string>;
  /** The headers of documents by their kind: private pages, and all others. */
  headers: { public: Record<string, string>; private: Record<string, string> };
};
