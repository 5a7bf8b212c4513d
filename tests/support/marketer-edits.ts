import type { SeedDocument } from "#cms/seed/documents.ts";

type LocaleText = { es: string; en: string };
type EditedSection = {
  _key: string;
  _type: string;
  title: LocaleText;
  text?: LocaleText;
  [field: string]: unknown;
};

const createText = (es: string, en: string) => ({ _type: "localeText", es, en });

function* listObjects(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* listObjects(child);
}

// The texts of these pages stay: the home page's are specified, and the privacy page must describe the stored data.
const fixedPages = ["home", "privacy"];

function edit(document: SeedDocument): SeedDocument {
  const pictures = [...listObjects(document)].filter(({ _type }) => _type === "picture");
  for (const [index, picture] of pictures.entries()) {
    picture.alt = createText(
      `Otra vista de la casa, la número ${index}.`,
      `Another view of the house, number ${index}.`,
    );
  }
  if (document._type !== "page") return document;
  const sections = document.sections as EditedSection[];
  for (const [index, section] of sections.entries()) {
    const isSpecified = document._id === "contact" && index === 0;
    if (!isSpecified) section.title = createText(`Otro titular ${index}`, `Another headline ${index}`);
    if (section.text && !fixedPages.includes(document._id))
      section.text = createText("Otras palabras, más cortas.", "Other words, shorter ones.");
    const cards = section._type === "serviceCards" || section._type === "contactCards";
    if (section._type === "benefits" || cards) ((section.items ?? section.cards) as unknown[]).reverse();
    if (section._type === "plans") {
      for (const plan of section.plans as { text: LocaleText; features: unknown[] }[]) {
        plan.text = createText("Ahora a otro precio.", "Now at another price.");
        plan.features.reverse();
      }
    }
  }
  const [opening] = sections;
  if (opening && document._id !== "contact") {
    sections.unshift({
      _key: "new",
      _type: "hero",
      title: createText("Recién añadido", "Newly added"),
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
export const applyEditorEdits = (documents: readonly SeedDocument[]): SeedDocument[] => [
  ...structuredClone(documents).map(edit),
  redirect,
];
