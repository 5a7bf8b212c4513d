import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { measuredFigures } from "#cms/content/measured-figures.ts";
import { filledBy } from "#cms/content/sections.generated.ts";
import { path } from "#cms/content/site.ts";
import { sampleText as text } from "#cms/schema/fields/sample.ts";
import { readSeed, type SeedDocument } from "#cms/seed/documents.ts";
import { inEveryLook, listPageViolations } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { buildSite, listMatches, serveFiles, siteOrigin } from "../support/built-site.ts";
import { listMarkupFaults } from "../support/markup.ts";
import { addProof } from "../support/proof-copy.ts";

type BuiltSite = Awaited<ReturnType<typeof buildSite>>;
type ProofSection = { _key: string; _type: string; anchor?: string };

const kinds: string[] = Object.keys(filledBy);
const addProofSections = (document: SeedDocument): SeedDocument => {
  if (document._id !== "seo-consulting") return document;
  const added = kinds.map((kind) => ({
    _key: kind,
    _type: kind,
    anchor: kind,
    title: text(`Prueba ${kind}`, `Proof ${kind}`),
    navigationLabel: text(`Ver ${kind}`, `See ${kind}`),
  }));
  const sections = (document.sections as ProofSection[]).filter(({ _type }) => !kinds.includes(_type));
  return { ...document, sections: [...sections.slice(0, 1), ...added, ...sections.slice(1)] };
};
/** Removes all sections of proof from a page. */
const removeProofSections = (document: SeedDocument): SeedDocument =>
  document._type === "page"
    ? {
        ...document,
        sections: (document.sections as ProofSection[]).filter(({ _type }) => !kinds.includes(_type)),
      }
    : document;

let empty: BuiltSite;
let bare: BuiltSite;
let filled: BuiltSite;
let browser: Browser;
beforeAll(async () => {
  const seed = readSeed();
  empty = await buildSite(
    "empty",
    seed.map((document) => addProofSections(document)),
  );
  bare = await buildSite("bare", seed.map(removeProofSections));
  filled = await buildSite(
    "filled",
    seed.map((document) => addProof(addProofSections(document))),
  );
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  for (const built of [empty, bare, filled]) await built?.close();
});

const file = { es: "seo-consulting.html", en: "en/seo-consulting.html" };

test.each(Object.values(file))(
  "%s with every kind of proof is written as the HTML standard has it",
  async (name) => {
    expect(await listMarkupFaults(filled.page(name))).toEqual([]);
  },
);

// biome-ignore lint/suspicious/noExplicitAny: structured data has no types here
type StructuredNode = any;
const listNodes = (built: BuiltSite, name: string): StructuredNode[] =>
  JSON.parse(
    listMatches(built.page(name), /<script type="application\/ld\+json">(.*?)<\/script>/gs)[0] ?? "",
  )["@graph"];
const findNode = (built: BuiltSite, name: string, type: string): StructuredNode =>
  listNodes(built, name).find((node) => node["@type"] === type);

describe("proof without entries", () => {
  test("leaves a page byte for byte as without its sections", () => {
    for (const name of Object.values(file)) {
      // Removes the change time and the origin of the pictures.
      const normalizeHtml = (html: string) =>
        html.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|http:\/\/localhost:\d+\/images\/\w+\/\w+/g, "");
      expect(normalizeHtml(empty.page(name)) === normalizeHtml(bare.page(name)), name).toBe(true);
    }
  });

  test("is not in the launch copy: no review, no case, no person and no price", () => {
    for (const name of ["index.html", "en.html", ...Object.values(file)]) {
      const html = empty.page(name);
      expect(html).not.toMatch(/"@type":"(Review|AggregateRating|Person|Offer|OpeningHoursSpecification)"/);
      expect(html).not.toMatch(/<blockquote|"_type":"(cases|testimonials|people|coverage)"/);
    }
  });
});

async function openPage(address: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: "reduce", ...options });
  onTestFinished(() => page.close());
  await serveFiles(page, filled.site);
  await page.goto(siteOrigin + address);
  return page;
}

