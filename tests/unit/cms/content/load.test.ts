import { beforeAll, describe, expect, test } from "vitest";
import type { ContentClient } from "#cms/content/client.ts";
import { loadPage, loadSettings } from "#cms/content/load.ts";
import { loadRedirects } from "#cms/content/load-redirects.ts";
import { measuredFigures } from "#cms/content/measured-figures.ts";
import { toOldAddressKey } from "#cms/content/old-address.ts";
import type { SectionOf } from "#cms/content/types.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { startSanityWith } from "../../../local/sanity/clients.ts";
import { createContent, readProblems } from "../../../support/content.ts";
import { changeDocument as changedIn, copy, createRedirect, link } from "../../../support/copy.ts";
import { addProof } from "../../../support/proof-copy.ts";

/** Returns the copy with one document changed. */
const changeCopy = (id: string, change: (document: SeedDocument) => void) => changedIn(copy, id, change);

const getSections = (document: SeedDocument) => document.sections as Record<string, unknown>[];

const getProof = <Item>(page: SeedDocument, kind: string) =>
  getSections(page).find(({ _type }) => _type === kind) as { items: Item[] };

type WithPicture = { picture: Record<string, unknown> };

describe("a complete page", () => {
  let client: ContentClient;
  beforeAll(async () => {
    const sanity = await startSanityWith(copy);
    client = sanity.visitor;
    return sanity.close;
  });

  test("has its sections in order, in both languages", async () => {
    const home = await loadPage(client, "home");
    expect(home.sections.map(({ _type }) => _type)).toEqual(["hero", "serviceCards", "pictureText"]);
    expect(home).not.toHaveProperty("facts");
    const contact = await loadPage(client, "contact");
    expect(contact.sections[0]?.title).toEqual({ es: "Titular de opening", en: "Headline of opening" });
  });

  test("has links with the target page and its address", async () => {
    const [hero] = (await loadPage(client, "home")).sections;
    expect(hero?._type === "hero" && hero.actions.map(({ link }) => link)).toEqual([
      {
        kind: "page",
        page: "contact",
        address: { es: "/contacto", en: "/en/contact" },
        anchor: "formulario",
      },
      { kind: "page", page: "home", address: { es: "/", en: "/en" }, anchor: "servicios" },
    ]);
  });

  test("has pictures with their address, size, description and focal point", async () => {
    const [hero] = (await loadPage(client, "home")).sections;
    expect(hero?._type === "hero" && hero.picture).toMatchObject({
      url: expect.stringMatching(/\/images\/vitrina0\/production\/[0-9a-f]{40}-1600x1200\.webp$/),
      width: 1600,
      height: 1200,
      focus: { x: 0.64, y: 0.42 },
      alt: { es: "Una casa azul junto al mar.", en: "A blue house by the sea." },
    });
  });

  test("shows figures of the settings, with the label of the section if it has one", async () => {
    const [, section] = (await loadPage(client, "contact")).sections;
    expect(
      section?._type === "figures" && section.items.map(({ value, label }) => [value, label.en]),
    ).toEqual([
      ["12+", "houses"],
      ["2", "houses in 3 streets"],
      ["12+", "blue houses"],
    ]);
  });

  test("shows measured figures in sections and texts, also if the settings have a figure of that name", async () => {
    const changedCopy = changedIn(
      changeCopy("siteSettings", (settings) => {
        const [figure] = settings.figures as object[];
        (settings.figures as object[]).push({ ...figure, _key: "typed", key: "site-paint", value: "0 s" });
      }),
      "contact",
      (page) => {
        const label = { es: "hasta ver {site-weight}", en: "to see {site-weight}" };
        Object.assign(getSections(page)[1] ?? {}, { items: [{ _key: "a", key: "site-paint", label }] });
      },
    );
    const [, section] = (await loadPage(await createContent(changedCopy), "contact")).sections;
    expect(section?._type === "figures" && section.items).toEqual([
      {
        _key: "a",
        key: "site-paint",
        value: measuredFigures["site-paint"],
        label: {
          es: `hasta ver ${measuredFigures["site-weight"]}`,
          en: `to see ${measuredFigures["site-weight"]}`,
        },
      },
    ]);
  });

  test("omits an optional picture that was removed but still has a description", async () => {
    const without = await createContent(
      changeCopy("home", (page) => {
        const [hero, services] = getSections(page);
        const holders = [hero, ...((services?.cards ?? []) as object[])] as WithPicture[];
        for (const { picture } of holders) delete picture._sanityAsset;
      }),
    );
    const [hero, services] = (await loadPage(without, "home")).sections;
    expect(hero).toMatchObject({ _type: "hero", picture: null });
    expect((services as SectionOf<"serviceCards">).cards.map(({ picture }) => picture)).toEqual([null, null]);
  });

  test("shows the response time beside the form, with the company's figures", async () => {
    const form = (await loadPage(client, "contact")).sections.find(({ _type }) => _type === "contactForm");
    expect((form as SectionOf<"contactForm">).response).toEqual({
      es: "Respondemos en 24 horas.",
      en: "We reply within 24 hours.",
    });
  });

  test("omits sections of proof without entries, even if they have other texts", async () => {
    const types = (await loadPage(client, "privacy")).sections.map(({ _type }) => _type);
    expect(types).toEqual(["hero", "featureGrid"]);
  });

  test("has sections of proof with entries, the company's hours in order and its cantons by province", async () => {
    const proven = (await loadPage(await createContent(copy.map(addProof)), "privacy")).sections;
    const kinds = ["cases", "testimonials", "people", "questions", "coverage", "screen"];
    expect(proven.filter(({ _type }) => kinds.includes(_type)).map(({ _type }) => _type)).toEqual(kinds);
    expect(proven.find(({ _type }) => _type === "coverage")).toMatchObject({
      hours: [
        { days: [{ first: "mon", last: "fri" }], opens: "08:00", closes: "17:30" },
        { days: [{ first: "sat", last: "sat" }], opens: "09:00", closes: "12:30" },
      ],
      areas: [
        { province: "San José", cantons: ["Escazú", "Santa Ana", "Vázquez de Coronado", "Montes de Oca"] },
        { province: "Heredia", cantons: ["Belén"] },
      ],
    });
    expect(JSON.stringify(proven)).not.toContain("Inventado");
  });

  test("uses a changed figure of the settings, also in texts", async () => {
    const clientWithChanges = await createContent(
      changeCopy("siteSettings", (settings) => {
        const figures = settings.figures as { key: string; value: string }[];
        for (const figure of figures) if (figure.key === "houses") figure.value = "60+";
        settings.brandName = "Casa Nueva";
        settings.email = "nueva@casa.example";
      }),
    );
    const page = JSON.stringify([
      await loadPage(clientWithChanges, "contact"),
      await loadPage(clientWithChanges, "privacy"),
    ]);
    expect(page).toContain('"60+"');
    expect(page).toContain("60+ casas");
    expect(page).toContain("Casa Nueva writes from nueva@casa.example.");
    expect(page).not.toMatch(/12\+|Azul|hola@|[{][a-z-]+[}]/);
  });
});

