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
  /** What it lacks, a line each. */
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
