import { sampleItems, sampleText } from "#cms/schema/fields/sample.ts";
import { createLabelFn } from "#cms/schema/labels.ts";
import { sections } from "#cms/schema/sections.generated.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { button, copy, createEditorPage, section } from "./copy.ts";

type SeedSection = { _type: string; [field: string]: unknown };

const toTypes = (language: "es" | "en") => sections.map((define) => define(createLabelFn(language)));
const samples = new Map<string, object | undefined>(toTypes("es").map(({ name, sample }) => [name, sample]));

/** The names of all section types. */
export const sectionTypeNames = [...samples.keys()];

const price = { _type: "price", amount: 45_000, currency: "CRC", per: "month" };
const priceIncludes = sampleText("Con todo lo que hace falta.", "With all that it takes.");

/** The company facts that the launch copy leaves open: opening hours and cantons. */
const factsOfProof = {
  hours: sampleItems("openingHours", [
    { days: ["sat"], opens: "09:00", closes: "12:30" },
    { days: ["mon", "tue", "wed", "thu", "fri"], opens: "08:00", closes: "17:30" },
  ]),
  cantons: ["Escazú", "Santa Ana", "Montes de Oca", "Belén", "Vázquez de Coronado"],
};

/** Returns a document with all proof of a company: sections of proof have entries, services and plans have prices. */
export function addProof(document: SeedDocument): SeedDocument {
  if (document._type === "siteSettings") return { ...document, ...factsOfProof };
  if (document._type !== "page") return document;
  const sections = (document.sections as SeedSection[]).map((section) => {
    const filled = { ...samples.get(section._type), ...section };
    if (section._type !== "plans") return filled;
    return { ...filled, plans: (section.plans as object[]).map((plan) => ({ ...plan, price })) };
  });
  const offer = document.isService ? { price, priceIncludes } : {};
  return { ...document, ...offer, sections };
}

/** A draft that links to a section. A link in a draft does not protect an anchor. */
const linkingDraft = {
  ...createEditorPage("drafts.linking", "/a", "/en/a"),
  sections: [section("a", "hero", { actions: [button("a", "Ver", "See", "cctv", "beneficios")] })],
};

/** The copy of tests with all proof, and a draft beside it. */
export const provenCopy = [...copy.map(addProof), linkingDraft];

/**
 * Returns documents in which the home page ends with the sample of each section type that no page has. Its headline is
 * the title of the type.
 */
export function addSamples(documents: readonly SeedDocument[]): SeedDocument[] {
  const pages = documents.filter(({ _type }) => _type === "page");
  const usedTypes = new Set(
    pages.flatMap((page) => page.sections as SeedSection[]).map(({ _type }) => _type),
  );
  const english = toTypes("en");
  const added = toTypes("es").flatMap(({ name, title, sample }, index) =>
    usedTypes.has(name) || !sample
      ? []
      : { _key: name, _type: name, title: sampleText(title, english[index]?.title ?? title), ...sample },
  );
  return documents.map((document) =>
    document._id === "home"
      ? { ...document, sections: [...(document.sections as SeedSection[]), ...added] }
      : document,
  );
}