describe("proof with entries", () => {
  test("is on the page and in its menu, in order", async () => {
    const page = await openPage("/en/seo-consulting", { javaScriptEnabled: false });
    const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
    expect((await links.allTextContents()).filter((name) => name.startsWith("See"))).toEqual(
      kinds.map((kind) => `See ${kind}`),
    );
    for (const kind of kinds) await page.locator(`#${kind}`).waitFor();
  });

  test("shows the figure of a case first, then the problem and the solution", async () => {
    const page = await openPage("/en/seo-consulting");
    const first = page.locator("#cases article").first();
    expect((await first.innerText()).split("\n").filter(Boolean)).toEqual([
      "−40%",
      "missed calls within three months",
      "A clinic, for example",
      "The problem",
      "Appointments were made by phone, and around noon nobody answered.",
      "What we did",
      "A site where patients choose their time, and a reminder the day before.",
    ]);
  });

  test("names the author of a testimonial and the workplace", async () => {
    const page = await openPage("/seo-consulting");
    const [firstAuthor, secondAuthor] = await page.locator("#testimonials figcaption").allInnerTexts();
    expect(firstAuthor?.split("\n")).toEqual(["Ana Ejemplo", "Gerente, Panadería de Ejemplo"]);
    expect(secondAuthor?.split("\n")).toEqual(["Luis Muestra", "Taller de Muestra"]);
  });

  test.each([
    ["/seo-consulting", ["Lunes a viernes", "8:00 a. m. a 5:30 p. m.", "Sábado", "9:00 a. m. a 12:30 p. m."]],
    [
      "/en/seo-consulting",
      ["Monday to Friday", "8:00 a.m. to 5:30 p.m.", "Saturday", "9:00 a.m. to 12:30 p.m."],
    ],
  ])(
    "shows the hours at %s in the order of the week, and the cantons by province",
    async (address, hours) => {
      const page = await openPage(address);
      const coverageTexts = await page.locator("#coverage :is(dt, dd)").allTextContents();
      expect(
        coverageTexts.map((coverageText) => coverageText.replaceAll("\u00a0", " ").toLowerCase()),
      ).toEqual([
        ...hours.map((hoursText) => hoursText.toLowerCase()),
        "san josé",
        "escazú, santa ana, vázquez de coronado, montes de oca",
        "heredia",
        "belén",
      ]);
    },
  );

  test.each([true, false])("opens one answer at a time (script: %s)", async (javaScriptEnabled) => {
    const page = await openPage("/seo-consulting", { javaScriptEnabled });
    const [firstQuestion, secondQuestion] = [
      page.locator("#questions summary").nth(0),
      page.locator("#questions summary").nth(1),
    ];
    const answers = page.locator("#questions details[open]");
    await firstQuestion.click();
    expect(await answers.innerText()).toContain("Antes de empezar acordamos una fecha.");
    await secondQuestion.focus();
    await page.keyboard.press("Enter");
    expect(await answers.count()).toBe(1);
    expect(await answers.innerText()).toContain("Nosotros, contigo.");
  });

  test("shows minimum prices in the format of both languages", async () => {
    for (const [address, price, includes] of [
      ["/seo-consulting", "Desde ₡45 000 al mes", "Con todo lo que hace falta."],
      ["/en/seo-consulting", "From ₡45,000 a month", "With all that it takes."],
    ] as const) {
      const page = await openPage(address);
      const opening = (await page.locator("main section").first().innerText()).replaceAll(/\s+/g, " ");
      expect(opening).toContain(`${price} ${includes}`);
    }
    const page = await openPage("/soporte-tecnico");
    const plans = (await page.locator("#planes li:has(h3)").allInnerTexts()).map((planText) =>
      planText.replaceAll(/\s+/g, " "),
    );
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toContain("Desde ₡45 000 al mes");
  });

  test.each(["/seo-consulting", "/en/technical-support", "/contacto"])(
    "has nothing at %s that axe objects to",
    async (address) => {
      const page = await openPage(address);
      for (const answer of await page.locator("details").all())
        await answer.evaluate((details) => details.removeAttribute("name"));
      await page.locator("details").evaluateAll((detailsElements) => {
        for (const details of detailsElements as HTMLDetailsElement[]) details.open = true;
      });
      await inEveryLook(page, async (name) => expect(await listPageViolations(page), name).toEqual([]));
    },
  );

  test("hydrates without differences and keeps opened answers open", async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
    page.on("pageerror", (error) => errors.push(error.message));
    await serveFiles(page, filled.site);
    await page.goto(`${siteOrigin}/contacto`);
    await page.locator("#preguntas summary").first().click();
    await page.getByRole("textbox", { name: "Mensaje" }).click();
    await page.locator("form[novalidate]").waitFor();
    expect(await page.locator("#preguntas details").first().getAttribute("open")).toBe("");
    // These files have no API.
    expect(errors.filter((error) => !error.startsWith("Failed to load resource"))).toEqual([]);
  });

  test("internal fields are on no page", () => {
    for (const name of Object.values(file))
      expect(filled.page(name)).not.toContain("Inventado para las pruebas");
  });
});

