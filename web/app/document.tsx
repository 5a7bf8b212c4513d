import { isPrivate, type Language, locales, otherLanguages } from "#cms/content/site.ts";
import type { Copy } from "#web/content/copy-provider.tsx";
import { toHex } from "#web/theme/oklch.ts";
import { dark, light } from "#web/theme/tokens.ts";
import { firstScript } from "./first-script.ts";
import { listAlternates, type Screen } from "./paths.ts";
import { speculationRules } from "./speculation-rules.ts";

/** The picture that other sites show beside a link to a page. `address` has no origin. */
export type ShareCard = { address: string; alt: string; width: number; height: number };

/**
 * A page's stylesheet file without leading slash, and a function that returns the rules for the markup of a document.
 * The function is null in the preview of a draft, which links the file.
 */
export type PageStyles = { file: string; toInline: ((markup: string) => string) | null };

/** A script that a document names: its address and its Subresource Integrity hash. */
export type Script = { src: string; integrity?: string };

/** The parts of a document that do not result from its rendering. */
export type DocumentOptions = {
  screen: Screen;
  language: Language;
  copy: Copy;
  siteOrigin: string;
  /** Null on pages that search engines do not list. */
  shareCard: ShareCard | null;
  styles: PageStyles | null;
  /** Bundle files that a page with the contact form requests when the browser is idle. */
  filesAhead: string[];
  /** Whether the document shows a draft in the Studio. It prerenders no other page. */
  isPreview: boolean;
};

type DocumentProps = DocumentOptions & {
  title: string;
  /** The page's JSON-LD, safe inside a script element; null on pages that search engines do not list. */
  structuredData: string | null;
  /** The page's copy as JSON, safe inside a script element. */
  json: string;
  /** The prerendered page. */
  app: string;
};

/**
 * Returns whether React starts without an interaction. Private pages are useless without it. The not-found page logs the
 * missing address from React.
 */
export const isHydratedAtOnce = (screen: Screen) => isPrivate(screen) || screen === "not-found";

// Open Graph writes locales with an underscore.
const toOpenGraphLocale = (language: Language) => locales[language].replace("-", "_");

/** Renders the HTML document around a prerendered page. The loader reads the data attributes of its root. */
export function Document(props: DocumentProps) {
  const { screen, language, copy, styles, app, filesAhead, isPreview } = props;
  const inlinedStyles = styles?.toInline?.(app);
  return (
    <html
      lang={language}
      data-styles={styles?.file}
      data-ahead={filesAhead.join(" ") || undefined}
      {...(isHydratedAtOnce(screen) && { "data-hydrate": "now" })}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${props.title} · ${copy.settings.brandName}`}</title>
        {styles?.toInline === null && <link rel="stylesheet" href={`/${styles.file}`} />}
        {inlinedStyles && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
          <style dangerouslySetInnerHTML={{ __html: inlinedStyles }} />
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script */}
        <script dangerouslySetInnerHTML={{ __html: firstScript }} />
        <SearchAndSharing {...props} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={toHex(light.surface)} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={toHex(dark.surface)} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: prerendered by React */}
        <div id="app" dangerouslySetInnerHTML={{ __html: app }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for script elements */}
        <script type="application/json" id="copy" dangerouslySetInnerHTML={{ __html: props.json }} />
        {!isPreview && !isHydratedAtOnce(screen) && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
        )}
      </body>
    </html>
  );
}

/** Renders the head elements for search engines and for link previews of other sites. */
function SearchAndSharing(props: DocumentProps) {
  const { language, siteOrigin, shareCard, structuredData } = props;
  const { addresses, page, settings } = props.copy;
  const description = page?.description ?? "";
  if (!addresses || isPrivate(props.screen)) {
    return <meta name="robots" content="noindex" />;
  }
  const address = siteOrigin + addresses[language];
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {listAlternates(addresses).map((alternate) => (
        <link
          key={alternate.language}
          rel="alternate"
          hrefLang={alternate.language}
          href={siteOrigin + alternate.path}
        />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={settings.brandName} />
      <meta property="og:title" content={props.title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={toOpenGraphLocale(language)} />
      {otherLanguages(language).map((otherLanguage) => (
        <meta key={otherLanguage} property="og:locale:alternate" content={toOpenGraphLocale(otherLanguage)} />
      ))}
      {shareCard && (
        <>
          <meta property="og:image" content={siteOrigin + shareCard.address} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content={String(shareCard.width)} />
          <meta property="og:image:height" content={String(shareCard.height)} />
          <meta property="og:image:alt" content={shareCard.alt} />
          <meta name="twitter:image" content={siteOrigin + shareCard.address} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {structuredData && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for script elements
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
      )}
    </>
  );
}
