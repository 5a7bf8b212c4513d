import { isPrivate, type Language, path, prefixOf } from "#cms/content/site.ts";
import "#web/theme/global.css.ts";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import type { Copy } from "#web/content/copy-provider.tsx";
import { loadMessages } from "#web/language/load-messages.ts";
import type { Messages } from "#web/language/provider.tsx";
import { shortPictureUrl } from "#web/ui/picture-files.ts";
import { beaconAddress } from "./analytics.ts";
import { App } from "./app.tsx";
import { Document, type DocumentStyles, loadsLate, type Script, type ShareCard } from "./document.tsx";
import type { Screen } from "./paths.ts";
import { structuredData } from "./structured-data.ts";

/** A screen of its own that was made before: its title, and the markup of what is in `main`. */
export type MadeScreen = { title: string; main: string };

/** The file of a page's stylesheet, and a function that returns the part of it for the markup of a document; null to link the file. */
export type PageStyles = { file: string; toInline: ((markup: string) => string) | null };

export type PrerenderOptions = {
  screen: Screen;
  language: Language;
  copy: Copy;
  /** The screen where it was made before: nothing in it follows from the copy. */
  made?: MadeScreen | undefined;
  siteOrigin: string;
  shareCard: ShareCard | null;
  styles: PageStyles | null;
  /** The script that a page with the contact form has; null on all others. */
  formDraft: Script | null;
  /** The files of the bundle that a page with the contact form requests before they are needed. */
  filesAhead: string[];
  /** The site's token of Cloudflare Web Analytics, whose beacon a public page loads; null for no beacon. */
  analyticsToken: string | null;
  loader: Script;
  /** Whether the document shows a draft in the Studio. It has no scripts of the page. */
  isPreview: boolean;
};

/** The HTML file of one screen in one language. */
export async function renderPage(options: PrerenderOptions): Promise<string> {
  const { screen, language, copy, made } = options;
  const messages = await loadMessages(language, isPrivate(screen) && !made);
  const location = copy.addresses?.[language] ?? `${prefixOf(language)}/404`;

  const app = await toMarkup(
    <StaticRouter location={location}>
      <App screen={screen} language={language} messages={messages} copy={copy} made={made?.main} />
    </StaticRouter>,
  );

  const home = { label: messages["header.home"] ?? "", address: path("home", language) };
  const about = structuredData({ ...options, home });
  const document = await toMarkup(
    <Document
      {...options}
      addresses={copy.addresses}
      brandName={copy.settings.brandName}
      title={made?.title ?? copy.page?.title ?? screenTitle(screen, messages) ?? ""}
      description={copy.page?.description ?? ""}
      copy={inScript(copy, shortened)}
      structuredData={about && inScript(about)}
      app={app}
      styles={toStyles(options, app)}
    />,
  );
  const { analyticsToken } = options;
  const beacon = analyticsToken
    ? lowScript({ src: beaconAddress }, ` data-cf-beacon='{"token": "${analyticsToken}"}'`)
    : "";
  const scripts = loadsLate(options) ? "" : lowScript(options.loader);
  const last = `${noEmailRewriting.end}${beacon}${scripts}</body>`;
  return document
    .replace("<!DOCTYPE html>", "<!doctype html>")
    .replace("<body>", `<body>${noEmailRewriting.start}`)
    .replace("</body>", () => last);
}

const toStyles = ({ styles }: PrerenderOptions, app: string): DocumentStyles | null =>
  styles && { file: styles.file, inlined: styles.toInline?.(app) ?? null };

// Cloudflare's e-mail obfuscation replaces addresses with a text that only its script can read, which our policy blocks.
const noEmailRewriting = { start: "<!--email_off-->", end: "<!--/email_off-->" };

// React would lift an async script into the head, before what has to be seen first.
function lowScript({ src, integrity }: Script, more = ""): string {
  const checked = integrity ? ` integrity="${integrity}"` : "";
  return `<script type="module" async fetchpriority="low" src="${src}"${checked}${more}></script>`;
}

/** The title of a screen of its own. */
export const screenTitle = (screen: Screen, messages: Messages): string | undefined =>
  ({
    content: undefined,
    "own-message": messages["ownMessage.title.loading"],
    "sign-in": messages["auth.signIn.title"],
    inbox: messages["inbox.title"],
    "not-found": messages["notFound.title"],
  })[screen];

const inScript = (data: unknown, replacer?: (key: string, value: unknown) => unknown) =>
  JSON.stringify(data, replacer).replaceAll("<", "\\u003c");

// The browser needs no more of a picture's original than its name.
const shortened = (key: string, value: unknown) =>
  key === "url" && typeof value === "string" ? shortPictureUrl(value) : value;

/**
 * Returns the markup of an element when all of its lazy parts are loaded. The markup of a document begins with its type.
 * `react-dom/server` would be a second copy of the renderer at the edge.
 * @throws the first error of a component
 */
export async function toMarkup(element: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(element, {
    // Smaller chunks would be moved into place by inline scripts.
    progressiveChunkSize: 1e9,
    onError: (error) => void failures.push(error),
  });
  // React would leave the failed part for the browser to render.
  if (failures.length > 0) throw failures[0];
  return new Response(prelude as BodyInit).text();
}
