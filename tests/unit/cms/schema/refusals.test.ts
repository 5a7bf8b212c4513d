import type { SanityClient, SanityDocument } from "@sanity/client";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findProblems } from "#cms/seed/validate.ts";
import { startSanity } from "#local/sanity/server.ts";
import { contentSource, createReader } from "../../../support/content-client.ts";
import { copy } from "../../../support/copy.ts";
import { addProof } from "../../../support/proof-copy.ts";

let sanity: Awaited<ReturnType<typeof startSanity>>;
let client: SanityClient;
let documents: SanityDocument[];
/** Ids of the uploaded pictures, by their size in pixels. */
const uploads = new Map<string, string>();
beforeAll(async () => {
  const token = "a-token-for-the-test";
  sanity = await startSanity({ ...contentSource, port: 0, token, documents: copy.map(addProof) });
  client = createReader(sanity.origin);
  for (const size of ["1200x600", "1199x900", "640x480", "900x600", "799x533", "1600x900", "1280x720"]) {
    const [width = 0, height = 0] = size.split("x").map(Number);
    const file = await sharp({ create: { width, height, channels: 3, background: "#7a2a7a" } })
      .webp()
      .toBuffer();
    uploads.set(size, (await client.withConfig({ token }).assets.upload("image", file))._id);
  }
  documents = await client.fetch('*[_type in ["page", "siteSettings"]] | order(_id)');
});
afterAll(() => sanity.close());

type DocumentFields = Record<string, unknown>;
const isObject = (value: unknown): value is DocumentFields => typeof value === "object" && value !== null;

/** Yields the path of every field of a document with a copy of the document without this field. */
function* omitEachField(document: DocumentFields, type: string): Generator<[string, DocumentFields]> {
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

// The menu name and the anchor of a section are optional. The tests of linked anchors cover linked sections.
const isPlacement = (path: string) => /\.(anchor|navigationLabel)$/.test(path);

test("only optional fields can be omitted", async () => {
  const incompleteDocuments = new Map<string, DocumentFields>();
  for (const document of documents) {
    for (const [path, without] of omitEachField(document, document._type)) {
      if (!isPlacement(path) || path === "link.anchor") incompleteDocuments.set(path, without);
    }
  }
  expect(incompleteDocuments.size).toBeGreaterThan(90);
  const accepted: string[] = [];
  for (const [path, without] of incompleteDocuments) {
    if ((await findProblems(without as unknown as SanityDocument, client)).length === 0) accepted.push(path);
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
    ].toSorted(),
  );
});

