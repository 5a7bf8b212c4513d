import type { SanityClient, SanityDocument } from "@sanity/client";
import { beforeAll, expect, test } from "vitest";
import { listValidationProblems } from "#cms/seed/validate.ts";
import { provenCopy } from "../support/proof-copy.ts";
import { selectCases, startForSuite } from "../support/suite.ts";
import { startSanityWith } from "./sanity/clients.ts";

const sanity = startForSuite(() => startSanityWith(provenCopy));
let client: SanityClient;
let documents: SanityDocument[];
beforeAll(async () => {
  client = sanity.editor.withConfig({ perspective: "raw" });
  documents = await sanity.visitor.fetch('*[_type in ["page", "siteSettings"]] | order(_id)');
});

type FieldValues = Record<string, unknown>;
const isObject = (value: unknown): value is FieldValues => typeof value === "object" && value !== null;

/** Yields the path of every field of a document with a copy of the document without this field. */
function* omitEachField(document: FieldValues, type: string): Generator<[string, FieldValues]> {
  for (const [name, value] of Object.entries(document)) {
    if (name.startsWith("_")) continue;
    const { [name]: _, ...remainingFields } = document;
    yield [`${type}.${name}`, remainingFields];
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (!isObject(item)) continue;
        for (const [path, without] of omitEachField(item, String(item._type ?? `${type}.${name}`))) {
          yield [path, { ...document, [name]: value.with(index, without) }];
        }
      }
    } else if (isObject(value)) {
      for (const [path, without] of omitEachField(value, String(value._type ?? `${type}.${name}`))) {
        yield [path, { ...document, [name]: without }];
      }
    }
  }
}

// The menu name and the anchor of a section are optional, unless a page links to the section.
const isPlacement = (path: string) => /\.(anchor|navigationLabel)$/.test(path);

test("only optional fields can be omitted", async () => {
  const incompleteDocuments = new Map<string, FieldValues>();
  for (const document of documents) {
    for (const [path, without] of omitEachField(document, document._type)) {
      if (!isPlacement(path) || path === "link.anchor") incompleteDocuments.set(path, without);
    }
  }
  expect(incompleteDocuments.size).toBeGreaterThan(90);
  const chosenDocuments = new Map(selectCases([...incompleteDocuments], 40));
  const accepted: string[] = [];
  for (const [path, without] of chosenDocuments) {
    if ((await listValidationProblems(without as unknown as SanityDocument, client)).length === 0)
      accepted.push(path);
  }
  const introduced = documents
    .flatMap(({ sections = [] }) => sections as { _type: string }[])
    .map(({ _type }) => `${_type}.text`);
  expect(accepted.toSorted()).toEqual(
    [
      ...new Set(introduced),
      "case.picture",
      "cases.items",
      "contactCards.action",
      "feature.text",
      "figureMention.label",
      "figures.action",
      "figures.screens",
      "hero.actions",
      "hero.picture",
      "link.anchor",
      // “Clear” in the Studio keeps the description of an optional picture.
      "picture.asset",
      "picture.crop",
      "picture.hotspot",
      "people.items",
      "person.text",
      "pictureText.items",
      "plan.popular",
      "plan.price",
      "questions.items",
      "screen.items",
      "screen.screens",
      "screenshot.phone",
      "serviceCard.picture",
      "siteSettings.cantons",
      "siteSettings.hours",
      "siteSettings.response",
      "steps.drawing",
      "testimonial.role",
      "testimonials.items",
    ]
      .filter((path) => chosenDocuments.has(path))
      .toSorted(),
  );
});
