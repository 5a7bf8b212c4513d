import { createClient } from "@sanity/client";
import { afterEach, expect, test } from "vitest";
import { keepLinkedAnchors } from "#cms/schema/fields/existing.ts";
import { sayIn } from "#cms/schema/say.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { startSanity } from "#local/sanity/server.ts";
import { place } from "../../../support/content-client.ts";
import { copy } from "../../../support/copy.ts";

const token = "a-token-for-the-test";
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

type Sections = { anchor?: string | undefined; [field: string]: unknown }[];
const named = (documents: readonly SeedDocument[], id: string) =>
  documents.find(({ _id }) => _id === id) as SeedDocument & { sections: Sections };

/** Returns the copy in which the pages `linking` link to a section of the page about cameras. */
function linkedFrom(...linking: string[]): SeedDocument[] {
  const documents = structuredClone([...copy]);
  for (const id of linking) {
    const link = { _type: "link", kind: "page", page: { _type: "reference", _ref: "cctv" } };
    const action = {
      _type: "action",
      _key: "a",
      tone: "quiet",
      link: { ...link, anchor: "caracteristicas" },
    };
    Object.assign(named(documents, id).sections[0] ?? {}, { actions: [action] });
  }
  return documents;
}

/** Returns the validation result of a draft of the page about cameras with these sections.
 * @param documents The published documents. */
async function saidOf(documents: SeedDocument[], sections: Sections, language: "es" | "en" = "es") {
  const sanity = await startSanity({ ...place, port: 0, token, documents });
  open.push(sanity.close);
  const origin = { apiHost: sanity.origin, useProjectHostname: false, useCdn: false, token };
  const context = {
    document: { _id: "drafts.cctv", sections },
    getClient: ({ apiVersion }: { apiVersion: string }) =>
      createClient({ ...place, ...origin, apiVersion, perspective: "raw" }),
  };
  return keepLinkedAnchors(sayIn(language))(
    sections,
    context as unknown as Parameters<ReturnType<typeof keepLinkedAnchors>>[1],
  );
}

const sectionsOf = (documents: SeedDocument[]) => structuredClone(named(documents, "cctv").sections);
const without = (anchor: string, sections: Sections) =>
  sections.map((section) => (section.anchor === anchor ? { ...section, anchor: undefined } : section));

test("keeps an anchor that another page links to, and names the page in the Studio's language", async () => {
  const documents = linkedFrom("contact");
  const sections = without("caracteristicas", sectionsOf(documents));
  expect(await saidOf(documents, sections)).toBe(
    "La sección «caracteristicas» sigue enlazada en: Contacto. Conserva el ancla, o cambia y publica antes esos enlaces.",
  );
  expect(await saidOf(documents, sections, "en")).toBe(
    "The section “caracteristicas” is still linked from: Contact. Keep the anchor, or change and publish those links first.",
  );
});

test("keeps a section that other pages link to, and names these pages", async () => {
  const documents = linkedFrom("contact", "home");
  const sections = sectionsOf(documents).filter(({ anchor }) => anchor !== "caracteristicas");
  expect(await saidOf(documents, sections)).toContain("sigue enlazada en: Contacto e Inicio.");
});

test("accepts unchanged anchors and the removal of an unlinked anchor", async () => {
  const documents = linkedFrom("contact");
  expect(await saidOf(documents, sectionsOf(documents))).toBe(true);
  expect(await saidOf(documents, without("beneficios", sectionsOf(documents)))).toBe(true);
});

test("a link in a draft does not protect an anchor", async () => {
  const documents = [...copy];
  const draft = { ...named(linkedFrom("contact"), "contact"), _id: "drafts.contact" };
  const sections = without("caracteristicas", sectionsOf(documents));
  expect(await saidOf([...documents, draft], sections)).toBe(true);
});
