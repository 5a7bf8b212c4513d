import type { Language } from "#cms/content/site.ts";
import { previewPaths } from "#functions/contract/preview.ts";
import { toHex } from "#web/theme/oklch.ts";
import { dark, light } from "#web/theme/tokens.ts";
import type { PreviewMessages } from "./messages.ts";

type PreviewBarProps = {
  messages: PreviewMessages;
  /** The address to return to. */
  path: string;
  /** Whether the page shows unpublished changes. */
  isDraft: boolean;
  /** Whether an incomplete section is left out. */
  isIncomplete: boolean;
  canShare: boolean;
  canLeave: boolean;
};

/**
 * Shows the bar of a page of drafts. Its optional parts create a link for a colleague, and leave the preview. The bar is
 * hidden in the Studio's frame while the page shows no draft.
 */
export function PreviewBar({ messages, path, isDraft, isIncomplete, canShare, canLeave }: PreviewBarProps) {
  return (
    <aside
      id="preview-bar"
      aria-label={messages["preview.label"]}
      hidden={!(isDraft || isIncomplete || canLeave)}
    >
      <p>
        <strong>{messages["preview.label"]}</strong>{" "}
        <span id="preview-state">{messages[isDraft ? "preview.note" : "preview.noDraft"]}</span>
      </p>
      <p id="preview-note" role="status">
        {isIncomplete && messages["preview.incomplete"]}
      </p>
      {canShare && (
        <button
          type="button"
          id="preview-share"
          title={messages["preview.shareNote"]}
          data-shared={messages["preview.shared"]}
          data-failed={messages["preview.shareFailed"]}
        >
          {messages["preview.share"]}
        </button>
      )}
      {canLeave && (
        <a href={`${previewPaths.disable}?${new URLSearchParams({ path })}`}>{messages["preview.leave"]}</a>
      )}
    </aside>
  );
}

/** Renders the document that replaces a draft without the required content: it lists the missing parts for editors. */
export function RefusedDraft({
  language,
  messages,
  problems,
}: {
  language: Language;
  messages: PreviewMessages;
  problems: string[];
}) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{messages["preview.refused"]}</title>
      </head>
      <body>
        <div id="app">
          <main className="preview-refused">
            <h1>{messages["preview.refused"]}</h1>
            <p>{messages["preview.refusedNote"]}</p>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </main>
        </div>
      </body>
    </html>
  );
}

// The site's stylesheets lack these styles, because visitors never see the preview.
const [surface, text, accent] = [toHex(dark.surface), toHex(dark.text), toHex(dark.accent)];

/** The styles of the bar and of the page without a rendered draft. */
export const previewStyles = `
#preview-bar{position:fixed;inset:auto 0 0;z-index:50;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;padding:.6rem max(1rem,env(safe-area-inset-left));background:${surface};color:${text};font:.875rem/1.4 system-ui,sans-serif;border-top:2px solid ${accent}}
#preview-bar p{margin:0}
#preview-bar p:first-child{flex:1 1 12rem}
#preview-bar :is(a,button){font:inherit;color:${accent};background:none;border:0;padding:.35rem 0;min-block-size:1.5rem;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
#preview-bar input{font:inherit;inline-size:12rem;color:${text};background:none;border:1px solid ${accent};border-radius:.3rem;padding:.25rem .5rem}
#preview-note:empty{display:none}
#preview-bar :focus-visible{outline:2px solid ${accent};outline-offset:2px}
#preview-bar[hidden]{display:none}
body:has(#preview-bar:not([hidden])){padding-block-end:4rem}
.preview-refused{max-inline-size:42rem;margin:10vh auto;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:light-dark(${toHex(light.text)},${text})}
:root:has(.preview-refused){color-scheme:light dark;background:light-dark(${toHex(light.surface)},${surface})}
@media print{#preview-bar{display:none}}
`.trim();
