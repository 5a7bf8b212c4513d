import type { ContentClient } from "./client.ts";
import { assertComplete, ContentError } from "./complete.ts";
import { factsOf, fillFacts } from "./facts.ts";
import { pageQuery, settingsQuery } from "./queries.ts";
import type { PageQueryResult, SettingsQueryResult } from "./types.generated.ts";
import type { PageContent, PageName, SettingsContent } from "./types.ts";

/**
 * The page of that name, as it is published now, in both languages.
 * @throws ContentError when there is no such page, or something of it is missing in a language
 */
export async function loadPage(client: ContentClient, name: PageName): Promise<PageContent> {
  const document = `page "${name}"`;
  const found = await client.fetch<PageQueryResult>(pageQuery, { name });
  if (!found) throw new ContentError([`${document}: there is no such page in the content.`]);
  const { facts: source, ...page } = found;
  if (!source) throw noSettings();
  assertComplete("siteSettings", source);
  assertComplete(document, page);

  const figures = new Map(source.figures.map((figure) => [figure.key, figure]));
  const resolved = {
    ...page,
    sections: page.sections.map((section) => {
      if (section._type !== "figures") return section;
      const items = section.items.map(({ _key, key, label }) => {
        const figure = figures.get(key);
        if (!figure) throw new ContentError([`${document}: siteSettings has no figure "${key}".`]);
        return { _key, key, value: figure.value, label: label ?? figure.label };
      });
      return { ...section, items };
    }),
  };
  return fillFacts(document, resolved, factsOf(source)) as PageContent;
}

/**
 * The company's facts, as they are published now, in both languages.
 * @throws ContentError when they are not there, or something of them is missing in a language
 */
export async function loadSettings(client: ContentClient): Promise<SettingsContent> {
  const found = await client.fetch<SettingsQueryResult>(settingsQuery);
  if (!found) throw noSettings();
  assertComplete("siteSettings", found);
  return fillFacts("siteSettings", found as SettingsContent, factsOf(found));
}

const noSettings = () => new ContentError(["siteSettings: there is no such document in the content."]);
