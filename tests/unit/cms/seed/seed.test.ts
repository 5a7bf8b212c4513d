import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { SanityClient, SanityDocument } from "@sanity/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languages, pageNames } from "#cms/content/site.ts";
import { readSeed, toFileName } from "#cms/seed/documents.ts";
import { formatDocument } from "#cms/seed/format.ts";
import { findProblems } from "#cms/seed/validate.ts";
import { startSanity } from "#local/sanity/server.ts";
import { contentSource, createReader } from "../../../support/content-client.ts";
import { copy } from "../../../support/copy.ts";

const seed = new URL("../../../../cms/seed/", import.meta.url);
const seedDocuments = readSeed();
const pages = seedDocuments.filter(({ _type }) => _type === "page");
const services = pages.flatMap(({ _id, isService }) => (isService ? _id : []));

type StoredDocument = SanityDocument<Record<string, unknown>>;

let sanity: Awaited<ReturnType<typeof startSanity>>;
let client: SanityClient;
beforeAll(async () => {
  sanity = await startSanity({ ...contentSource, port: 0 });
  client = createReader(sanity.origin);
});
afterAll(() => sanity.close());

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
    const stored = await client.fetch<StoredDocument[]>(
      '*[_type in ["page", "siteSettings", "navigation", "redirect"]]',
    );
    expect(stored).toHaveLength(seedDocuments.length);
    for (const document of stored) expect(await findProblems(document, client), document._id).toEqual([]);
  });

  test("links only to existing pages and sections", () => {
    const anchors = new Map(
      pages.map(({ _id, sections }) => [
        _id,
        (sections as { anchor?: string }[]).map(({ anchor }) => anchor),
      ]),
    );
    const broken = pages.flatMap((page) =>
      [...listObjects(page)]
        .filter(({ _type, kind }) => _type === "link" && kind === "page")
        .map(({ page, anchor }) => ({ target: (page as { _ref: string })._ref, anchor }))
        .filter(
          ({ target, anchor }) =>
            !anchors.has(target) || (anchor && !anchors.get(target)?.includes(String(anchor))),
        )
        .map(({ target, anchor }) => `${page._id} → ${target}#${anchor}`),
    );
    expect(broken).toEqual([]);
  });

  test("has section menus on the marketing, SEO and CCTV pages, and only on pages of services", () => {
    const named = pages.filter(({ sections }) =>
      (sections as object[]).some((candidate) => "navigationLabel" in candidate),
    );
    const ids = named.map(({ _id }) => _id);
    expect(ids).toEqual(expect.arrayContaining(["digital-marketing", "seo-consulting", "cctv"]));
    expect(ids.filter((id) => !services.includes(id))).toEqual([]);
  });

  test("uses an anchor only once on a page", () => {
    for (const page of pages) {
      const anchors = (page.sections as { anchor?: string }[]).flatMap(({ anchor }) => anchor ?? []);
      expect(new Set(anchors).size, page._id).toBe(anchors.length);
    }
  });

  test("describes every picture in both languages and includes its file", () => {
    const pictures = seedDocuments.flatMap((document) =>
      [...listObjects(document)].filter(({ _type }) => _type === "picture"),
    );
    const toFilePath = ({ _sanityAsset }: Record<string, unknown>) =>
      String(_sanityAsset).replace("image@file://", "");
    const files = pictures.map(toFilePath);
    const forTheDark = pictures.flatMap(({ dark }) =>
      dark ? toFilePath(dark as Record<string, unknown>) : [],
    );
    for (const [index, { alt }] of pictures.entries()) {
      expect(existsSync(new URL(files[index] ?? "", seed)), files[index]).toBe(true);
      for (const language of languages) expect((alt as Record<string, string>)[language]).toMatch(/\S/);
    }
    const shipped = readdirSync(new URL("pictures/", seed)).map((file) => `./pictures/${file}`);
    expect(shipped.filter((file) => ![...files, ...forTheDark].includes(file))).toEqual([]);
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

describe("a document", () => {
  let fixture: Awaited<ReturnType<typeof startSanity>>;
  let reader: SanityClient;
  beforeAll(async () => {
    fixture = await startSanity({ ...contentSource, port: 0, documents: copy });
    reader = createReader(fixture.origin);
  });
  afterAll(() => fixture.close());

  test("is rejected with a missing language, a long text or a link without a target", async () => {
    const contact = (await reader.getDocument<StoredDocument>("contact")) as StoredDocument;
    const withTitle = (title: object) => findProblems({ ...contact, title }, reader);
    expect(await withTitle({ _type: "localeString", es: "Contacto" })).toEqual([
      "title.en: The English text is missing.",
    ]);
    expect(await withTitle({ _type: "localeString", es: "x".repeat(61), en: "Contact" })).toEqual([
      "title: At most 60 characters; too long in Spanish.",
    ]);
    const actionWithoutPage = {
      _key: "a",
      _type: "action",
      label: { es: "Ver", en: "See" },
      tone: "accent",
      link: { _type: "link", kind: "page" },
    };
    const [first, ...otherSections] = contact.sections as object[];
    const sections = [{ ...first, actions: [actionWithoutPage] }, ...otherSections];
    expect(await findProblems({ ...contact, sections }, reader)).toEqual([
      expect.stringMatching(/actions.*link\.page: Choose the page\.$/),
    ]);
  });

  test("is rejected with an unknown section, figure or anchor, and accepted without a focal point", async () => {
    const support = (await reader.getDocument<StoredDocument>("technical-support")) as StoredDocument;
    const sections = support.sections as Record<string, unknown>[];
    const plans = sections.find(({ _type }) => _type === "plans") ?? {};
    const hero = sections[0] ?? {};
    const elsewhere = {
      _type: "link",
      kind: "page",
      page: { _type: "reference", _ref: "home" },
      anchor: "ofertas",
    };
    const action = {
      _key: "a",
      _type: "action",
      label: { es: "Ver", en: "See" },
      tone: "accent",
      link: elsewhere,
    };
    const { hotspot: _, ...picture } = hero.picture as Record<string, unknown>;
    const broken = [
      { ...hero, actions: [action], picture },
      { ...plans, contactSection: "ayuda" },
      {
        ...plans,
        _key: "again",
        plans: (plans.plans as object[]).map((plan) => ({ ...plan, response: "someday" })),
      },
    ];
    const problems = (await findProblems({ ...support, sections: broken }, reader)).join("\n");
    expect(problems).toContain("That page no longer has the section “ofertas”.");
    expect(problems).toContain("That page no longer has the section “ayuda”.");
    expect(problems).toContain("The company details don’t have the figure “someday”.");
    expect(problems).toContain("Two sections have the anchor “planes”.");
    expect(problems).not.toContain("picture");
  });

  test("is rejected with a blank text, two main buttons or a displayed number that differs", async () => {
    const home = (await reader.getDocument<StoredDocument>("home")) as StoredDocument;
    const hero = (home.sections as Record<string, unknown>[])[0] ?? {};
    const actions = (hero.actions as object[]).map((action) => ({ ...action, tone: "accent" }));
    const problems = await findProblems(
      {
        ...home,
        title: { _type: "localeString", es: "Inicio", en: "  " },
        sections: [{ ...hero, actions }],
      },
      reader,
    );
    expect(problems).toContain("title.en: The English text is missing.");
    expect(problems.join("\n")).toContain("Only one button can be the main one.");
    const settings = (await reader.getDocument<StoredDocument>("siteSettings")) as StoredDocument;
    expect(await findProblems({ ...settings, phoneDisplay: "+506 1111 2223" }, reader)).toEqual([
      "phoneDisplay: That isn’t the same number: its digits differ.",
    ]);
    expect(await findProblems({ ...settings, whatsappDisplay: "3333 4444" }, reader)).toEqual([]);
  });

  test("is rejected without a required picture, but not without an optional one", async () => {
    const home = (await reader.getDocument<StoredDocument>("home")) as StoredDocument;
    const sections = (home.sections as Record<string, unknown>[]).map((section) => {
      const { asset: _, ...cleared } = (section.picture ?? {}) as Record<string, unknown>;
      return section.picture ? { ...section, picture: cleared } : section;
    });
    expect(sections.filter(({ picture }) => picture).map(({ _type }) => _type)).toEqual([
      "hero",
      "pictureText",
    ]);
    const problems = await findProblems({ ...home, sections }, reader);
    expect(problems).toEqual([expect.stringMatching(/^sections\..*\.picture: Choose the picture\.$/)]);
  });
});

describe("the launch copy has the lists of the specification", () => {
  type ListItem = { title?: Record<string, string>; es?: string; en?: string };

  /** Returns the item titles of every list section of a type on a page. */
  const getLists = (id: string, kind: string, language: "es" | "en") => {
    const page = pages.find(({ _id }) => _id === id) as unknown as {
      sections: { _type: string; items: ListItem[] }[];
    };
    return page.sections
      .filter(({ _type }) => _type === kind)
      .map(({ items }) => items.map((item) => (item.title ?? item)[language] ?? ""));
  };

  test.each([
    [
      "digital-marketing",
      "featureGrid",
      [
        "Content creation",
        "Digital marketing strategy",
        "Social media",
        "SEO and SEM",
        "Analytics and reports",
        "Digital advertising",
      ],
    ],
    [
      "digital-marketing",
      "benefits",
      ["Increased visibility", "Targeted audience", "Measurable results", "Higher engagement"],
    ],
    [
      "digital-marketing",
      "badges",
      ["Google Ads", "Google Analytics", "Meta Business", "TikTok for Business"],
    ],
    [
      "digital-marketing",
      "reasons",
      ["Personalized strategies", "Proven results", "Complete transparency", "Continuous support"],
    ],
    [
      "seo-consulting",
      "featureGrid",
      [
        "Complete SEO audit",
        "Keyword strategy",
        "Content optimization",
        "Technical SEO",
        "Competitive analysis",
        "Monitoring and reports",
      ],
    ],
    [
      "seo-consulting",
      "steps",
      ["Initial analysis", "Personalized strategy", "Implementation", "Continuous monitoring"],
    ],
    [
      "seo-consulting",
      "benefits",
      ["Organic visibility", "Qualified traffic", "Long-term ROI", "Brand authority"],
    ],
    [
      "cctv",
      "featureGrid",
      [
        "4K Ultra HD cameras",
        "Advanced night vision",
        "Mobile and web remote access",
        "Cloud storage",
        "Intelligent motion detection",
        "Certified professional installation",
      ],
    ],
    [
      "cctv",
      "benefits",
      [
        "24/7 protection",
        "Less theft and vandalism",
        "Legal evidence",
        "Access control and employee monitoring",
        "Peace of mind",
      ],
    ],
    ["cctv", "highlights", ["24/7", "4K", "100%", "Warranty"]],
    [
      "reputation",
      "featureGrid",
      [
        "{integrations} integrations",
        "Negative-review protection",
        "Custom review page",
        "Custom QR codes",
        "Social-proof widgets",
        "Dashboard and analytics",
      ],
    ],
    [
      "web-development",
      "featureGrid",
      ["E-commerce", "Educational sites", "Booking systems", "Corporate sites", "Landing pages"],
    ],
    ["web-development", "steps", ["Analysis", "Design", "Development", "Launch"]],
    [
      "technical-support",
      "featureGrid",
      [
        "Remote support",
        "Preventive maintenance",
        "Data recovery",
        "Network configuration",
        "Equipment sales",
      ],
    ],
  ])("%s: %s", (page, kind, items) => {
    // Only numbered items have an order.
    const sortUnlessSteps = (list: string[]) => (kind === "steps" ? list : list.toSorted());
    const lists = getLists(page, kind, "en").map(sortUnlessSteps);
    expect(lists).toContainEqual(sortUnlessSteps(items));
    const spanish = getLists(page, kind, "es")[
      lists.findIndex((list) => isDeepStrictEqual(list, sortUnlessSteps(items)))
    ];
    expect(spanish?.filter((item) => /\S/.test(item))).toHaveLength(items.length);
  });

  test("the technologies of web development", () => {
    expect(getLists("web-development", "badges", "en").flat()).not.toEqual([]);
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

  test("titles and descriptions are unique and fit search results", () => {
    for (const language of languages) {
      const titles = pages.map(({ title }) => (title as Record<string, string>)[language] ?? "");
      const descriptions = pages.map(
        ({ description }) => (description as Record<string, string>)[language] ?? "",
      );
      for (const title of titles) expect(title.length, title).toBeLessThanOrEqual(60);
      for (const text of descriptions) {
        expect(text.length, text).toBeGreaterThanOrEqual(70);
        expect(text.length, text).toBeLessThanOrEqual(160);
      }
      expect(new Set([...titles, ...descriptions]).size).toBe(2 * pages.length);
    }
  });
});

describe("the buttons of the specification have the specified targets", () => {
  type SeedButton = {
    label: { es: string; en: string };
    link: { kind: string; page?: { _ref: string }; anchor?: string };
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
      .map(({ label, link }) => `${label.es} / ${label.en} → ${describeTarget(link)}`);

  test.each([
    ["home", "Contáctanos / Get in touch → home, contactCards"],
    ["home", "Enviar mensaje / Send a message → mail"],
    ["reputation", "Agenda una reunión / Schedule a meeting → contact"],
    ["web-development", "Agenda tu cita aquí / Schedule your appointment here → contact"],
    ["digital-marketing", "Agenda una reunión / Schedule a meeting → contact"],
    ["digital-marketing", "Comenzar ahora / Start now → contact"],
    ["seo-consulting", "Agenda una reunión / Schedule a meeting → contact"],
    ["seo-consulting", "Comenzar ahora / Start now → contact"],
    ["cctv", "Solicitar cotización / Request Quote → cctv, contactCards"],
    ["cctv", "Ver características / View Features → cctv, featureGrid"],
    ["cctv", "Contactar ahora / Contact Now → contact"],
  ])("%s: %s", (page, button) => {
    expect(describeButtons(page)).toContain(button);
  });

  test("the cards of the home page open the pages of all services", () => {
    const home = pages.find(({ _id }) => _id === "home");
    const cards = [...listObjects(home)].filter(({ _type }) => _type === "serviceCard");
    const opened = new Set(cards.map(({ link }) => (link as SeedButton["link"]).page?._ref));
    expect(cards).toHaveLength(services.length);
    expect([...opened].sort()).toEqual(services.toSorted());
  });
});
