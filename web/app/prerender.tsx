import { isPrivate, path, prefixOf } from "#cms/content/site.ts";
import "#web/theme/global.css.ts";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { shortenPictureUrls } from "#cms/content/picture-parts.ts";
import { loadMessages } from "#web/language/load-messages.ts";
import type { Messages } from "#web/language/provider.tsx";
import { beaconAddress } from "./analytics.ts";
import { App } from "./app.tsx";
import { Document, type DocumentOptions, isHydratedAtOnce, type Script } from "./document.tsx";
import { lateScriptType } from "./first-script.ts";
import type { Screen } from "./paths.ts";
import { toStructuredData } from "./structured-data.ts";

/** A prerendered private screen: its title and the markup inside `main`. */
export type PrerenderedScreen = { title: string; main: string };

type PrerenderOptions = DocumentOptions & {
  /** The prerendered screen, if the build has stored it. It does not depend on the copy. */
  prerenderedScreen?: PrerenderedScreen | undefined;
  /** The Cloudflare Web Analytics token, with which public pages load the beacon; null for no beacon. */
  analyticsToken: string | null;
  loader: Script;
};

/** Renders the HTML document of a screen in one language, in the build and at the edge. */
export async function renderPage(options: PrerenderOptions): Promise<string> {
  const { screen, language, copy, prerenderedScreen } = options;
  const messages = await loadMessages(language, isPrivate(screen) && !prerenderedScreen);
  const location = copy.addresses?.[language] ?? `${prefixOf(language)}/404`;

  const app = await toMarkup(
    <StaticRouter location={location}>
      <App
        screen={screen}
        language={language}
        messages={messages}
        copy={copy}
        markup={prerenderedScreen?.main}
      />
    </StaticRouter>,
  );

  const home = { label: messages["header.home"] ?? "", address: path("home", language) };
  const graph = toStructuredData({ ...options, home });
  const document = await toMarkup(
    <Document
      {...options}
      title={prerenderedScreen?.title ?? copy.page?.title ?? getScreenTitle(screen, messages) ?? ""}
      json={toScriptJson(shortenPictureUrls(copy))}
      structuredData={graph && toScriptJson(graph)}
      app={app}
    />,
  );
  const { analyticsToken } = options;
  // The first script runs scripts of the late type after the first paint.
  const type = options.isPreview || isHydratedAtOnce(screen) ? "module" : lateScriptType;
  const beacon = analyticsToken
    ? renderScript({ src: beaconAddress }, type, ` data-cf-beacon='{"token": "${analyticsToken}"}'`)
    : "";
  const bodyEnd = `${noEmailRewriting.end}${beacon}${renderScript(options.loader, type)}</body>`;
  return document
    .replace("<!DOCTYPE html>", "<!doctype html>")
    .replace("<body>", `<body>${noEmailRewriting.start}`)
    .replace("</body>", () => bodyEnd);
}

// Cloudflare's e-mail obfuscation replaces addresses with a text that only its script can read. The policy blocks it.
const noEmailRewriting = { start: "<!--email_off-->", end: "<!--/email_off-->" };

/** Returns a script element. React would move an async script into the head, before the files of the first paint. */
function renderScript({ src, integrity }: Script, type: string, attributes = ""): string {
  const integrityAttribute = integrity ? ` integrity="${integrity}"` : "";
  return `<script type="${type}" async fetchpriority="low" src="${src}"${integrityAttribute}${attributes}></script>`;
}

/** Returns the title of a screen that is not a page of the CMS, or undefined, because editors title the other pages. */
export const getScreenTitle = (screen: Screen, messages: Messages): string | undefined =>
  ({
    content: undefined,
    "own-message": messages["ownMessage.title.loading"],
    conversation: messages["conversation.title.shown"],
    "sign-in": messages["auth.signIn.title"],
    inbox: messages["inbox.title"],
    "not-found": messages["notFound.title"],
  })[screen];

const toScriptJson = (data: unknown) => JSON.stringify(data).replaceAll("<", "\\u003c");

/**
 * Returns the markup of an element when all of its lazy parts are loaded. The markup of a document begins with its
 * type. `react-dom/server` would be a second copy of the renderer at the edge.
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
