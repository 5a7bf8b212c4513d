import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { SanityDocument } from "@sanity/client";
import { describe, expect, test } from "vitest";
import { pageNames } from "#cms/content/site.ts";
import { readSeed, toFileName } from "#cms/seed/documents.ts";
import { formatDocument } from "#cms/seed/format.ts";
import { listValidationProblems } from "#cms/seed/validate.ts";
import { startSanityWith } from "../../../local/sanity/clients.ts";
import { listLaunchSections } from "../../../support/launch-copy.ts";
import { addProof, addSamples } from "../../../support/proof-copy.ts";
import { startForSuite, startForTest } from "../../../support/suite.ts";

const seed = new URL("../../../../cms/seed/", import.meta.url);
const seedDocuments = readSeed();
const pages = seedDocuments.filter(({ _type }) => _type === "page");
const services = pages.flatMap(({ _id, isService }) => (isService ? _id : []));

type StoredDocument = SanityDocument<Record<string, unknown>>;

const sanity = startForSuite(() => startSanityWith());

function* listObjects(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* listObjects(child);
}

describe("the launch copy", () => {
  test("has the settings and every page once", () => {
    const ids = seedDocuments.flatMap(({ _id, _type }) => (_type === "redirect" ? [] : _id));
    expect(ids.toSorted()).toEqual([...pageNames, "navigation", "siteSettings"].toSorted());
    for (const { _id, name } of pages) expect(name).toBe(_id);
  });

  test("passes the validation of the Studio", async () => {
    const stored = await sanity.visitor.fetch<StoredDocument[]>(
      '*[_type in ["page", "siteSettings", "navigation", "redirect"]]',
    );
    expect(stored).toHaveLength(seedDocuments.length);
    for (const document of stored)
      expect(await listValidationProblems(document, sanity.visitor), document._id).toEqual([]);
  });

  test("has samples of all other section types that pass it, too", async () => {
    const sanity = await startForTest(() => startSanityWith(addSamples(seedDocuments.map(addProof))));
    const stored = await sanity.visitor.fetch<StoredDocument[]>('*[_type == "page"]');
    for (const document of stored)
      expect(await listValidationProblems(document, sanity.visitor), document._id).toEqual([]);
  });

  test("has section menus on the marketing, SEO and CCTV pages, and only on pages of services", () => {
    const named = pages.filter(({ sections }) =>
      (sections as object[]).some((candidate) => "navigationLabel" in candidate),
    );
    const ids = named.map(({ _id }) => _id);
    expect(ids).toEqual(expect.arrayContaining(["digital-marketing", "seo-consulting", "cctv"]));
    expect(ids.filter((id) => !services.includes(id))).toEqual([]);
  });

  test("includes the file of no other picture", () => {
    const usedFiles = [...listObjects(seedDocuments)].flatMap(({ _sanityAsset }) => _sanityAsset ?? []);
    const shipped = readdirSync(new URL("pictures/", seed)).map((file) => `image@file://./pictures/${file}`);
    expect(shipped.filter((file) => !usedFiles.includes(file))).toEqual([]);
  });

  test("has the format of an export, with a key for every list item", () => {
    for (const document of seedDocuments) {
      expect(readFileSync(new URL(toFileName(document), seed), "utf8")).toBe(formatDocument(document));
      const items = [...listObjects(document)].flatMap((object) =>
        Object.values(object).flatMap((list) => (Array.isArray(list) ? list : [])),
      );
      for (const item of items) expect(item).toHaveProperty("_key", expect.stringMatching(/./));
    }
  });
});

