import type { SanityClient, SanityDocument } from "@sanity/client";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { listValidationProblems } from "#cms/seed/validate.ts";
import { startSanityWith } from "../../../local/sanity/clients.ts";
import { provenCopy } from "../../../support/proof-copy.ts";
import { startForSuite } from "../../../support/suite.ts";

const sanity = startForSuite(() => startSanityWith(provenCopy));
let client: SanityClient;
let documents: SanityDocument[];
/** Ids of the uploaded pictures, by their size in pixels. */
const uploads = new Map<string, string>();
beforeAll(async () => {
  client = sanity.editor.withConfig({ perspective: "raw" });
  for (const size of ["1200x600", "1199x900", "640x480", "900x600", "799x533", "1600x900", "1280x720"]) {
    const [width = 0, height = 0] = size.split("x").map(Number);
    const file = await sharp({ create: { width, height, channels: 3, background: "#7a2a7a" } })
      .webp()
      .toBuffer();
    uploads.set(size, (await client.assets.upload("image", file))._id);
  }
  documents = await sanity.visitor.fetch('*[_type in ["page", "siteSettings"]] | order(_id)');
});

type DocumentFields = Record<string, unknown>;

/**
 * Sets a value of a document. A step of the path is a field, an index, or the type of a section. A function computes
 * the value from the previous one, and undefined removes it.
 */
function setAt(document: DocumentFields, path: string, value: unknown): void {
  const steps = path.split(".");
  const name = steps.pop() ?? "";
  let parent = document;
  for (const step of steps) {
    const next = Array.isArray(parent) ? parent.find(({ _type }) => _type === step) : undefined;
    parent = (next ?? parent[step]) as DocumentFields;
  }
  const newValue = typeof value === "function" ? value(parent[name]) : value;
  if (newValue === undefined) delete parent[name];
  else parent[name] = newValue;
}

const createText = (text: string) => ({ _type: "localeString", es: text, en: text });
const repeatFirst =
  (fields: DocumentFields = {}) =>
  (list: DocumentFields[]) => [...list, { ...list[0], _key: "again", ...fields }];
/** The uploads exist only when a test runs. */
const upload = (size: string) => () => ({ _type: "reference", _ref: uploads.get(size) });
const uploadDark = (size: string) => () => ({ _type: "image", asset: upload(size)() });
/** Replaces the file of a picture, and stores the data that the Studio keeps of the previous one. */
const replaceFile = ({ asset, alt, ...fields }: DocumentFields) => ({
  ...fields,
  alt,
  asset: upload("1600x900")(),
  replaced: { asset: (asset as { _ref: string })._ref, ...(alt as DocumentFields) },
});
const longBadge = "Una certificación que nadie recuerda por su nombre";

