import { defaultLanguage } from "#cms/content/site.ts";
import type { News } from "#functions/canary/words.ts";
import { type SitePart, siteParts } from "#functions/contract/health.ts";
import { words } from "#web/build/status/words.ts";
import { changesSince, isOut, type StatusRecord } from "./record.ts";

// Administrators read Spanish, like the company.
const say = words[defaultLanguage];

/** What administrators are told of a look: what has broken since the one before, and what is well again; null where all is as it was. */
export function newsOf(before: StatusRecord | null, now: StatusRecord, origin: string): News | null {
  const { broken, mended } = changesSince(before, now);
  if (broken.length + mended.length === 0) return null;
  const list = (title: string, names: SitePart[]) =>
    names.length === 0 ? [] : [`${title}: ${names.map((part) => say.parts[part]).join(", ")}.`];
  return {
    title: siteParts.some((part) => isOut(now, part)) ? say.someBroken : say.allWell,
    text: [...list(say.broken, broken), ...list(say.mended, mended), `${origin}/api/health/details`].join(
      " ",
    ),
  };
}
