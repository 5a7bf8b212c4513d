import type { Language } from "../content/site.ts";

/** A text to translate, and where it stands: `page.title`, say, so that the service finds the right tone and length. */
export type Asked = { from: Language; to: Language; text: string; context: string };

/** How long the service may take, in milliseconds. */
const timeout = 20_000;

/**
 * What the translation service at `url` proposes for a text.
 * @throws Error when the service is away, too slow, refuses, or answers without a text
 */
export async function translate(url: string, asked: Asked, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
  if (!response.ok) throw new Error(`The translation service answered ${response.status}.`);
  const { text } = (await response.json()) as { text?: unknown };
  if (typeof text !== "string" || !/\S/.test(text))
    throw new Error("The translation service answered no text.");
  return text.trim();
}
