import type { SeedDocument } from "#cms/seed/documents.ts";

type Text = { es: string; en: string };
type Section = { _key: string; _type: string; title: Text; text?: Text; [field: string]: unknown };

const inBoth = (es: string, en: string) => ({ _type: "localeText", es, en });

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* objectsIn(child);
}

// The texts of these pages stay: the home page's are specified, and the privacy page must describe the stored data.
const says = ["home", "privacy"];

function edit(document: SeedDocument): SeedDocument {
  const pictures = [...objectsIn(document)].filter(({ _type }) => _type === "picture");
  for (const [index, picture] of pictures.entries()) {
    picture.alt = inBoth(
      `Otra vista de la casa, la número ${index}.`,
      `Another view of the house, number ${index}.`,
    );
  }
  if (document._type !== "page") return document;
  const sections = document.sections as Section[];
  for (const [index, section] of sections.entries()) {
    const specified = document._id === "contact" && index === 0;
    if (!specified) section.title = inBoth(`Otro titular ${index}`, `Another headline ${index}`);
    if (section.text && !says.includes(document._id))
      section.text = inBoth("Otras palabras, más cortas.", "Other words, shorter ones.");
    const cards = section._type === "serviceCards" || section._type === "contactCards";
    if (section._type === "benefits" || cards) ((section.items ?? section.cards) as unknown[]).reverse();
    if (section._type === "plans") {
      for (const plan of section.plans as { text: Text; features: unknown[] }[]) {
        plan.text = inBoth("Ahora a otro precio.", "Now at another price.");
        plan.features.reverse();
      }
    }
  }
  const [opening] = sections;
  if (opening && document._id !== "contact") {
    sections.unshift({
      _key: "new",
      _type: "hero",
      title: inBoth("Recién añadido", "Newly added"),
      actions: opening.actions,
    });
  }
  return document;
}

const redirect: SeedDocument = {
  _id: "old-cameras",
  _type: "redirect",
  from: "/camaras-viejas",
  to: { _type: "reference", _ref: "cctv" },
  language: "es",
};

/**
 * Returns a copy of the documents as an editor might leave them: other headlines, texts, descriptions and order, and a
 * new section and redirect.
 * Specified content stays: the home page's services, the buttons, the plans, the listed items and the figures.
 */
export const withMarketerEdits = (documents: readonly SeedDocument[]): SeedDocument[] => [
  ...structuredClone(documents).map(edit),
  redirect,
];