describe("an invalid value is rejected with a sentence", () => {
  type ChangedSection = DocumentFields & {
    items: DocumentFields[];
    plans: DocumentFields[];
    actions: DocumentFields[];
  };
  const changeSettings = (
    change: (
      facts: DocumentFields & { figures: DocumentFields[]; hours: DocumentFields[] },
    ) => DocumentFields,
  ) => ["siteSettings", change] as const;
  /** Changes the section of a type on a page. */
  const changeSection = (page: string, type: string, change: (section: ChangedSection) => DocumentFields) =>
    [
      page,
      ({ sections }: { sections: ChangedSection[] }) => ({
        sections: sections.map((candidate) =>
          candidate._type === type ? { ...candidate, ...change(candidate) } : candidate,
        ),
      }),
    ] as const;
  /** Returns a picture after “clear” in the Studio, which keeps the description. */
  const clearPicture = (picture: unknown) => {
    const { asset: _, ...remainingFields } = picture as DocumentFields;
    return remainingFields;
  };
  /** Returns a picture with another file of a size in pixels. */
  const replacePicture = (picture: unknown, size: string, otherFields: DocumentFields = {}) => ({
    ...(picture as DocumentFields),
    asset: { _type: "reference", _ref: uploads.get(size) },
    ...otherFields,
  });
  /** Returns the data that the Studio stores of a replaced picture: its file and its description. */
  const toReplaced = ({ asset, alt }: DocumentFields) => ({
    replaced: { asset: (asset as { _ref: string })._ref, ...(alt as DocumentFields) },
  });
  const createText = (text: string) => ({ _type: "localeString", es: text, en: text });

  test.each([
    ["an invalid address", changeSettings(() => ({ email: "hola" })), /^email: .*valid email/i],
    [
      "a number without its country code",
      changeSettings(() => ({ phone: "60000000", phoneDisplay: "6000 0000" })),
      /^phone: Write the number with \+/,
    ],
    [
      "a handle with its sign",
      changeSettings(() => ({ instagram: "@guaria" })),
      /^instagram: .*without @\.$/,
    ],
    ["a name that is too long", changeSettings(() => ({ brandName: "x".repeat(41) })), /^brandName: .*40/],
    ["no figures", changeSettings(() => ({ figures: [] })), /^figures: /],
    [
      "two figures with one name",
      changeSettings(({ figures }) => ({ figures: [...figures, { ...figures[0], _key: "again" }] })),
      /^figures: Two figures have the name/,
    ],
    [
      "a figure with a name that no text can reference",
      changeSettings(({ figures }) => ({
        figures: [...figures, { ...figures[0], _key: "again", key: "80 %" }],
      })),
      /\.key: Lowercase letters/,
    ],
    [
      "a cleared picture for shared links",
      changeSettings(({ sharePicture }) => ({ sharePicture: clearPicture(sharePicture) })),
      /^sharePicture: Choose the picture\.$/,
    ],
    [
      "a cleared picture of a gallery",
      changeSection("cctv", "gallery", ({ items }) => ({
        items: items.map((item, index) =>
          index === 1 ? { ...item, picture: clearPicture(item.picture) } : item,
        ),
      })),
      /\.picture: Choose the picture\.$/,
    ],
    [
      "a cleared picture beside a text",
      changeSection("home", "pictureText", ({ picture }) => ({ picture: clearPicture(picture) })),
      /\.picture: Choose the picture\.$/,
    ],
    [
      "a picture for shared links that is too low",
      changeSettings(({ sharePicture }) => ({ sharePicture: replacePicture(sharePicture, "1200x600") })),
      /^sharePicture: The picture is 1200 × 600 pixels and this place needs at least 1200 × 630\./,
    ],
    [
      "a picture beside a text that is too small",
      changeSection("home", "pictureText", ({ picture }) => ({
        picture: replacePicture(picture, "1199x900"),
      })),
      /\.picture: The picture is 1199 pixels wide and this place needs at least 1200\. Upload a larger one\.$/,
    ],
    [
      "a picture of an opening that is too small",
      changeSection("home", "hero", ({ picture }) => ({ picture: replacePicture(picture, "640x480") })),
      /\.picture: The picture is 640 pixels wide and this place needs at least 1200\./,
    ],
    [
      "a picture of a gallery that is too small",
      changeSection("cctv", "gallery", ({ items }) => ({
        items: items.with(0, { ...items[0], picture: replacePicture(items[0]?.picture, "900x600") }),
      })),
      /\.picture: The picture is 900 pixels wide and this place needs at least 1200\./,
    ],
    [
      "a picture of a card that is too small",
      changeSection("home", "serviceCards", (cards) => {
        const [first, ...otherCards] = cards.cards as DocumentFields[];
        return { cards: [{ ...first, picture: replacePicture(first?.picture, "799x533") }, ...otherCards] };
      }),
      /\.picture: The picture is 799 pixels wide and this place needs at least 800\./,
    ],
    [
      "a picture for the dark theme with other proportions",
      changeSection("home", "hero", ({ picture }) => ({
        picture: { ...(picture as DocumentFields), dark: replacePicture({ _type: "image" }, "1600x900") },
      })),
      /\.picture\.dark: The light picture is 1600 × 1200 pixels and this one 1600 × 900: they have to be the same size\.$/,
    ],
    [
      "a picture for the dark theme that is smaller",
      changeSection("home", "hero", ({ picture }) => ({
        picture: {
          ...replacePicture(picture, "1600x900"),
          dark: replacePicture({ _type: "image" }, "1280x720"),
        },
      })),
      /\.picture\.dark: The light picture is 1600 × 900 pixels and this one 1280 × 720/,
    ],
    [
      "an unknown drawing",
      changeSection("cctv", "statements", () => ({ drawing: "a-lighthouse" })),
      /\.drawing: /,
    ],
    [
      "a replaced picture with the description of the previous one",
      changeSection("home", "hero", ({ picture }) => ({
        picture: replacePicture(picture, "1600x900", toReplaced(picture as DocumentFields)),
      })),
      /\.picture\.alt: This is a different picture: describe the new one in Spanish and in English\.$/,
    ],
    [
      "a replaced picture with a new description in Spanish only",
      changeSection("home", "hero", ({ picture }) => {
        const before = picture as DocumentFields;
        const alt = { ...(before.alt as DocumentFields), es: "Una fachada morada." };
        return { picture: replacePicture(picture, "1600x900", { ...toReplaced(before), alt }) };
      }),
      /\.picture\.alt: This is a different picture: describe the new one in English\.$/,
    ],
    [
      "a description that is too short for a search result",
      ["contact", () => ({ description: createText("Escríbenos.") })] as const,
      /^description: At least 70 characters; too short in Spanish and in English\.$/,
    ],
    [
      "two most popular plans",
      changeSection("technical-support", "plans", ({ plans }) => ({
        plans: plans.map((plan) => ({ ...plan, popular: true })),
      })),
      /\.plans: Only one plan can be the most popular\.$/,
    ],
    [
      "a single plan",
      changeSection("technical-support", "plans", ({ plans }) => ({ plans: plans.slice(0, 1) })),
      /\.plans: .*2/,
    ],
    [
      "a mention of an unknown figure",
      changeSection("contact", "figures", ({ items }) => ({ items: [{ ...items[0], key: "someday" }] })),
      /\.key: The company details don’t have the figure “someday”/,
    ],
    [
      "a day with two sets of hours",
      changeSettings(({ hours }) => ({ hours: [...hours, { ...hours[0], _key: "again" }] })),
      /^hours: Saturday is in two sets of hours\./,
    ],
    [
      "hours that end before they start",
      changeSettings(({ hours }) => ({ hours: [{ ...hours[0], opens: "17:00", closes: "08:00" }] })),
      /\.closes: The closing time has to be after the opening time\.$/,
    ],
    [
      "an invalid time",
      changeSettings(({ hours }) => ({ hours: [{ ...hours[0], opens: "8 am" }] })),
      /\.opens: Write the time as 08:00 or 17:30\.$/,
    ],
    [
      "a case without a figure",
      changeSection("privacy", "cases", ({ items }) => ({ items: [{ ...items[0], value: "mucho" }] })),
      /\.value: A figure has at least one digit\.$/,
    ],
    [
      "a case without the source of its figure",
      changeSection("privacy", "cases", ({ items }) => ({ items: [{ ...items[0], source: undefined }] })),
      /\.source: Required$/,
    ],
    [
      "a testimonial without a name",
      changeSection("privacy", "testimonials", ({ items }) => ({
        items: [{ ...items[0], name: undefined }],
      })),
      /\.name: Required$/,
    ],
    [
      "portraits of some people only",
      changeSection("privacy", "people", ({ items }) => ({
        items: items.with(0, { ...items[0], picture: undefined }),
      })),
      /\.items: Give every person a portrait, or none of them\.$/,
    ],
    [
      "a question with an answer in Spanish only",
      changeSection("privacy", "questions", ({ items }) => ({
        items: [{ ...items[0], answer: { _type: "localeText", es: "Sí." } }],
      })),
      /\.answer\.en: The English text is missing\.$/,
    ],
    [
      "a screen without a caption",
      changeSection("privacy", "screen", () => ({ caption: undefined })),
      /\.caption: Say which screen it is\.$/,
    ],
    [
      "a price without a description of what it includes",
      ["cctv", () => ({ price: { _type: "price", amount: 20_000, currency: "CRC", per: "month" } })] as const,
      /^priceIncludes: Say what the price includes\.$/,
    ],
    [
      "a price of zero",
      changeSection("technical-support", "plans", ({ plans }) => ({
        plans: plans.with(0, { ...plans[0], price: { ...(plans[0]?.price as DocumentFields), amount: 0 } }),
      })),
      /\.price\.amount: /,
    ],
    [
      "an anchor with spaces",
      changeSection("contact", "figures", () => ({ anchor: "our figures" })),
      /\.anchor: An anchor has lowercase letters/,
    ],
    [
      "a headline of an opening that is too long",
      changeSection("cctv", "hero", () => ({ title: createText("Una y otra ".repeat(6)) })),
      /\.title: At most 60 characters; too long in Spanish and in English\.$/,
    ],
    [
      "a headline with a word that would overlap the picture",
      changeSection("cctv", "hero", () => ({ title: { ...createText("Cámaras"), es: "Videovigilancias" } })),
      /\.title: A word does not fit here: at most 13 letters each\. Use a shorter one in Spanish\.$/,
    ],
    [
      "large words that would overflow the window",
      changeSection("cctv", "highlights", ({ items }) => ({
        items: ["a", "b", "c"].map((_key) => ({ ...items[0], _key, title: createText("Mantenimiento") })),
      })),
      /\.items: The large words don’t fit next to each other\./,
    ],
    [
      "a badge that is too long",
      changeSection("cctv", "badges", ({ items }) => ({
        items: [{ ...items[0], ...createText("Una certificación que nadie recuerda por su nombre") }],
      })),
      /\.items\.\w+: At most 40 characters; too long in Spanish and in English\.$/,
    ],
    [
      "a menu name that is too long",
      changeSection("cctv", "benefits", () => ({ navigationLabel: createText("x".repeat(25)) })),
      /\.navigationLabel: At most 24 characters; too long in Spanish and in English\.$/,
    ],
    [
      "a menu name for a section without an anchor",
      changeSection("cctv", "benefits", () => ({ anchor: undefined })),
      /\.navigationLabel: Give the section an anchor, too\.$/,
    ],
    [
      "a call to action with two main buttons",
      changeSection("cctv", "callToAction", ({ actions }) => ({
        actions: ["one", "other"].map((_key) => ({ ...actions[0], _key, tone: "accent" })),
      })),
      /\.actions: Only one button can be the main one\.$/,
    ],
    [
      "a call to action without buttons",
      changeSection("cctv", "callToAction", () => ({ actions: [] })),
      /\.actions: /,
    ],
  ])("%s", async (_, [id, change], refusal) => {
    const document = documents.find(({ _id }) => _id === id) as SanityDocument;
    const problems = await findProblems({ ...document, ...change(document as never) }, client);
    expect(problems).toEqual([expect.stringMatching(refusal)]);
  });
});

test("reports an outdated translation in its own language", async () => {
  const contact = documents.find(({ _id }) => _id === "contact") as SanityDocument;
  const title = { ...(contact.title as DocumentFields), follower: { language: "en", of: "another" } };
  expect(await findProblems({ ...contact, title } as SanityDocument, client)).toEqual([
    "title.en: The English is out of date: the Spanish has changed since.",
  ]);
});
