import type { SanityClient, SanityDocument } from "@sanity/client";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemsOf } from "#cms/seed/validate.ts";
import { startSanity } from "#local/sanity/server.ts";
import { place, readerOf } from "../../../support/content-client.ts";
import { copy } from "../../../support/copy.ts";
import { withProof } from "../../../support/proof-copy.ts";

let sanity: Awaited<ReturnType<typeof startSanity>>;
let client: SanityClient;
let documents: SanityDocument[];
/** Pictures that were uploaded, by their size in pixels. */
const uploads = new Map<string, string>();
beforeAll(async () => {
  const token = "a-token-for-the-test";
  sanity = await startSanity({ ...place, port: 0, token, documents: copy.map(withProof) });
  client = readerOf(sanity.origin);
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

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Every field of a document by the type that it belongs to, with the document as it is without it. */
function* withoutEach(document: Fields, type: string): Generator<[string, Fields]> {
  for (const [name, value] of Object.entries(document)) {
    if (name.startsWith("_")) continue;
    const { [name]: _, ...rest } = document;
    yield [`${type}.${name}`, rest];
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (!isObject(item)) continue;
        for (const [path, without] of withoutEach(item, String(item._type ?? `${type}.${name}`))) {
          yield [path, { ...document, [name]: value.with(index, without) }];
        }
      }
    } else if (isObject(value)) {
      for (const [path, without] of withoutEach(value, String(value._type ?? `${type}.${name}`))) {
        yield [path, { ...document, [name]: without }];
      }
    }
  }
}

// Every section may do without its name in the menu, and without its anchor unless something links there: the tests of
// linked anchors are about that.
const isPlacement = (path: string) => /\.(anchor|navigationLabel)$/.test(path);