test.each<[refusal: RegExp, id: string, changes: DocumentFields]>([
  [/^email: .*valid email/i, "siteSettings", { email: "hola" }],
  [/^phone: Write the number with \+/, "siteSettings", { phone: "60000000", phoneDisplay: "6000 0000" }],
  [
    /^phoneDisplay: That isn’t the same number: its digits differ\.$/,
    "siteSettings",
    { phoneDisplay: "+506 1111 2223" },
  ],
  [/^instagram: .*without @\.$/, "siteSettings", { instagram: "@guaria" }],
  [/^brandName: .*40/, "siteSettings", { brandName: "x".repeat(41) }],
  [/^figures: /, "siteSettings", { figures: [] }],
  [/^figures: Two figures have the name/, "siteSettings", { figures: repeatFirst() }],
  [/\.key: Lowercase letters/, "siteSettings", { figures: repeatFirst({ key: "80 %" }) }],
  [
    /\.key: “site-paint” is a figure measured at this site\. Use another name\.$/,
    "siteSettings",
    { "figures.0.key": "site-paint" },
  ],
  [/^hours: Saturday is in two sets of hours\./, "siteSettings", { hours: repeatFirst() }],
  [
    /\.closes: The closing time has to be after the opening time\.$/,
    "siteSettings",
    { "hours.0.opens": "17:00", "hours.0.closes": "08:00" },
  ],
  [/\.opens: Write the time as 08:00 or 17:30\.$/, "siteSettings", { "hours.0.opens": "8 am" }],
  [/^sharePicture: Choose the picture\.$/, "siteSettings", { "sharePicture.asset": undefined }],
  [/\.picture: Choose the picture\.$/, "cctv", { "sections.gallery.items.1.picture.asset": undefined }],
  [/\.picture: Choose the picture\.$/, "home", { "sections.pictureText.picture.asset": undefined }],
  [
    /^sharePicture: The picture is 1200 × 600 pixels and this place needs at least 1200 × 630\./,
    "siteSettings",
    { "sharePicture.asset": upload("1200x600") },
  ],
  [
    /\.picture: The picture is 1199 pixels wide and this place needs at least 1200\. Upload a larger one\.$/,
    "home",
    { "sections.pictureText.picture.asset": upload("1199x900") },
  ],
  [
    /\.picture: The picture is 640 pixels wide and this place needs at least 1200\./,
    "home",
    { "sections.hero.picture.asset": upload("640x480") },
  ],
  [
    /\.picture: The picture is 900 pixels wide and this place needs at least 1200\./,
    "cctv",
    { "sections.gallery.items.0.picture.asset": upload("900x600") },
  ],
  [
    /\.picture: The picture is 799 pixels wide and this place needs at least 800\./,
    "home",
    { "sections.serviceCards.cards.0.picture.asset": upload("799x533") },
  ],
  [
    /\.picture\.dark: The light picture is 1600 × 1200 pixels and this one 1600 × 900: they have to be the same size\.$/,
    "home",
    { "sections.hero.picture.dark": uploadDark("1600x900") },
  ],
  [
    /\.picture\.dark: The light picture is 1600 × 900 pixels and this one 1280 × 720/,
    "home",
    {
      "sections.hero.picture.asset": upload("1600x900"),
      "sections.hero.picture.dark": uploadDark("1280x720"),
    },
  ],
  [
    /\.picture\.alt: This is a different picture: describe the new one in Spanish and in English\.$/,
    "home",
    { "sections.hero.picture": replaceFile },
  ],
  [
    /\.picture\.alt: This is a different picture: describe the new one in English\.$/,
    "home",
    { "sections.hero.picture": replaceFile, "sections.hero.picture.alt.es": "Una fachada morada." },
  ],
  [/\.drawing: /, "cctv", { "sections.statements.drawing": "a-lighthouse" }],
  [
    /^description: At least 70 characters; too short in Spanish and in English\.$/,
    "contact",
    { description: createText("Escríbenos.") },
  ],
  [/^title: At most 60 characters; too long in Spanish\.$/, "contact", { "title.es": "x".repeat(61) }],
  [
    /^label: Looks better with 36 characters or fewer; long in Spanish and in English\.$/,
    "contact",
    { label: createText("x".repeat(37)) },
  ],
  [/^title\.en: The English text is missing\.$/, "contact", { "title.en": "  " }],
  [
    /\.plans: Only one plan can be the most popular\.$/,
    "technical-support",
    { "sections.plans.plans.0.popular": true },
  ],
  [
    /\.plans: .*2/,
    "technical-support",
    { "sections.plans.plans": (plans: DocumentFields[]) => plans.slice(0, 1) },
  ],
  [/\.price\.amount: /, "technical-support", { "sections.plans.plans.0.price.amount": 0 }],
  [
    /\.contactSection: That page no longer has the section “ayuda”\./,
    "technical-support",
    { "sections.plans.contactSection": "ayuda" },
  ],
  [
    /\.key: The company details don’t have the figure “someday”/,
    "contact",
    { "sections.figures.items.0.key": "someday" },
  ],
  [
    /\.items\.a\.label: Say what was measured\.$/,
    "contact",
    { "sections.figures.items.0.key": "site-paint", "sections.figures.items.0.label": undefined },
  ],
  [
    /\.response: The company details don’t have the figure “site-paint”/,
    "technical-support",
    { "sections.plans.plans.0.response": "site-paint" },
  ],
  [/\.anchor: An anchor has lowercase letters/, "contact", { "sections.figures.anchor": "our figures" }],
  [/\.value: A figure has at least one digit\.$/, "privacy", { "sections.cases.items.0.value": "mucho" }],
  [/\.source: Required$/, "privacy", { "sections.cases.items.0.source": undefined }],
  [/\.name: Required$/, "privacy", { "sections.testimonials.items.0.name": undefined }],
  [
    /\.items: Give every person a portrait, or none of them\.$/,
    "privacy",
    { "sections.people.items.0.picture": undefined },
  ],
  [
    /\.answer\.en: The English text is missing\.$/,
    "privacy",
    { "sections.questions.items.0.answer.en": undefined },
  ],
  [/\.caption: Say which screen it is\.$/, "privacy", { "sections.screen.caption": undefined }],
  [
    /\.screens: Two screenshots are in the same language\.$/,
    "privacy",
    { "sections.screen.screens": repeatFirst() },
  ],
  [
    /^priceIncludes: Say what the price includes\.$/,
    "cctv",
    { price: { _type: "price", amount: 20_000, currency: "CRC", per: "month" } },
  ],
  [
    /\.title: At most 60 characters; too long in Spanish and in English\.$/,
    "cctv",
    { "sections.hero.title": createText("Una y otra ".repeat(6)) },
  ],
  [
    /\.title: A word does not fit here: at most 13 letters each\. Use a shorter one in Spanish\.$/,
    "cctv",
    { "sections.hero.title": { ...createText("Cámaras"), es: "Videovigilancias" } },
  ],
  [
    /\.items: The large words don’t fit next to each other\./,
    "cctv",
    {
      "sections.highlights.items": (items: DocumentFields[]) =>
        ["a", "b", "c"].map((_key) => ({ ...items[0], _key, title: createText("Mantenimiento") })),
    },
  ],
  [
    /\.items\.\w+: At most 40 characters; too long in Spanish and in English\.$/,
    "cctv",
    { "sections.badges.items.0.es": longBadge, "sections.badges.items.0.en": longBadge },
  ],
  [
    /\.navigationLabel: At most 24 characters; too long in Spanish and in English\.$/,
    "cctv",
    { "sections.benefits.navigationLabel": createText("x".repeat(25)) },
  ],
  [
    /\.navigationLabel: Give the section an anchor, too\.$/,
    "cctv",
    { "sections.benefits.anchor": undefined },
  ],
  [
    /^sections: The section “formulario” is still linked from: Home\. Keep the anchor,/,
    "contact",
    { "sections.contactForm.anchor": undefined },
  ],
  [
    /^sections: Two sections have the anchor “caracteristicas”\./,
    "cctv",
    { "sections.benefits.anchor": "caracteristicas" },
  ],
  [
    /\.actions: Only one button can be the main one\.$/,
    "cctv",
    {
      "sections.callToAction.actions": (actions: DocumentFields[]) =>
        ["one", "other"].map((_key) => ({ ...actions[0], _key, tone: "accent" })),
    },
  ],
  [/\.actions: /, "cctv", { "sections.callToAction.actions": [] }],
  [
    /\.anchor: That page no longer has the section “ofertas”\./,
    "cctv",
    { "sections.callToAction.actions.0.link.anchor": "ofertas" },
  ],
])("an invalid value is rejected with the sentence %s (%s)", async (refusal, id, changes) => {
  const document = structuredClone(documents.find(({ _id }) => _id === id)) as SanityDocument;
  for (const [path, value] of Object.entries(changes)) setAt(document, path, value);
  expect(await listValidationProblems(document, client)).toEqual([expect.stringMatching(refusal)]);
});

test("reports an outdated translation in its own language", async () => {
  const contact = documents.find(({ _id }) => _id === "contact") as SanityDocument;
  const title = { ...(contact.title as DocumentFields), follower: { language: "en", of: "another" } };
  expect(await listValidationProblems({ ...contact, title } as SanityDocument, client)).toEqual([
    "title.en: The English is out of date: the Spanish has changed since.",
  ]);
});
