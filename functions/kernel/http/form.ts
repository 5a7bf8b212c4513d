// Forms of browsers without JavaScript.

import type { Context } from "hono";
import { defaultLanguage, type Language, languages } from "#cms/content/site.ts";
import type { AppEnv } from "./context.ts";

/** Returns whether URL-encoded text is UTF-8. Other encodings would be read and stored as replacement characters. */
function isUtf8(encoded: string): boolean {
  try {
    // The result is used, because a bundler removes a call without a used result.
    return [...encoded.matchAll(/(?:%[\da-f]{2})+/gi)].every(([bytes]) => decodeURIComponent(bytes) !== "");
  } catch {
    return false;
  }
}

/**
 * Returns the names and values of a form's fields. A value that is not UTF-8 becomes a lone surrogate, which validation
 * rejects.
 */
export const readForm = (body: string): [string, string][] =>
  body
    .split("&")
    .flatMap((pair) =>
      Array.from(new URLSearchParams(pair), ([name, value]): [string, string] => [
        name,
        isUtf8(pair) ? value : "\ud800",
      ]),
    );

/** Returns the site's language that the browser prefers, or else the default. */
export function getPreferredLanguage(c: Context<AppEnv>): Language {
  const tags = (c.req.header("Accept-Language") ?? "").split(",").map((tag) => tag.trim().slice(0, 2));
  const preferredLanguages = tags.flatMap((tag) => languages.find((candidate) => candidate === tag) ?? []);
  return preferredLanguages[0] ?? defaultLanguage;
}
