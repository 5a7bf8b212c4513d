import { samplePicture as picture, sampleText as text } from "#cms/schema/fields/sample.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";

type CopySection = { _key: string; _type: string; [field: string]: unknown };

/** Creates a line of a list in both languages. */
const line = (_key: string, es: string, en: string) => ({ _key, _type: "localeString", es, en });

/** Creates a link to a page, or to a section of it. */
export const link = (page: string, anchor?: string) => ({
  _type: "link",
  kind: "page",
  page: { _type: "reference", _ref: page },
  ...(anchor && { anchor }),
});

/** Creates a button that leads to a page. */
export const button = (_key: string, es: string, en: string, page: string, anchor?: string) => ({
  _key,
  _type: "action",
  label: text(es, en),
  tone: _key === "main" ? "accent" : "quiet",
  link: link(page, anchor),
});

/** Creates a list item with a name and a description. */
export const feature = (_key: string, es: string, en: string) => ({
  _key,
  _type: "feature",
  title: text(es, en),
  text: text(`Sobre ${es}.`, `About ${en}.`),
});

/** Creates a section with a headline. */
export const section = (_key: string, _type: string, fields: object = {}): CopySection => ({
  _key,
  _type,
  title: text(`Titular de ${_key}`, `Headline of ${_key}`),
  text: text("Una introducción.", "An introduction."),
  ...fields,
});

/** Creates a page with these sections. */
const page = (name: string, sections: CopySection[]): SeedDocument => ({
  _id: name,
  _type: "page",
  name,
  title: text(`Página ${name}`, `Page ${name}`),
  description: text(
    `Lo que dice la página ${name} en los buscadores, en una frase que es bastante larga.`,
    `What the page ${name} says in search results, in a sentence that is long enough.`,
  ),
  sections,
});

const figure = (key: string, value: string, es: string, en: string) => ({
  _key: key,
  _type: "figure",
  key,
  value,
  label: text(es, en),
  source: "Contada para las pruebas.",
  asOf: "2026-01-01",
});

const settings: SeedDocument = {
  _id: "siteSettings",
  _type: "siteSettings",
  brandName: "Casa Azul",
  tagline: text("Casas y más casas", "Houses and more houses"),
  email: "hola@casa.example",
  phone: "+50611112222",
  phoneDisplay: "+506 1111 2222",
  whatsapp: "+50633334444",
  whatsappDisplay: "3333 4444",
  instagram: "casa.azul",
  place: text("Costa Rica", "Costa Rica"),
  response: text("Respondemos en {hours} horas.", "We reply within {hours} hours."),
  footer: text("Hecho junto al mar.", "Made by the sea."),
  figures: [
    figure("houses", "12+", "casas", "houses"),
    figure("streets", "3", "calles", "streets"),
    figure("towns", "2", "casas en {streets} calles", "houses in {streets} streets"),
    figure("hours", "24", "horas", "hours"),
  ],
  sharePicture: picture(),
};

const reference = (page: string) => ({ _type: "reference", _key: page, _ref: page });

const navigation: SeedDocument = {
  _id: "navigation",
  _type: "navigation",
  menu: [
    { _key: "home", _type: "menuLink", page: reference("home") },
    {
      _key: "more",
      _type: "menuGroup",
      title: text("Más", "More"),
      pages: [reference("technical-support"), reference("cctv")],
    },
  ],
  footerTitle: text("Páginas", "Pages"),
  footerPages: [reference("cctv"), reference("contact")],
  endPages: [reference("privacy")],
};

/** Creates an editor's page, which has an id instead of a name, and an address. */
export const createEditorPage = (
  _id: string,
  es: string,
  en: string,
  former: string[] = [],
): SeedDocument => {
  const { name: _, ...pageFields } = page(_id, [section("opening", "hero")]);
  return { ...pageFields, _id, address: { _type: "pageAddress", es, en, former } };
};

/** Creates a redirect from an old address to a page. */
export const createRedirect = (_id: string, from: string, page: string, language = "es") => ({
  ...{ _id, _type: "redirect", from, language },
  to: { _type: "reference", _ref: page },
});

const plan = (_key: string, popular: boolean) => ({
  _key,
  _type: "plan",
  name: text(`Plan ${_key}`, `Plan ${_key}`),
  text: text("Para una casa.", "For one house."),
  response: "hours",
  features: [line("a", "Llaves", "Keys")],
  popular,
  button: text(`Elegir ${_key}`, `Choose ${_key}`),
});

