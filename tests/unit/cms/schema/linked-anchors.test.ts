import { createClient } from "@sanity/client";
import { expect, onTestFinished, test } from "vitest";
import { keepLinkedAnchors } from "#cms/schema/fields/reference-rules.ts";
import { createLabelFn } from "#cms/schema/labels.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { startSanity } from "#local/sanity/server.ts";
import { contentSource } from "../../../support/content-client.ts";
import { copy } from "../../../support/copy.ts";

const token = "a-token-for-the-test";

type AnchoredSections = { anchor?: string | undefined; [field: string]: unknown }[];
const findDocument = (documents: readonly SeedDocument[], id: string) =>
  documents.find(({ _id }) => _id === id) as SeedDocument & { sections: AnchoredSections };

/** Returns the copy in which the pages `linking` link to a section of the page about cameras. */
function createLinkingCopy(...linking: string[]): SeedDocument[] {
  const documents = structuredClone([...copy]);
  for (const id of linking) {
    const link = { _type: "link", kind: "page", page: { _type: "reference", _ref: "cctv" } };
    const action = {
      _type: "action",
      _key: "a",
      tone: "quiet",
      link: { ...link, anchor: "caracteristicas" },
    };
    Object.assign(findDocument(documents, id).sections[0] ?? {}, { actions: [action] });
  }
  return documents;
}

/** Returns the validation result of a draft of the page about cameras with these sections.
 * @param documents The published documents. */
async function validateAnchors(
  documents: SeedDocument[],
  sections: AnchoredSections,
  language: "es" | "en" = "es",
) {
  const sanity = await startSanity({ ...contentSource, port: 0, token, documents });
  onTestFinished(sanity.close);
  const origin = { apiHost: sanity.origin, useProjectHostname: false, useCdn: false, token };
  const context = {
    document: { _id: "drafts.cctv", sections },
    getClient: ({ apiVersion }: { apiVersion: string }) =>
      createClient({ ...contentSource, ...origin, apiVersion, perspective: "raw" }),
  };
  return keepLinkedAnchors(createLabelFn(language))(
    sections,
    context as unknown as Parameters<ReturnType<typeof keepLinkedAnchors>>[1],
  );
}

const getSections = (documents: SeedDocument[]) => structuredClone(findDocument(documents, "cctv").sections);
const removeAnchor = (anchor: string, sections: AnchoredSections) =>
  sections.map((section) => (section.anchor === anchor ? { ...section, anchor: undefined } : section));

test("keeps an anchor that another page links to, and names the page in the Studio's language", async () => {
  const documents = createLinkingCopy("contact");
  const sections = removeAnchor("caracteristicas", getSections(documents));
  expect(await validateAnchors(documents, sections)).toBe(
    "La sección «caracteristicas» sigue enlazada en: Contacto. Conserva el ancla, o cambia y publica antes esos enlaces.",
  );
  expect(await validateAnchors(documents, sections, "en")).toBe(
    "The section “caracteristicas” is still linked from: Contact. Keep the anchor, or change and publish those links first.",
  );
});

test("keeps a section that other pages link to, and names these pages", async () => {
  const documents = createLinkingCopy("contact", "home");
  const sections = getSections(documents).filter(({ anchor }) => anchor !== "caracteristicas");
  expect(await validateAnchors(documents, sections)).toContain("sigue enlazada en: Contacto e Inicio.");
});

test("accepts unchanged anchors and the removal of an unlinked anchor", async () => {
  const documents = createLinkingCopy("contact");
  expect(await validateAnchors(documents, getSections(documents))).toBe(true);
  expect(await validateAnchors(documents, removeAnchor("beneficios", getSections(documents)))).toBe(true);
});

test("a link in a draft does not protect an anchor", async () => {
  const documents = [...copy];
  const draft = { ...findDocument(createLinkingCopy("contact"), "contact"), _id: "drafts.contact" };
  const sections = removeAnchor("caracteristicas", getSections(documents));
  expect(await validateAnchors([...documents, draft], sections)).toBe(true);
});