describe("invalid content is rejected with the reason", () => {
  const changeSection = (id: string, index: number, fields: object) =>
    changeCopy(id, (page) => void Object.assign(getSections(page)[index] ?? {}, fields));
  const changeTitle = (title: object) =>
    changeCopy("contact", (page) => {
      page.label = { es: "Contacto", en: "Contact" };
      page.title = title;
    });
  const support = copy.find(({ _id }) => _id === "technical-support") as SeedDocument;
  const [, plans] = getSections(support) as { plans?: object[] }[];

  test.each<[string, page: string, documents: readonly SeedDocument[], problems: string[]]>([
    ["a missing page", "blog", copy, ["there is no such page in the content."]],
    [
      "an incomplete entry of proof",
      "privacy",
      changedIn(copy.map(addProof), "privacy", (page) => {
        delete getProof<{ value?: string }>(page, "cases").items[1]?.value;
      }),
      ["sections[2] (cases).items[1].value is missing."],
    ],
    [
      "a text of proof, by its index among all sections, including hidden ones",
      "privacy",
      changedIn(copy.map(addProof), "privacy", (page) => {
        getProof(page, "cases").items.length = 0;
        const [first] = getProof<{ answer: { es: string } }>(page, "questions").items;
        if (first) first.answer.es = "{nada}";
      }),
      ['sections[5].items[0].answer in "es" names {nada}, which is not a figure.'],
    ],
    [
      "a title without a translation",
      "contact",
      changeTitle({ es: "Contacto" }),
      ['title has no text in "en".'],
    ],
    [
      "a blank text",
      "contact",
      changeSection("contact", 2, { notice: { es: " ", en: "Notice" } }),
      ['sections[2] (contactForm).notice has no text in "es".'],
    ],
    [
      "two missing fields",
      "home",
      changeCopy("home", (page) => {
        delete page.description;
        delete getSections(page)[2]?.title;
      }),
      ["description is missing.", "sections[2] (pictureText).title is missing."],
    ],
    [
      "a link to a missing page",
      "contact",
      copy.filter(({ _id }) => _id !== "privacy"),
      ["sections[2] (contactForm).noticeLink leads to a page that is not there."],
    ],
    [
      "an unknown figure in a section",
      "contact",
      changeSection("contact", 1, { items: [{ _key: "a", key: "offices" }] }),
      ['sections[1] (figures).items[0].key names the figure "offices", which siteSettings does not have.'],
    ],
    [
      "a measured figure without a label",
      "contact",
      changeSection("contact", 1, { items: [{ _key: "a", key: "site-paint" }] }),
      ["sections[1] (figures).items[0].label is missing."],
    ],
    [
      "a measured figure as the response time of a plan",
      "technical-support",
      changeCopy("technical-support", (page) => {
        const plans = (getSections(page)[1]?.plans ?? []) as { response: string }[];
        for (const plan of plans) plan.response = "site-paint";
      }),
      [
        'sections[1] (plans).plans[0].response names the figure "site-paint", which siteSettings does not have.',
      ],
    ],
    [
      "an unknown figure in a text",
      "contact",
      changeTitle({ es: "{offices} oficinas", en: "Offices" }),
      ['title in "es" names {offices}, which is not a figure.'],
    ],
    ...["contact", "home"].map((target): [string, string, SeedDocument[], string[]] => [
      `a link to an unknown section of the page ${target}`,
      "contact",
      changeSection("contact", 2, { noticeLink: link(target, "ofertas") }),
      ['sections[2] (contactForm).noticeLink leads to "#ofertas", a section that its page does not have.'],
    ]),
    [
      "a plan with an unknown section",
      "technical-support",
      changeSection("technical-support", 1, { contactSection: "ayuda" }),
      ['sections[1] (plans).contactSection leads to "#ayuda", a section that its page does not have.'],
    ],
    [
      "a plan with an unknown response time",
      "technical-support",
      changeSection("technical-support", 1, { plans: [{ ...plans?.plans?.[0], response: "someday" }] }),
      ['sections[1] (plans).plans[0].response names the figure "someday", which siteSettings does not have.'],
    ],
    [
      "a changed anchor that the page links to",
      "home",
      changeSection("home", 1, { anchor: "casas" }),
      ['sections[0] (hero).actions[1].link leads to "#servicios", a section that its page does not have.'],
    ],
    [
      "two sections with one anchor, and a section of the page's menu without an anchor",
      "contact",
      changeCopy("contact", (page) => {
        Object.assign(getSections(page)[1] ?? {}, { anchor: "formulario" });
        Object.assign(getSections(page)[0] ?? {}, { navigationLabel: { es: "Inicio", en: "Start" } });
      }),
      [
        "sections[0] (hero).anchor is missing, but the page's menu names it.",
        'sections[1] (figures).anchor: another section is called "formulario" too.',
        'sections[2] (contactForm).anchor: another section is called "formulario" too.',
      ],
    ],
    [
      "a picture without a description",
      "home",
      changeCopy("home", (page) => delete (getSections(page) as WithPicture[])[0]?.picture.alt),
      ["sections[0] (hero).picture.alt is missing."],
    ],
    [
      "a picture without a file",
      "home",
      changeCopy("home", (page) => {
        const [section] = getSections(page).filter(({ _type }) => _type === "pictureText") as WithPicture[];
        delete section?.picture._sanityAsset;
      }),
      ["url", "width", "height"].map((field) => `sections[2] (pictureText).picture.${field} is missing.`),
    ],
  ])("%s", async (_, page, documents, problems) => {
    const client = await createContent(documents);
    expect(await readProblems(loadPage(client, page))).toEqual(
      problems.map((problem) => `page "${page}": ${problem}`),
    );
  });

  test("missing settings", async () => {
    const client = await createContent(copy.filter(({ _id }) => _id !== "siteSettings"));
    const problems = ["siteSettings: there is no such document in the content."];
    expect(await readProblems(loadSettings(client))).toEqual(problems);
    expect(await readProblems(loadPage(client, "home"))).toEqual(problems);
  });

  test("a displayed number that differs from the stored one", async () => {
    const settings = changeCopy("siteSettings", (document) => {
      document.whatsappDisplay = "+506 9999 9999";
    });
    expect(await readProblems(loadSettings(await createContent(settings)))).toEqual([
      "siteSettings: whatsappDisplay is another number than whatsapp.",
    ]);
  });
});