describe("the structured data", () => {
  // https://developers.google.com/search/docs/appearance/structured-data/faqpage
  test("lists the questions of a page with their full answers", () => {
    const page = findNode(filled, file.en, "FAQPage");
    expect(page.mainEntity).toEqual([
      {
        "@type": "Question",
        name: "How long does a site take?",
        acceptedAnswer: {
          "@type": "Answer",
          text: "It depends on how many pages it has. We agree on a date before we start.",
        },
      },
      expect.objectContaining({ name: "Who writes the texts?" }),
    ]);
    expect(filled.page("privacidad.html")).not.toContain("FAQPage");
  });

  // https://developers.google.com/search/docs/appearance/structured-data/local-business
  test("has the hours and the cantons of the company on every page", () => {
    for (const name of ["index.html", file.en]) {
      const company = findNode(filled, name, "ProfessionalService");
      expect(company.openingHoursSpecification).toEqual([
        {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: ["https://schema.org/Saturday"],
          opens: "09:00",
          closes: "12:30",
        },
        {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"].map(
            (day) => `https://schema.org/${day}`,
          ),
          opens: "08:00",
          closes: "17:30",
        },
      ]);
      expect(company.areaServed).toHaveLength(5);
      expect(company.areaServed[0]).toEqual({
        "@type": "AdministrativeArea",
        name: "Escazú",
        containedInPlace: { "@type": "Country", name: "Costa Rica" },
      });
    }
  });

  test("offers a service and its plans at their minimum prices", () => {
    const { offers } = findNode(filled, "soporte-tecnico.html", "Service");
    const priceSpecification = {
      "@type": "UnitPriceSpecification",
      minPrice: 45_000,
      priceCurrency: "CRC",
      unitCode: "MON",
    };
    expect(offers).toEqual(
      ["Soporte técnico", "TI Básico", "TI Profesional"].map((name) => ({
        "@type": "Offer",
        name,
        priceSpecification,
      })),
    );
    expect(findNode(empty, "soporte-tecnico.html", "Service")).not.toHaveProperty("offers");
  });

  test("names the people on a page and their employer", () => {
    const people = listNodes(filled, file.en).filter((node) => node["@type"] === "Person");
    const company = findNode(filled, file.en, "ProfessionalService");
    expect(people[0]).toEqual({
      "@type": "Person",
      name: "Ana Ejemplo",
      jobTitle: "Technical support",
      worksFor: { "@id": company["@id"] },
    });
    expect(people).toHaveLength(3);
  });

  // https://developers.google.com/search/docs/appearance/structured-data/review-snippet
  test("has no review, because reviews on the company's own site are self-serving", () => {
    for (const name of Object.values(file))
      expect(filled.page(name)).not.toMatch(/"@type":"(Review|AggregateRating)"/);
  });
});

describe("the site's own case", () => {
  const measured = (keys: string[], language: "es" | "en") =>
    keys.map((key) => {
      const value = measuredFigures[key];
      return typeof value === "object" ? value[language] : value;
    });

  test.each(["es", "en"] as const)(
    "shows measured figures and leads to all of them (%s)",
    async (language) => {
      const page = await openPage(path("home", language), { javaScriptEnabled: false });
      const section = page.locator("#este-sitio");
      expect(await section.locator("dd").allTextContents()).toEqual(
        measured(["site-paint", "site-weight", "site-lowest-score"], language),
      );
      const wholeCase = `${path("web-development", language)}#este-sitio`;
      expect(await section.getByRole("link").getAttribute("href")).toBe(wholeCase);
      await page.goto(siteOrigin + wholeCase);
      const scores = ["performance", "accessibility", "best-practices", "seo"].map((name) => `site-${name}`);
      expect(await section.locator("dd").allTextContents()).toEqual(
        measured(["site-paint", "site-weight", "site-requests", "site-ratio", ...scores], language),
      );
    },
  );

  test.each(["es", "en"] as const)(
    "has a screenshot in the page's language, beside the figures of a wide screen (%s)",
    async (language) => {
      const page = await openPage(path("home", language));
      const picture = page.locator("#este-sitio img");
      expect(await picture.getAttribute("alt")).toMatch({ es: /^El buzón/, en: /^The inbox/ }[language]);
      const figure = page.locator("#este-sitio dl");
      const [pictureBox, figureBox] = [await picture.boundingBox(), await figure.boundingBox()];
      expect(pictureBox?.x).toBeGreaterThan((figureBox?.x ?? 0) + (figureBox?.width ?? 0));
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await picture.isVisible()).toBe(false);
    },
  );

  test("has a screenshot of the inbox and one of the Studio in each theme and for each width", () => {
    for (const name of ["diseno-y-desarrollo-web.html", "en/web-design-and-development.html"]) {
      const sections = filled
        .page(name)
        .split("<section")
        .filter((html) => /id="(por-dentro|studio)"/.test(html));
      const themes = sections.map((html) => listMatches(html, /prefers-color-scheme: dark/g).length);
      // Wide and phone, each as AVIF and WebP.
      expect(themes, name).toEqual([4, 4]);
    }
  });
});
