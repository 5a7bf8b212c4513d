import type { ContentClient } from "./client.ts";
import { assertComplete } from "./complete.ts";
import { factsOf, fillFacts } from "./facts.ts";
import { isSameNumber } from "./numbers.ts";
import { assertPlaces } from "./places.ts";
import { ContentError, type ProblemPlace } from "./problem.ts";
import { pageQuery, publishedQuery, redirectsQuery, settingsQuery } from "./queries.ts";
import { revisionOf } from "./revision.ts";
import type { PageName } from "./site.ts";
import type {
  PageQueryResult,
  PublishedQueryResult,
  RedirectsQueryResult,
  SettingsQueryResult,
} from "./types.generated.ts";
import type { PageContent, Published, Redirect, SettingsContent } from "./types.ts";

/**
 * The page of that name, as it is published now, in both languages.
 * @throws ContentError when there is no such page, or something of it is missing in a language
 */
export async function loadPage(client: ContentClient, name: PageName): Promise<PageContent> {
  const document: ProblemPlace = { type: "page", name };
  const found = await client.fetch<PageQueryResult>(pageQuery, { name });
  if (!found) throw new ContentError([{ document, field: "", reason: "no-document" }]);
  const { facts: source, ...page } = found;
  if (!source) throw noSettings();
  assertComplete(settingsPlace, source, "page.facts");
  assertComplete(document, page, "page");

  assertPlaces(document, page.sections);

  const figures = new Map(source.figures.map((figure) => [figure.key, figure]));
  const figureOf = (key: string, field: string) => {
    const figure = figures.get(key);
    if (figure) return figure;
    throw new ContentError([{ document, field, reason: "no-figure", figure: key }]);
  };
  const resolved = {
    ...page,
    sections: page.sections.map((section, index) => {
      const path = `sections[${index}] (${section._type})`;
      if (section._type === "figures") {
        const items = section.items.map(({ _key, key, label }, place) => {
          const figure = figureOf(key, `${path}.items[${place}].key`);
          return { _key, key, value: figure.value, label: label ?? figure.label };
        });
        return { ...section, items };
      }
      if (section._type === "plans") {
        const plans = section.plans.map(({ response, ...plan }, place) => {
          const { value, label } = figureOf(response, `${path}.plans[${place}].response`);
          return { ...plan, response: { value, label } };
        });
        return { ...section, plans };
      }
      return section;
    }),
  };
  return withoutChecks(fillFacts(document, resolved, factsOf(source))) as PageContent;
}

/**
 * The company's facts, as they are published now, in both languages.
 * @throws ContentError when they are not there, something of them is missing in a language, or a number is shown as another
 */
export async function loadSettings(client: ContentClient): Promise<SettingsContent> {
  const found = await client.fetch<SettingsQueryResult>(settingsQuery);
  if (!found) throw noSettings();
  assertComplete(settingsPlace, found, "settings");
  for (const field of ["phone", "whatsapp"] as const) {
    if (isSameNumber(found[`${field}Display`] ?? "", found[field] ?? "")) continue;
    const shown = `${field}Display`;
    throw new ContentError([
      { document: settingsPlace, field: shown, reason: "other-number", number: field },
    ]);
  }
  return fillFacts(settingsPlace, found as SettingsContent, factsOf(found));
}

/**
 * The old addresses of the site, as they are published now, each with the page and the language it leads to.
 * @throws ContentError when one leads nowhere, or two are the same
 */
export async function loadRedirects(client: ContentClient): Promise<Redirect[]> {
  const found = await client.fetch<RedirectsQueryResult>(redirectsQuery);
  for (const [index, redirect] of found.entries()) {
    const document: ProblemPlace = { type: "redirect", name: redirect.from };
    if (!redirect.page) throw new ContentError([{ document, field: "to", reason: "page-gone" }]);
    assertComplete(document, redirect, "redirects");
    if (found[index + 1]?.from === redirect.from) {
      throw new ContentError([{ document, field: "from", reason: "address-twice" }]);
    }
  }
  return found as Redirect[];
}

/** What is published now, in one small answer: enough to know whether something has changed. */
export async function loadPublished(client: ContentClient): Promise<Published> {
  const { documents, pages } = await client.fetch<PublishedQueryResult>(publishedQuery);
  return {
    fingerprint: await revisionOf(documents),
    updatedAt: Object.fromEntries(pages.map(({ name, updatedAt }) => [name, updatedAt])),
  };
}

// Whether links lead somewhere is settled now; pages need not carry the answers.
function withoutChecks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutChecks);
  if (typeof value !== "object" || value === null) return value;
  const { leads: _, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, withoutChecks(item)]));
}

const settingsPlace: ProblemPlace = { type: "siteSettings" };
const noSettings = () => new ContentError([{ document: settingsPlace, field: "", reason: "no-document" }]);
