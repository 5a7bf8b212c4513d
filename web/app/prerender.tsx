import { isPrivate, type Language, path, prefixOf } from "#cms/content/site.ts";
import "#web/theme/global.css.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import type { Copy } from "#web/content/copy.ts";
import { loadMessages } from "#web/language/load-messages.ts";
import { App } from "./app.tsx";
import { Document, type InlineStyle, type Script, type ShareCard } from "./document.tsx";
import type { Screen } from "./paths.ts";
import { structuredData } from "./structured-data.ts";

export type PrerenderOptions = {
  screen: Screen;
  language: Language;
  copy: Copy;
  siteOrigin: string;
  shareCard: ShareCard | null;
  styles: InlineStyle[];
  /** The script that a page with the contact form has; null on all others. */
  formDraft: Script | null;
  loader: Script;
};

/** The HTML file of one screen in one language. */
export async function renderPage(options: PrerenderOptions): Promise<string> {
  const { screen, language, copy } = options;
  const messages = await loadMessages(language, isPrivate(screen));
  const location = copy.addresses?.[language] ?? `${prefixOf(language)}/404`;

  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StaticRouter location={location}>
      <App screen={screen} language={language} messages={messages} copy={copy} />
    </StaticRouter>,
    // Smaller chunks would be moved into place by inline scripts.
    { progressiveChunkSize: 1e9, onError: (error) => void failures.push(error) },
  );
  // React would leave the failed part to the browser.
  if (failures.length > 0) throw failures[0];

  const titles = {
    "own-message": messages["ownMessage.title.loading"],
    "sign-in": messages["auth.signIn.title"],
    inbox: messages["inbox.title"],
    "not-found": messages["notFound.title"],
  };
  const home = { label: messages["header.home"] ?? "", address: path("home", language) };
  const about = structuredData({ ...options, home });
  const document = renderToStaticMarkup(
    <Document
      {...options}
      addresses={copy.addresses}
      brandName={copy.settings.brandName}
      title={copy.page?.title ?? titles[screen as keyof typeof titles]}
      description={copy.page?.description ?? ""}
      copy={inScript(copy)}
      structuredData={about && inScript(about)}
      app={await new Response(prelude as BodyInit).text()}
    />,
  );
  // React would lift an async script into the head, before what has to be seen first.
  const { src, integrity } = options.loader;
  const checked = integrity ? ` integrity="${integrity}"` : "";
  const loader = `<script type="module" async fetchpriority="low" src="${src}"${checked}></script>`;
  return `<!doctype html>${document.replace("</body>", () => `${loader}</body>`)}`;
}

const inScript = (data: unknown) => JSON.stringify(data).replaceAll("<", "\\u003c");