describe("the launch copy has the contents of the specification", () => {
  const findSection = (id: string, type: string) => {
    const page = pages.find(({ _id }) => _id === id);
    const sections = (page?.sections ?? []) as Record<string, unknown>[];
    return sections.find(({ _type }) => _type === type) ?? {};
  };

  test("two plans with responses in 24 and 8 hours lead to the contact section, and the second is the most popular", () => {
    const { plans, popularLabel, contactSection } = findSection("technical-support", "plans") as {
      plans: { name: object; response: string; popular: boolean; features: object[] }[];
      popularLabel: object;
      contactSection: string;
    };
    const settings = seedDocuments.find(({ _id }) => _id === "siteSettings");
    const figures = settings?.figures as { key: string; value: string }[];
    const getHours = (key: string) => figures.find((figure) => figure.key === key)?.value;
    expect(
      plans.map(({ name, response, popular }) => ({ name, hours: getHours(response), popular })),
    ).toEqual([
      { name: expect.objectContaining({ es: "TI Básico", en: "Basic IT" }), hours: "24", popular: false },
      {
        name: expect.objectContaining({ es: "TI Profesional", en: "Professional IT" }),
        hours: "8",
        popular: true,
      },
    ]);
    expect(popularLabel).toMatchObject({ es: "Más popular", en: "Most popular" });
    expect(findSection("technical-support", "contactCards")).toHaveProperty("anchor", contactSection);
  });

  test.each([
    [
      "es",
      ["software", "sitios web", "soporte", "en tus instalaciones", "reputación", "marketing", "SEO", "CCTV"],
    ],
    ["en", ["software", "websites", "IT support", "on site", "reputation", "marketing", "SEO", "CCTV"]],
  ] as const)("the home page names every service of the company (%s)", (language, services) => {
    const texts = [...listObjects(pages.find(({ _id }) => _id === "home"))].map((object) => object[language]);
    for (const service of services) expect(texts.join("\n").toLowerCase()).toContain(service.toLowerCase());
  });

  type ListItem = { title?: Record<string, string>; es?: string; en?: string };
  /** Returns the items of every list of a type on a page. */
  const getLists = (id: string, type: string, language: "es" | "en") =>
    ((pages.find(({ _id }) => _id === id)?.sections ?? []) as { _type: string; items: ListItem[] }[])
      .filter(({ _type }) => _type === type)
      .map(({ items }) => items.map((item) => (item.title ?? item)[language] ?? ""));

  test.each([
    [
      "digital-marketing",
      "featureGrid",
      "Content creation · Digital marketing strategy · Social media · SEO and SEM · Analytics and reports · Digital advertising",
    ],
    [
      "digital-marketing",
      "benefits",
      "Increased visibility · Targeted audience · Measurable results · Higher engagement",
    ],
    ["digital-marketing", "badges", "Google Ads · Google Analytics · Meta Business · TikTok for Business"],
    [
      "digital-marketing",
      "reasons",
      "Personalized strategies · Proven results · Complete transparency · Continuous support",
    ],
    [
      "seo-consulting",
      "featureGrid",
      "Complete SEO audit · Keyword strategy · Content optimization · Technical SEO · Competitive analysis · Monitoring and reports",
    ],
    [
      "seo-consulting",
      "steps",
      "Initial analysis · Personalized strategy · Implementation · Continuous monitoring",
    ],
    [
      "seo-consulting",
      "benefits",
      "Organic visibility · Qualified traffic · Long-term ROI · Brand authority",
    ],
    [
      "cctv",
      "featureGrid",
      "4K Ultra HD cameras · Advanced night vision · Mobile and web remote access · Cloud storage · Intelligent motion detection · Certified professional installation",
    ],
    [
      "cctv",
      "benefits",
      "24/7 protection · Less theft and vandalism · Legal evidence · Access control and employee monitoring · Peace of mind",
    ],
    ["cctv", "highlights", "24/7 · 4K · 100% · Warranty"],
    [
      "reputation",
      "featureGrid",
      "{integrations} integrations · Negative-review protection · Custom review page · Custom QR codes · Social-proof widgets · Dashboard and analytics",
    ],
    [
      "web-development",
      "featureGrid",
      "E-commerce · Educational sites · Booking systems · Corporate sites · Landing pages",
    ],
    ["web-development", "steps", "Analysis · Design · Development · Launch"],
    [
      "technical-support",
      "featureGrid",
      "Remote support · Preventive maintenance · Data recovery · Network configuration · Equipment sales",
    ],
  ])("%s, %s: %s", (page, type, specifiedItems) => {
    const items = specifiedItems.split(" · ");
    // Only the items of steps have an order.
    const inOrder = (list: string[]) => (type === "steps" ? list : list.toSorted());
    const index = getLists(page, type, "en").findIndex((list) =>
      isDeepStrictEqual(inOrder(list), inOrder(items)),
    );
    const spanishItems = getLists(page, type, "es")[index];
    expect(spanishItems?.filter((item) => /\S/.test(item))).toHaveLength(items.length);
  });

  test("the page of web development names its technologies", () => {
    expect(getLists("web-development", "badges", "en").flat()).not.toEqual([]);
  });

  test("the CCTV page has three different pictures", () => {
    const cctv = [...listObjects(pages.find(({ _id }) => _id === "cctv"))];
    const files = new Set(cctv.flatMap(({ _sanityAsset }) => _sanityAsset ?? []));
    expect(files.size).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ["contact", ["projects", "clients", "collaborators", "years"]],
    ["reputation", ["integrations", "clients", "monitoring", "satisfaction"]],
  ])("the page %s shows its figures of the settings", (page, keys) => {
    const mentionedFigures = (findSection(page, "figures").items ?? []) as { key: string }[];
    expect(mentionedFigures.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
  });
});

describe("the buttons of the specification have the specified targets", () => {
  type SeedButton = {
    label: { es: string; en: string };
    link: { kind: string; page?: { _ref: string }; anchor?: string };
    meeting?: boolean;
  };
  /** Returns the target page of a link and the type of its target section. */
  const describeTarget = ({ kind, page, anchor }: SeedButton["link"]) => {
    if (!page) return kind;
    const sections = pages.find(({ _id }) => _id === page._ref)?.sections as Record<string, unknown>[];
    const section = anchor && sections.find((candidate) => candidate.anchor === anchor);
    return section ? `${page._ref}, ${section._type}` : page._ref;
  };
  const describeButtons = (id: string) =>
    [...listObjects(pages.find(({ _id }) => _id === id))]
      .filter(({ _type }) => _type === "action")
      .map((action) => action as unknown as SeedButton)
      .map(({ label, link, meeting }) => {
        const button = `${label.es} / ${label.en} → ${describeTarget(link)}`;
        return meeting ? `${button}, for a meeting` : button;
      });

  test.each([
    ["home", "Contáctanos / Get in touch → home, contactCards"],
    ["home", "Enviar mensaje / Send a message → mail"],
    ["reputation", "Agenda una reunión / Schedule a meeting → contact, for a meeting"],
    ["web-development", "Agenda tu cita aquí / Schedule your appointment here → contact, for a meeting"],
    ["digital-marketing", "Agenda una reunión / Schedule a meeting → contact, for a meeting"],
    ["digital-marketing", "Comenzar ahora / Start now → contact"],
    ["seo-consulting", "Agenda una reunión / Schedule a meeting → contact, for a meeting"],
    ["seo-consulting", "Comenzar ahora / Start now → contact"],
    ["cctv", "Solicitar cotización / Request Quote → cctv, contactCards"],
    ["cctv", "Ver características / View Features → cctv, featureGrid"],
    ["cctv", "Contactar ahora / Contact Now → contact"],
  ])("%s: %s", (page, button) => {
    expect(describeButtons(page)).toContain(button);
  });

  test("no two pages close with the same kinds of section and the same targets", () => {
    const closings = pages.map(({ _id }) => {
      const lastSections = listLaunchSections(_id).slice(-2);
      const targets = [...listObjects(lastSections.at(-1))].flatMap(({ link, meeting }) =>
        link ? `${describeTarget(link as SeedButton["link"])}${meeting ? ", for a meeting" : ""}` : [],
      );
      return [...lastSections.map(({ _type }) => _type), ...targets].join(" · ");
    });
    expect(closings.toSorted()).toEqual([...new Set(closings)].toSorted());
  });

  test("the cards of the home page open the pages of all services", () => {
    const home = pages.find(({ _id }) => _id === "home");
    const cards = [...listObjects(home)].filter(({ _type }) => _type === "serviceCard");
    const opened = new Set(cards.map(({ link }) => (link as SeedButton["link"]).page?._ref));
    expect(cards).toHaveLength(services.length);
    expect([...opened].sort()).toEqual(services.toSorted());
  });
});
