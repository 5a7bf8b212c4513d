import { isPrivate, type Language, locales, otherLanguages } from "#cms/content/site.ts";
import { toHex } from "#web/theme/oklch.ts";
import { dark, light } from "#web/theme/tokens.ts";
import { firstScript } from "./first-script.ts";
import { alternates, type Screen } from "./paths.ts";
import { speculationRules } from "./speculation-rules.ts";

/** The picture that a network shows beside a link to a page: an address without origin, and what is to be seen. */
export type ShareCard = { address: string; alt: string; width: number; height: number };

/** The file of the page's stylesheet without its leading slash, and the part of it that the document carries; null where it links the file. */
export type DocumentStyles = { file: string; inlined: string | null };

/** A script that a document names: its address, and the hash of what has to be there, as in Subresource Integrity. */
export type Script = { src: string; integrity?: string };

type DocumentProps = {
  screen: Screen;
  language: Language;
  siteOrigin: string;
  /** Where the page is in each language; null where there is none. */
  addresses: Record<Language, string> | null;
  brandName: string;
  title: string;
  description: string;
  /** Pages that search engines are kept from have none. */
  shareCard: ShareCard | null;
  /** What the page is about as JSON-LD, safe inside of a script element; null on pages that search engines do not list. */
  structuredData: string | null;
  styles: DocumentStyles | null;
  /** The page's copy as JSON, safe inside of a script element. */
  copy: string;
  /** The prerendered page. */
  app: string;
  /** The script that a page with the contact form has; null on all others. */
  formDraft: Script | null;
  /** The files of the bundle that a page with the contact form requests before they are needed. */
  filesAhead: string[];
  /** The script of every page, until React starts. */
  loader: Script;
  /** Whether the document shows a draft in the Studio. It has no scripts of the page. */
  isPreview: boolean;
};

// No one reads these without React: the private pages, and the one that says in the console what is missing.
export const startsAtOnce = (screen: Screen): boolean => isPrivate(screen) || screen === "not-found";

/** Returns whether a document loads its scripts after the first paint. */
export const loadsLate = ({ screen, isPreview }: { screen: Screen; isPreview: boolean }): boolean =>
  !isPreview && !startsAtOnce(screen);

// As the Open Graph protocol writes a locale.
const openGraphLocale = (language: Language) => locales[language].replace("-", "_");

/** The whole HTML document around a prerendered page. */
export function Document(props: DocumentProps) {
  const { screen, language, brandName, styles, copy, app, formDraft, filesAhead, loader, isPreview } = props;
  const scripts = [loader, formDraft].flatMap((script) => (script ? [script.src.slice(1)] : []));
  return (
    <html
      lang={language}
      data-styles={styles?.file}
      data-ahead={filesAhead.join(" ") || undefined}
      data-scripts={loadsLate(props) ? scripts.join(" ") : undefined}
      {...(startsAtOnce(screen) && { "data-hydrate": "now" })}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${props.title} · ${brandName}`}</title>
        {styles?.inlined === null && <link rel="stylesheet" href={`/${styles.file}`} />}
        {styles?.inlined && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
          <style dangerouslySetInnerHTML={{ __html: styles.inlined }} />
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script */}
        {!isPreview && <script dangerouslySetInnerHTML={{ __html: firstScript }} />}
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
        {formDraft && !loadsLate(props) && <script type="module" {...formDraft} fetchPriority="low" />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for this place */}
        <script type="application/json" id="copy" dangerouslySetInnerHTML={{ __html: copy }} />
        {loadsLate(props) && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
        )}
      </body>
    </html>
  );
}

function SearchAndSharing(props: DocumentProps) {
  const {
    screen,
    language,
    siteOrigin,
    addresses,
    brandName,
    title,
    description,
    shareCard,
    structuredData,
  } = props;
  if (!addresses || isPrivate(screen)) {
    return <meta name="robots" content="noindex" />;
  }
  const address = siteOrigin + addresses[language];
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {alternates(addresses).map((each) => (
        <link key={each.language} rel="alternate" hrefLang={each.language} href={siteOrigin + each.path} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brandName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={openGraphLocale(language)} />
      {otherLanguages(language).map((other) => (
        <meta key={other} property="og:locale:alternate" content={openGraphLocale(other)} />
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for this place
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
      )}
    </>
  );
}