const features = [feature("a", "Una cosa", "One thing"), feature("b", "Otra", "Another")];

/**
 * The content of a small site: the settings, the menu and five pages. It has every section type; those of proof are
 * empty.
 */
export const copy: readonly SeedDocument[] = [
  settings,
  navigation,
  page("home", [
    section("opening", "hero", {
      text: text("Un azul como ninguno.", "A blue like no other."),
      actions: [
        button("main", "Escribir", "Write", "contact", "formulario"),
        button("more", "Ver", "See", "home", "servicios"),
      ],
      picture: picture(),
    }),
    section("services", "serviceCards", {
      anchor: "servicios",
      cards: ["privacy", "contact"].map((name) => ({
        _key: name,
        _type: "serviceCard",
        title: text(`Servicio ${name}`, `Service ${name}`),
        text: text("Lo que hace.", "What it does."),
        link: link(name),
        picture: picture(),
      })),
    }),
    section("technology", "pictureText", {
      anchor: "tecnologia",
      picture: picture(),
      items: [feature("a", "Cables", "Cables")],
    }),
  ]),
  page("contact", [
    section("opening", "hero"),
    section("figures", "figures", {
      items: [
        { _key: "a", _type: "figureMention", key: "houses" },
        { _key: "b", _type: "figureMention", key: "towns" },
        { _key: "c", _type: "figureMention", key: "houses", label: text("casas azules", "blue houses") },
      ],
      action: { ...button("more", "Ver más", "See more", "cctv"), _key: undefined },
      screens: [{ _key: "es", _type: "screenshot", language: "es", picture: picture() }],
    }),
    section("form", "contactForm", {
      anchor: "formulario",
      notice: text("Leemos todo.", "We read everything."),
      noticeLabel: text("Privacidad", "Privacy"),
      noticeLink: link("privacy"),
    }),
  ]),
  page("technical-support", [
    section("opening", "hero", { picture: picture() }),
    section("plans", "plans", {
      anchor: "planes",
      navigationLabel: text("Planes", "Plans"),
      plans: [plan("uno", false), plan("dos", true)],
      popularLabel: text("El preferido", "The favorite"),
      contactSection: "contacto",
    }),
    section("contacts", "contactCards", {
      anchor: "contacto",
      cards: [
        {
          _key: "mail",
          _type: "contactCard",
          kind: "mail",
          title: text("Correo", "Email"),
          text: text("Para todo.", "For everything."),
        },
      ],
      action: { ...button("main", "Escribir", "Write", "contact"), _key: undefined },
    }),
  ]),
  page("cctv", [
    section("opening", "hero"),
    section("said", "statements", { items: features }),
    section("grid", "featureGrid", { anchor: "caracteristicas", items: features }),
    section("shown", "gallery", {
      items: ["a", "b"].map((_key) => ({
        _key,
        _type: "galleryPicture",
        picture: picture(),
        caption: text("La casa de lejos", "The house from afar"),
      })),
    }),
    section("gains", "benefits", {
      anchor: "beneficios",
      navigationLabel: text("Beneficios", "Benefits"),
      items: features,
    }),
    section("reasons", "reasons", { items: features }),
    section("method", "steps", { items: features, drawing: "repair" }),
    section("drawn", "drawing", { drawing: "month" }),
    section("names", "badges", { items: [line("a", "Cal", "Lime"), line("b", "Canto", "Stone")] }),
    section("short", "highlights", {
      items: features.map((item) => ({ ...item, _type: "highlight" })),
    }),
    section("end", "callToAction", { actions: [button("main", "Escribir", "Write", "contact")] }),
  ]),
  page("privacy", [
    section("opening", "hero", {
      text: text("{brand} escribe desde {email}.", "{brand} writes from {email}."),
    }),
    section("kept", "featureGrid", {
      items: [feature("a", "{houses} casas", "{houses} houses")],
    }),
    ...["cases", "testimonials", "people", "questions", "coverage", "screen"].map((sectionType) =>
      section(sectionType, sectionType),
    ),
  ]),
];

/** Returns the documents with one of them changed. */
export const changeDocument = (
  documents: readonly SeedDocument[],
  id: string,
  change: (document: SeedDocument) => void,
): SeedDocument[] =>
  documents.map((document) => {
    if (document._id !== id) return document;
    const changedDocument = structuredClone(document);
    change(changedDocument);
    return changedDocument;
  });
