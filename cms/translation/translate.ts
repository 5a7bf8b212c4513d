import type { Language } from "../content/site.ts";

/** A text to translate. Its context, such as `page.title`, helps the service with tone and length. */
export type TranslationRequest = { from: Language; to: Language; text: string; context: string };

/** Timeout of the service in milliseconds. */
const timeoutMs = 20_000;

/**
 * Returns the translation that the service at `url` proposes. The service answers `POST {from, to, text, context}` with
 * `{text}`.
 * @throws Error if the service fails, times out, or returns no text
 */
export async function translate(url: string, request: TranslationRequest): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`The translation service returned ${response.status}.`);
  const { text } = (await response.json()) as { text?: unknown };
  if (typeof text !== "string" || !/\S/.test(text))
    throw new Error("The translation service returned no text.");
  return text.trim();
}
