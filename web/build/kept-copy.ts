import type { ContentClientOptions } from "#cms/content/client.ts";
import type { SiteContent } from "./content.ts";
import { keep, readKept } from "./kept.ts";

type Source = Pick<ContentClientOptions, "projectId" | "dataset">;
type KeptCopy = SiteContent & { keptAt: string };

// The number is of the copy's shape: one that was kept in another is none.
const toFileName = ({ projectId, dataset }: Source) => `${projectId}-${dataset}-3.json`;

/** Keeps the copy that a build has been made of, for one that finds the CMS away. */
export async function keepCopy(source: Source, site: SiteContent): Promise<void> {
  const kept: KeptCopy = { ...site, keptAt: new Date().toISOString() };
  await keep("copy", toFileName(source), JSON.stringify(kept));
}

/** The copy of the last build that reached the CMS, and when that was (ISO 8601); null if there was none. */
export async function keptCopy(source: Source): Promise<{ keptAt: string; site: SiteContent } | null> {
  const text = await readKept("copy", toFileName(source));
  if (!text) return null;
  const { keptAt, ...site } = JSON.parse(text.toString()) as KeptCopy;
  return { keptAt, site };
}