describe("the redirects", () => {
  const redirect = (id: string, from: string, page = "cctv") => createRedirect(id, from, page, "en");

  test("lead from an old address to the address of a page", async () => {
    const client = await createContent([...copy, redirect("a", "/cameras")]);
    expect(await loadRedirects(client)).toEqual([{ from: "/cameras", to: "/en/cctv-systems" }]);
    expect(await loadRedirects(await createContent(copy))).toEqual([]);
    const pasted = await createContent([...copy, redirect("a", "https://www.guaria.example/c%E1maras ")]);
    const loaded = await loadRedirects(pasted);
    expect(loaded.map(({ from, to }) => [toOldAddressKey(from), to])).toEqual([
      ["/cámaras", "/en/cctv-systems"],
    ]);
  });

  test("are rejected if a target is missing or two start at one address", async () => {
    const nowhere = await createContent([...copy, redirect("a", "/cameras", "gone")]);
    expect(await readProblems(loadRedirects(nowhere))).toEqual([
      'redirect "/cameras": to leads to a page that is not there.',
    ]);
    const twice = [redirect("a", "/cameras"), redirect("b", "/cameras", "home")];
    expect(await readProblems(loadRedirects(await createContent([...copy, ...twice])))).toEqual([
      'redirect "/cameras": from is the old address of another redirect too.',
      'redirect "/cameras": from is the old address of another redirect too.',
    ]);
  });

  test("that start at one address are left out, and every other one works", async () => {
    const equal = [redirect("a", "/cameras"), redirect("b", "/cameras", "home"), redirect("c", "/CAMERAS/")];
    const client = await createContent([...copy, ...equal, redirect("d", "/alarms")]);
    const fields: string[] = [];
    const redirects = await loadRedirects(client, (problems) => {
      fields.push(...problems.map(({ field }) => field));
    });
    expect(redirects).toEqual([{ from: "/alarms", to: "/en/cctv-systems" }]);
    expect(fields).toEqual(["from", "from", "from"]);
  });
});
