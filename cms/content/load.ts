import { findAddressFault, fixedAddress, type PageAddress } from "./addresses.ts";
import { assertComplete } from "./assert-complete.ts";
import type { ContentClient } from "./client.ts";
import { fillFacts, isSameNumber, toFacts } from "./facts.ts";
import { type InEveryLanguage, isInEveryLanguage, mapChildren } from "./languages.ts";
import { type OnLeftOut, readWhole } from "./leave-out.ts";
import { cropPictures } from "./picture-parts.ts";
import { ContentError, type Problem, type ProblemDocument } from "./problem.ts";
import { pageQuery, settingsQuery } from "./queries.ts";
import { assertAnchors, type FactsAnswer, isShown, resolveSections, toPlanKey } from "./resolve.ts";
import { languages } from "./site.ts";
import type { PageQueryResult, SettingsQueryResult } from "./types.generated.ts";
import type { PageContent, SettingsContent } from "./types.ts";

/**
 * Returns a published page in both languages, with its visible sections.
 * @param name one of `pageNames`, or the id of a page that editors created
 * @param onLeftOut leaves out broken parts, and receives their problems. Without it, any problem is an error.
 * @throws ContentError if the page or the company details are missing, or the site cannot show a text, link, anchor or
 * address of the page
 */
export async function loadPage(
  client: ContentClient,
  name: string,
  onLeftOut?: OnLeftOut,
): Promise<PageContent> {
  const document: ProblemDocument = { type: "page", name };
  const publishedPage = await client.fetch<PageQueryResult>(pageQuery, { name });
  if (!publishedPage) throw new ContentError([{ document, field: "", reason: "no-document" }]);
  const { facts: source, plans: plansOfPages, address: storedAddress, ...page } = publishedPage;
  if (!source) throw createMissingSettingsError();
  const check = (facts: typeof source) => {
    assertComplete(settingsDocument, facts, "page.facts");
    return fillFacts(settingsDocument, facts, toFacts(facts));
  };
  const facts = readWhole(source, "page.facts", check, onLeftOut);
  const address = fixedAddress(name) ?? checkAddress(document, storedAddress as PageAddress | null);
  // An incomplete plan is reported by the load of its own page.
  const plans = plansOfPages.flatMap(({ service, names }) =>
    (names ?? [])
      .filter(isCompletePlanName)
      .map((planName) => ({ service, name: planName, key: toPlanKey(planName) })),
  );
  const resolve = (queriedPage: typeof page) => ({
    ...resolvePage(document, queriedPage, facts),
    address,
    plans,
  });
  return readWhole(page, "page", resolve, onLeftOut);
}

/** Returns a page with its figures, facts, links and pictures. @throws ContentError */
function resolvePage(
  document: ProblemDocument,
  page: Omit<NonNullable<PageQueryResult>, "facts" | "plans" | "address">,
  facts: FactsAnswer,
): Omit<PageContent, "address" | "plans"> {
  assertComplete(document, page, "page");
  assertAnchors(document, page.sections);
  const resolved = {
    ...page,
    label: page.label ?? page.title,
    sections: resolveSections(document, page.sections, facts),
  };
  const filledPage = fillFacts(document, cropPictures(resolved), toFacts(facts));
  const pageContent = resolveLinks(filledPage) as PageContent;
  // The last step, because problems name a section by its index among all sections.
  return { ...pageContent, sections: pageContent.sections.filter(isShown) };
}

/**
 * Returns the published company details in both languages.
 * @param onLeftOut leaves out broken parts, and receives their problems
 * @throws ContentError if a field or text is missing, or a displayed number differs from the dialed one
 */
export async function loadSettings(client: ContentClient, onLeftOut?: OnLeftOut): Promise<SettingsContent> {
  const publishedSettings = await client.fetch<SettingsQueryResult>(settingsQuery);
  if (!publishedSettings) throw createMissingSettingsError();
  return readWhole(publishedSettings, "settings", resolveSettings, onLeftOut);
}

function resolveSettings(publishedSettings: NonNullable<SettingsQueryResult>): SettingsContent {
  assertComplete(settingsDocument, publishedSettings, "settings");
  for (const field of ["phone", "whatsapp"] as const) {
    if (isSameNumber(publishedSettings[`${field}Display`] ?? "", publishedSettings[field] ?? "")) continue;
    const displayField = `${field}Display`;
    throw new ContentError([
      { document: settingsDocument, field: displayField, reason: "other-number", number: field },
    ]);
  }
  const settings = cropPictures(publishedSettings) as SettingsContent;
  return fillFacts(settingsDocument, settings, toFacts(publishedSettings));
}

/** Returns whether a plan can be an option of the contact form: its name has a text in every language. */
const isCompletePlanName = (name: unknown): name is InEveryLanguage =>
  isInEveryLanguage(name) &&
  languages.every((language) => typeof name[language] === "string" && name[language].trim());

/**
 * Returns the address of a page that editors created.
 * @throws ContentError if it is missing or malformed, or if the site itself uses it
 */
function checkAddress(document: ProblemDocument, address: PageAddress | null): PageAddress {
  if (!address) throw new ContentError([{ document, field: "address", reason: "missing" }]);
  const problems = languages.flatMap((language): Problem[] => {
    const fault = findAddressFault(address[language] ?? "", language);
    if (fault === "taken") return [{ document, field: `address.${language}`, reason: "address-taken" }];
    return fault ? [{ document, field: `address.${language}`, reason: "address-malformed", language }] : [];
  });
  if (problems.length > 0) throw new ContentError(problems);
  return address;
}

/**
 * Removes `isAnchorValid` from links. `assertComplete` and `repair` use the field to find and repair links to missing
 * sections. Adds the addresses of fixed pages to links, because the CMS does not contain them.
 */
function resolveLinks(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return mapChildren(value, resolveLinks);
  const { isAnchorValid: _, ...fields } = value as Record<string, unknown>;
  if (fields.kind === "page" && typeof fields.page === "string") {
    return { ...fields, address: fixedAddress(fields.page) ?? fields.address };
  }
  return mapChildren(fields, resolveLinks);
}

const settingsDocument: ProblemDocument = { type: "siteSettings" };
const createMissingSettingsError = () =>
  new ContentError([{ document: settingsDocument, field: "", reason: "no-document" }]);
