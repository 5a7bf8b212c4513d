import type { Problem } from "#cms/content/problem.ts";
import type { Language } from "#cms/content/site.ts";
import type { PreviewMessages } from "./messages.ts";

/** The page in the place of a draft that cannot be shown yet, with what it lacks. */
export function Refused({
  language,
  messages,
  problems,
}: {
  language: Language;
  messages: PreviewMessages;
  problems: Problem[];
}) {
  const lines = new Set(problems.map((problem) => lineOf(problem, messages)));
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
              {[...lines].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </main>
        </div>
      </body>
    </html>
  );
}

const missing = new Set<Problem["reason"]>(["no-document", "missing", "no-text"]);
const links = new Set<Problem["reason"]>(["page-gone", "section-gone", "menu-without-anchor"]);

// In words that need no name of a field: the Studio has those, and marks the field itself.
function lineOf({ document, reason }: Problem, messages: PreviewMessages): string {
  const place = messages[`preview.${document.type === "redirect" ? "page" : document.type}`];
  const kind = missing.has(reason) ? "missing" : links.has(reason) ? "link" : "other";
  return `${place}: ${messages[`preview.${kind}`]}`;
}