test("nothing that is written can be left out but what is optional", async () => {
  const left = new Map<string, Fields>();
  for (const document of documents) {
    for (const [path, without] of withoutEach(document, document._type)) {
      if (!isPlacement(path) || path === "link.anchor") left.set(path, without);
    }
  }
  expect(left.size).toBeGreaterThan(90);
  const accepted: string[] = [];
  for (const [path, without] of left) {
    if ((await problemsOf(without as unknown as SanityDocument, client)).length === 0) accepted.push(path);
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
      // The Studio's “clear” leaves an optional picture's description behind.
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

describe("what is filled in wrong is refused with a sentence", () => {
  type Section = Fields & { items: Fields[]; plans: Fields[]; actions: Fields[] };
  const settings = (change: (facts: Fields & { figures: Fields[]; hours: Fields[] }) => Fields) =>
    ["siteSettings", change] as const;
  /** The section of a type, changed, on a page that has one. */
  const section = (page: string, type: string, change: (section: Section) => Fields) =>
    [
      page,
      ({ sections }: { sections: Section[] }) => ({
        sections: sections.map((each) => (each._type === type ? { ...each, ...change(each) } : each)),
      }),
    ] as const;
  /** A picture as the Studio's “clear” leaves it: its description stays. */
  const cleared = (picture: unknown) => {
    const { asset: _, ...left } = picture as Fields;
    return left;
  };
  /** A picture with another file in its place, of that size in pixels. */
  const exchanged = (picture: unknown, size: string, more: Fields = {}) => ({
    ...(picture as Fields),
    asset: { _type: "reference", _ref: uploads.get(size) },
    ...more,
  });
  /** What the Studio keeps of a picture that was exchanged: its file and its description. */
  const kept = ({ asset, alt }: Fields) => ({
    replaced: { asset: (asset as { _ref: string })._ref, ...(alt as Fields) },
  });
  const both = (text: string) => ({ _type: "localeString", es: text, en: text });

  test.each([
    ["an address that is none", settings(() => ({ email: "hola" })), /^email: .*valid email/i],
    [
      "a number without its country",
      settings(() => ({ phone: "60000000", phoneDisplay: "6000 0000" })),
      /^phone: Write the number with \+/,
    ],
    ["a handle with its sign", settings(() => ({ instagram: "@guaria" })), /^instagram: .*without @\.$/],
    ["a name that is too long", settings(() => ({ brandName: "x".repeat(41) })), /^brandName: .*40/],
    ["no figure at all", settings(() => ({ figures: [] })), /^figures: /],
    [
      "two figures of one name",
      settings(({ figures }) => ({ figures: [...figures, { ...figures[0], _key: "again" }] })),
      /^figures: Two figures have the name/,
    ],
    [
      "a figure with a name that no text could say",
      settings(({ figures }) => ({ figures: [...figures, { ...figures[0], _key: "again", key: "80 %" }] })),
      /\.key: Lowercase letters/,
    ],
    [
      "a picture for shared links that was cleared",
      settings(({ sharePicture }) => ({ sharePicture: cleared(sharePicture) })),
      /^sharePicture: Choose the picture\.$/,
    ],
    [
      "a picture of a gallery that was cleared",
      section("cctv", "gallery", ({ items }) => ({
        items: items.map((item, index) => (index === 1 ? { ...item, picture: cleared(item.picture) } : item)),
      })),
      /\.picture: Choose the picture\.$/,
    ],
    [
      "a picture beside a text that was cleared",
      section("home", "pictureText", ({ picture }) => ({ picture: cleared(picture) })),
      /\.picture: Choose the picture\.$/,
    ],
    [
      "a picture for shared links that is too low",
      settings(({ sharePicture }) => ({ sharePicture: exchanged(sharePicture, "1200x600") })),
      /^sharePicture: The picture is 1200 × 600 pixels and this place needs at least 1200 × 630\./,
    ],
    [
      "a picture beside a text that is too small for it",
      section("home", "pictureText", ({ picture }) => ({ picture: exchanged(picture, "1199x900") })),
      /\.picture: The picture is 1199 pixels wide and this place needs at least 1200\. Upload a larger one\.$/,
    ],
    [
      "a picture of an opening that is too small for it",
      section("home", "hero", ({ picture }) => ({ picture: exchanged(picture, "640x480") })),
      /\.picture: The picture is 640 pixels wide and this place needs at least 1200\./,
    ],
    [
      "a picture of a gallery that is too small for it",
      section("cctv", "gallery", ({ items }) => ({
        items: items.with(0, { ...items[0], picture: exchanged(items[0]?.picture, "900x600") }),
      })),
      /\.picture: The picture is 900 pixels wide and this place needs at least 1200\./,
    ],
    [
      "a picture of a card that is too small for it",
      section("home", "serviceCards", (cards) => {
        const [first, ...rest] = cards.cards as Fields[];
        return { cards: [{ ...first, picture: exchanged(first?.picture, "799x533") }, ...rest] };
      }),
      /\.picture: The picture is 799 pixels wide and this place needs at least 800\./,
    ],
    [
      "a picture for the dark theme of another shape",
      section("home", "hero", ({ picture }) => ({
        picture: { ...(picture as Fields), dark: exchanged({ _type: "image" }, "1600x900") },
      })),
      /\.picture\.dark: The light picture is 1600 × 1200 pixels and this one 1600 × 900: they have to be the same size\.$/,
    ],
    [
      "a picture for the dark theme that is smaller",
      section("home", "hero", ({ picture }) => ({
        picture: { ...exchanged(picture, "1600x900"), dark: exchanged({ _type: "image" }, "1280x720") },
      })),
      /\.picture\.dark: The light picture is 1600 × 900 pixels and this one 1280 × 720/,
    ],
    [
      "a drawing that there is not",
      section("cctv", "statements", () => ({ drawing: "a-lighthouse" })),
      /\.drawing: /,
    ],
    [
      "an exchanged picture with the description of the one before",
      section("home", "hero", ({ picture }) => ({
        picture: exchanged(picture, "1600x900", kept(picture as Fields)),
      })),
      /\.picture\.alt: This is a different picture: describe the new one in Spanish and in English\.$/,
    ],
    [
      "an exchanged picture that is described anew in Spanish only",
      section("home", "hero", ({ picture }) => {
        const before = picture as Fields;
        const alt = { ...(before.alt as Fields), es: "Una fachada morada." };
        return { picture: exchanged(picture, "1600x900", { ...kept(before), alt }) };
      }),
      /\.picture\.alt: This is a different picture: describe the new one in English\.$/,
    ],
    [
      "a description that is shorter than what a search result has room for",
      ["contact", () => ({ description: both("Escríbenos.") })] as const,
      /^description: At least 70 characters; too short in Spanish and in English\.$/,
    ],
    [
      "two plans that are the most popular",
      section("technical-support", "plans", ({ plans }) => ({
        plans: plans.map((plan) => ({ ...plan, popular: true })),
      })),
      /\.plans: Only one plan can be the most popular\.$/,
    ],
    [
      "a single plan",
      section("technical-support", "plans", ({ plans }) => ({ plans: plans.slice(0, 1) })),
      /\.plans: .*2/,
    ],
    [
      "a mention of a figure that is not there",
      section("contact", "figures", ({ items }) => ({ items: [{ ...items[0], key: "someday" }] })),
      /\.key: The company details don’t have the figure “someday”/,
    ],
    [
      "a day with two lines of hours",
      settings(({ hours }) => ({ hours: [...hours, { ...hours[0], _key: "again" }] })),
      /^hours: Saturday is in two sets of hours\./,
    ],
    [
      "hours that end before they begin",
      settings(({ hours }) => ({ hours: [{ ...hours[0], opens: "17:00", closes: "08:00" }] })),
      /\.closes: The closing time has to be after the opening time\.$/,
    ],
    [
      "a time that no clock shows",
      settings(({ hours }) => ({ hours: [{ ...hours[0], opens: "8 am" }] })),
      /\.opens: Write the time as 08:00 or 17:30\.$/,
    ],
    [
      "a case without a figure",
      section("privacy", "cases", ({ items }) => ({ items: [{ ...items[0], value: "mucho" }] })),
      /\.value: A figure has at least one digit\.$/,
    ],
    [
      "a case of which nobody knows where its figure is from",
      section("privacy", "cases", ({ items }) => ({ items: [{ ...items[0], source: undefined }] })),
      /\.source: Required$/,
    ],
    [
      "words of nobody",
      section("privacy", "testimonials", ({ items }) => ({ items: [{ ...items[0], name: undefined }] })),
      /\.name: Required$/,
    ],
    [
      "a portrait of some of the people",
      section("privacy", "people", ({ items }) => ({
        items: items.with(0, { ...items[0], picture: undefined }),
      })),
      /\.items: Give every person a portrait, or none of them\.$/,
    ],
    [
      "a question that is answered in Spanish only",
      section("privacy", "questions", ({ items }) => ({
        items: [{ ...items[0], answer: { _type: "localeText", es: "Sí." } }],
      })),
      /\.answer\.en: The English text is missing\.$/,
    ],
    [
      "a screen that is not said to be one",
      section("privacy", "screen", () => ({ caption: undefined })),
      /\.caption: Say which screen it is\.$/,
    ],
    [
      "a price of nothing in particular",
      ["cctv", () => ({ price: { _type: "price", amount: 20_000, currency: "CRC", per: "month" } })] as const,
      /^priceIncludes: Say what the price includes\.$/,
    ],
    [
      "a price of nothing",
      section("technical-support", "plans", ({ plans }) => ({
        plans: plans.with(0, { ...plans[0], price: { ...(plans[0]?.price as Fields), amount: 0 } }),
      })),
      /\.price\.amount: /,
    ],
    [
      "an anchor with spaces in it",
      section("contact", "figures", () => ({ anchor: "our figures" })),
      /\.anchor: An anchor has lowercase letters/,
    ],
    [
      "a headline of an opening that would push its buttons off the screen",
      section("cctv", "hero", () => ({ title: both("Una y otra ".repeat(6)) })),
      /\.title: At most 60 characters; too long in Spanish and in English\.$/,
    ],
    [
      "a word that would stand in the picture beside it",
      section("cctv", "hero", () => ({ title: { ...both("Cámaras"), es: "Videovigilancias" } })),
      /\.title: A word does not fit here: at most 13 letters each\. Use a shorter one in Spanish\.$/,
    ],
    [
      "words that are set large, of which one would leave the window",
      section("cctv", "highlights", ({ items }) => ({
        items: ["a", "b", "c"].map((_key) => ({ ...items[0], _key, title: both("Mantenimiento") })),
      })),
      /\.items: The large words don’t fit next to each other\./,
    ],
    [
      "a badge that is a sentence",
      section("cctv", "badges", ({ items }) => ({
        items: [{ ...items[0], ...both("Una certificación que nadie recuerda por su nombre") }],
      })),
      /\.items\.\w+: At most 40 characters; too long in Spanish and in English\.$/,
    ],
    [
      "a name in the menu that is longer than the menu",
      section("cctv", "benefits", () => ({ navigationLabel: both("x".repeat(25)) })),
      /\.navigationLabel: At most 24 characters; too long in Spanish and in English\.$/,
    ],
    [
      "a name in the menu for a section without an anchor",
      section("cctv", "benefits", () => ({ anchor: undefined })),
      /\.navigationLabel: Give the section an anchor, too\.$/,
    ],
    [
      "a call to action with two main buttons",
      section("cctv", "callToAction", ({ actions }) => ({
        actions: ["one", "other"].map((_key) => ({ ...actions[0], _key, tone: "accent" })),
      })),
      /\.actions: Only one button can be the main one\.$/,
    ],
    [
      "a call to action that calls to nothing",
      section("cctv", "callToAction", () => ({ actions: [] })),
      /\.actions: /,
    ],
  ])("%s", async (_, [id, change], refusal) => {
    const document = documents.find(({ _id }) => _id === id) as SanityDocument;
    const problems = await problemsOf({ ...document, ...change(document as never) }, client);
    expect(problems).toEqual([expect.stringMatching(refusal)]);
  });
});

test("a language that was left behind is pointed at, in that language", async () => {
  const contact = documents.find(({ _id }) => _id === "contact") as SanityDocument;
  const title = { ...(contact.title as Fields), follower: { language: "en", of: "another" } };
  expect(await problemsOf({ ...contact, title } as SanityDocument, client)).toEqual([
    "title.en: The English is out of date: the Spanish has changed since.",
  ]);
});
