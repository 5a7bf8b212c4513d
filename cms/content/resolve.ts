import { toAreas } from "./cantons.ts";
import { type Hours, sortHours, toSpans } from "./hours.ts";
import type { InEveryLanguage } from "./languages.ts";
import { measuredFigures } from "./measured-figures.ts";
import { ContentError, type Problem, type ProblemDocument } from "./problem.ts";
import { filledBy } from "./sections.generated.ts";
import { defaultLanguage } from "./site.ts";
import type { PageQueryResult } from "./types.generated.ts";
import type { SectionOf, SectionType } from "./types.ts";

type PageAnswer = NonNullable<PageQueryResult>;
type SectionAnswer = PageAnswer["sections"][number];

/** Returns the key of a plan in contact messages: its name in the default language. */
export const toPlanKey = (name: Pick<InEveryLanguage, typeof defaultLanguage>): string =>
  name[defaultLanguage];

/** The company's facts that the page query returns. */
export type FactsAnswer = NonNullable<PageAnswer["facts"]>;

/**
 * Adds the facts to the sections that show them: figures of the company and of the measurement by their keys, and the
 * company's response time, hours and cantons.
 * @throws ContentError if a section names an unknown figure
 */
export function resolveSections(document: ProblemDocument, sections: SectionAnswer[], facts: FactsAnswer) {
  const figures = new Map(facts.figures.map((figure) => [figure.key, figure]));
  const getFigure = (key: string, field: string) => {
    const figure = figures.get(key);
    if (figure) return figure;
    throw new ContentError([{ document, field, reason: "no-figure", figure: key }]);
  };
  return sections.map((section, index) => {
    const path = `sections[${index}] (${section._type})`;
    switch (section._type) {
      case "figures": {
        const items = section.items.map(({ _key, key, label }, itemIndex) => {
          const field = `${path}.items[${itemIndex}]`;
          const value = measuredFigures[key];
          if (value && label) return { _key, key, value, label };
          if (value) throw new ContentError([{ document, field: `${field}.label`, reason: "missing" }]);
          const figure = getFigure(key, `${field}.key`);
          return { _key, key, value: figure.value, label: label ?? figure.label };
        });
        return { ...section, items };
      }
      case "plans": {
        const plans = section.plans.map(({ response, ...plan }, planIndex) => {
          const { value, label } = getFigure(response, `${path}.plans[${planIndex}].response`);
          return { ...plan, key: toPlanKey(plan.name), response: { value, label } };
        });
        return { ...section, plans };
      }
      case "contactForm":
        return { ...section, response: facts.response };
      case "coverage":
        return {
          ...section,
          hours: sortHours(facts.hours as Hours[]).map(toHourSpans),
          areas: toAreas(facts.cantons),
        };
      default:
        return section;
    }
  });
}

const toHourSpans = ({ _key, days, opens, closes }: Hours) => ({ _key, days: toSpans(days), opens, closes });

type AnchoredSection = {
  _type: string;
  anchor: string | null;
  navigationLabel: object | null;
  contactSection?: string;
};

/**
 * Checks that anchors are unique on a page, that sections in its menu have one, and that contact buttons lead to
 * existing sections.
 * @throws ContentError with every problem
 */
export function assertAnchors(document: ProblemDocument, sections: readonly AnchoredSection[]): void {
  const problems: Problem[] = [];
  const anchors = sections.flatMap(({ anchor }) => anchor ?? []);
  for (const [index, { _type, anchor, navigationLabel, contactSection }] of sections.entries()) {
    const path = `sections[${index}] (${_type})`;
    if (anchor && anchors.indexOf(anchor) !== anchors.lastIndexOf(anchor)) {
      problems.push({ document, field: `${path}.anchor`, reason: "anchor-twice", anchor });
    }
    if (navigationLabel && !anchor) {
      problems.push({ document, field: `${path}.anchor`, reason: "menu-without-anchor" });
    }
    if (contactSection && !anchors.includes(contactSection)) {
      const field = `${path}.contactSection`;
      problems.push({ document, field, reason: "section-gone", anchor: contactSection });
    }
  }
  if (problems.length > 0) throw new ContentError(problems);
}

// A list that the section type does not have fails to compile.
const listsByType: { [Type in SectionType]?: readonly (keyof SectionOf<Type>)[] } = filledBy;

/**
 * Returns whether a page shows a section. Sections that need entries, such as testimonials, are left out while they are
 * empty, with their headline, menu entry and surface. The schema names their lists (`filledBy`).
 */
export function isShown(section: { _type: string }): boolean {
  const lists: readonly string[] | undefined = listsByType[section._type as SectionType];
  const hasEntry = (list: string) =>
    ((section as Record<string, unknown>)[list] as unknown[] | undefined)?.length;
  return !lists || lists.some(hasEntry);
}
