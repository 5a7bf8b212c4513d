import { afterEach, describe, expect, test } from "vitest";
import { languages, path } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { createEditorPage } from "../support/copy.ts";
import {
  getLatest,
  readAnswer,
  readLatest,
  removeCopy,
  waitForAnswer,
  waitForRefusal,
} from "../support/live-pages.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const about = { es: "/sobre-nosotros", en: "/en/about-us" };
const team = { es: "/sobre-nosotros/el-equipo", en: "/en/about-us/the-team" };

const site = startForSuite(() =>
  startSite({ documents: [...readSeed(), createEditorPage("about", about.es, about.en)] }),
);
afterEach(() => site.cms.set("fine"));

const getText = async (address: string) => (await site.get(address)).text();
const publish = ({ _id, ...document }: ReturnType<typeof createEditorPage>) =>
  site.editor.createOrReplace({ _id, ...document });
describe("a page that editors made", () => {
  test("is built, with its address in both languages, in the sitemap and for search engines", async () => {
    for (const language of languages) {
      const response = await site.get(about[language]);
      expect([response.status, response.headers.get("Server-Timing")]).toEqual([
        200,
        expect.stringMatching(/^static/),
      ]);
      const html = await response.text();
      expect(html).toContain(`<link rel="canonical" href="${site.origin}${about[language]}"/>`);
      for (const otherLanguage of languages) {
        expect(html).toContain(
          `rel="alternate" hrefLang="${otherLanguage}" href="${site.origin}${about[otherLanguage]}"`,
        );
      }
      expect(html).toMatch(
        new RegExp(`<meta property="og:image" content="${site.origin}/pictures/[^"]+share`),
      );
      expect(await getText("/sitemap.xml")).toContain(`<loc>${site.origin}${about[language]}</loc>`);
    }
  });

  test("is live without a build, byte for byte as a build would write it, and in the menu once that is published", async () => {
    await waitForAnswer(site, team.es, [404]);
    await publish(createEditorPage("team", team.es, team.en));
    await waitForAnswer(site, team.es, [200]);
    await site.editor
      .patch("navigation")
      .append("menu", [{ _key: "team", _type: "menuLink", page: { _type: "reference", _ref: "team" } }])
      .commit();
    const readBuilt = await site.buildAgain();
    for (const language of languages) {
      for (const address of [path("contact", language), team[language]]) {
        await expect
          .poll(() => readLatest(site, address))
          .toMatch(new RegExp(`<nav [^]*href="${team[language]}"[^]*</nav>`));
      }
      const [servedPage, builtPage] = [
        await getText(team[language]),
        await readBuilt(`${team[language]}.html`),
      ];
      expect(removeCopy(servedPage) === removeCopy(builtPage)).toBe(true);
    }
    expect(await getText("/sitemap.xml")).toBe(await readBuilt("sitemap.xml"));
    expect(await (await site.get("/api/content/team?lang=en")).json()).toMatchObject({
      page: { name: "team", address: team.en },
    });
  });

  test("has the headers of fixed pages and one address: a trailing slash or .html redirects to it", async () => {
    const ownResponse = await site.get(team.es);
    const fixedResponse = await site.get(path("contact", "es"));
    const compared = ["Content-Security-Policy", "Cache-Control", "Content-Type"];
    const readHeader = ({ headers }: Response, name: string) =>
      headers.get(name)?.replace(/(style-src 'self' )'sha256-[^']*'/, "$1");
    for (const name of compared)
      expect([name, readHeader(ownResponse, name)]).toEqual([name, readHeader(fixedResponse, name)]);
    for (const end of ["/", ".html"]) {
      const redirect = await site.get(`${team.es}${end}?from=mail`);
      expect([redirect.status, redirect.headers.get("Location")]).toEqual([308, `${team.es}?from=mail`]);
      expect(redirect.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
    }
  });

  test("is available after an edge restart while the CMS is slow, or away if the page was cached", async () => {
    expect((await site.get(team.es)).status).toBe(200);
    site.cms.set("away");
    await site.restart({ keepCache: true });
    expect(await readAnswer(site, team.es)).toEqual([200]);
    expect(await readAnswer(site, "/nada")).toEqual([404]);
    site.cms.set("slow");
    await site.restart();
    // The CMS may be slower than a query may last, on a busy machine.
    await waitForAnswer(site, team.en, [200]);
    expect(await readAnswer(site, "/nada")).toEqual([404]);
    site.cms.set("fine");
  });

  test("stays at its built address when another page claims that address", async () => {
    await publish(createEditorPage("rival", about.es, "/en/rival"));
    await publish(createEditorPage("after", "/despues", "/en/after"));
    await waitForAnswer(site, "/despues", [200]);
    expect(await readAnswer(site, about.es)).toEqual([200]);
    expect(await readAnswer(site, "/en/rival")).toEqual([404]);
    await site.editor.delete("rival");
  });

  test("is not found while it is unpublished, also in the content API", async () => {
    await site.editor.create({
      ...createEditorPage("drafts.hidden", "/oculta", "/en/hidden"),
      _id: "drafts.hidden",
    });
    await publish(createEditorPage("shown", "/visible", "/en/visible"));
    await waitForAnswer(site, "/visible", [200]);
    expect(await readAnswer(site, "/oculta")).toEqual([404]);
    for (const name of ["hidden", "drafts.hidden", "nothing"]) {
      expect([name, (await site.get(`/api/content/${name}`)).status]).toEqual([name, 404]);
    }
  });

  test("is not found while it cannot be rendered, is not reported as live, and appears once it is fixed", async () => {
    const brokenPage = createEditorPage("broken", "/a-medias", "/en/half");
    await publish({ ...brokenPage, sections: "none" });
    await waitForRefusal(site, "/a-medias");
    const missingPage = await site.get("/a-medias");
    expect(missingPage.status).toBe(404);
    // A busy machine may need more than one request to render another page as it is published now.
    const getPublishedHeader = async () =>
      (await site.get(path("privacy", "es"))).headers.get("X-Content-Published");
    await expect.poll(getPublishedHeader).not.toBe(missingPage.headers.get("X-Content-Published"));
    await publish(brokenPage);
    await waitForAnswer(site, "/a-medias", [200]);
  });

  test("is alone missing while one of its components throws, which the edge logs", async () => {
    // A text that no address can contain: the component that makes the link of a chat throws.
    const label = { _type: "localeString", es: "\ud800", en: "\ud800" };
    await publish({ ...createEditorPage("thrown", "/rota", "/en/thrown"), label });
    await publish(createEditorPage("beside", "/al-lado", "/en/beside"));
    await waitForAnswer(site, "/al-lado", [200]);
    await expect
      .poll(async () => {
        const { status } = await getLatest(site, "/rota");
        expect(status).toBe(404);
        return site.log();
      })
      .toContain('"page":"/rota","problem":"page_failed","fault":"URIError: URI malformed');
    await site.editor.delete("thrown");
  });

  test("is shown without its broken section, which the edge logs", async () => {
    const page = createEditorPage("partial", "/en-parte", "/en/partial");
    const unknownSection = { _key: "unknown", _type: "unknown" };
    await publish({ ...page, sections: [...(page.sections as object[]), unknownSection] });
    await waitForAnswer(site, "/en-parte", [200]);
    expect(await readLatest(site, "/en-parte")).toContain("Titular de opening");
    await expect
      .poll(() => site.log())
      .toContain(
        '"page":"/en-parte","problem":"content_left_out","left_out":["page \\"partial\\": sections[1] is missing."',
      );
  });
});
