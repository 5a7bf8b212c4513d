import { addressFault, fixedAddress, type PageAddress } from "./addresses.ts";
import type { ContentClient } from "./client.ts";
import { assertComplete } from "./complete.ts";
import { factsOf, fillFacts, isSameNumber } from "./facts.ts";
import { type InBothLanguages, isInBothLanguages } from "./languages.ts";
import { ContentError, type Problem, type ProblemPlace } from "./problem.ts";
import { pageQuery, settingsQuery } from "./queries.ts";
import { assertPlaces, isShown, planKey, resolveSections } from "./resolve.ts";
import { languages } from "./site.ts";
import type { PageQueryResult, SettingsQueryResult } from "./types.generated.ts";
import type { PageContent, SettingsContent } from "./types.ts";

/**
 * Returns a published page in both languages, with its visible sections.
 * @param name one of `pageNames`, or the id of a page that editors created
 * @throws ContentError if the page or one of its required fields or texts is missing
 */
export async function loadPage(client: ContentClient, name: string): Promise<PageContent> {
  const document: ProblemPlace = { type: "page", name };
  const found = await client.fetch<PageQueryResult>(pageQuery, { name });
  if (!found) throw new ContentError([{ document, field: "", reason: "no-document" }]);
  const { facts: source, sameAddress, plans, ...page } = found;
  if (!source) throw noSettings();
  assertComplete(settingsPlace, source, "page.facts");
  assertComplete(document, page, "page");

  assertPlaces(document, page.sections);
  const address =
    fixedAddress(name) ?? ownAddress(document, page.address as PageAddress | null, sameAddress !== null);

  const resolved = {
    ...page,
    address,
    label: page.label ?? page.title,
    // An incomplete plan is reported by the load of its own page.
    plans: plans.flatMap(({ service, names }) =>
      names.filter(isWhole).map((name) => ({ service, name, key: planKey(name) })),
    ),
    sections: resolveSections(document, page.sections, source),
  };
  const whole = withLinks(fillFacts(document, resolved, factsOf(source))) as PageContent;
  // The last step, because problems name a section by its index among all sections.
  return { ...whole, sections: whole.sections.filter(isShown) };
}

/**
 * Returns the published company details in both languages.
 * @throws ContentError if a field or text is missing, or a displayed number differs from the dialed one
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

const isWhole = (name: unknown): name is InBothLanguages =>
  isInBothLanguages(name) &&
  languages.every((language) => {
    const text = name[language];
    return typeof text === "string" && text.trim();
  });

// Returns the address of a page that editors created, if it is valid and unique.
function ownAddress(document: ProblemPlace, address: PageAddress | null, isTwice: boolean): PageAddress {
  if (!address) throw new ContentError([{ document, field: "address", reason: "missing" }]);
  const problems = languages.flatMap((language): Problem[] => {
    const fault = addressFault(address[language], language);
    if (fault === "taken") return [{ document, field: `address.${language}`, reason: "address-taken" }];
    return fault ? [{ document, field: `address.${language}`, reason: "address-malformed", language }] : [];
  });
  if (isTwice) problems.push({ document, field: "address", reason: "address-twice" });
  if (problems.length > 0) throw new ContentError(problems);
  return address;
}

// Removes `leads`, the result of the link check, which pages do not need. Adds the addresses of fixed pages, which
// their documents do not contain.
function withLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLinks);
  if (typeof value !== "object" || value === null) return value;
  const { leads: _, ...rest } = value as Record<string, unknown>;
  if (rest.kind === "page" && typeof rest.page === "string") {
    return { ...rest, address: fixedAddress(rest.page) ?? rest.address };
  }
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, withLinks(item)]));
}

const settingsPlace: ProblemPlace = { type: "siteSettings" };
const noSettings = () => new ContentError([{ document: settingsPlace, field: "", reason: "no-document" }]);
