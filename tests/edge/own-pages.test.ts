import { afterEach, describe, expect, test } from "vitest";
import { languages, path } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { ownPage } from "../support/copy.ts";
import { answerAt, untilAnswer, withoutCopy } from "../support/live-pages.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const about = { es: "/sobre-nosotros", en: "/en/about-us" };
const team = { es: "/sobre-nosotros/el-equipo", en: "/en/about-us/the-team" };

const site = startForSuite(() =>
  startSite({ documents: [...readSeed(), ownPage("about", about.es, about.en)] }),
);
afterEach(() => site.cms.set("fine"));

const text = async (address: string) => (await site.get(address)).text();
const publish = ({ _id, ...document }: ReturnType<typeof ownPage>) =>
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
      for (const other of languages) {
        expect(html).toContain(`rel="alternate" hrefLang="${other}" href="${site.origin}${about[other]}"`);
      }
      expect(html).toMatch(
        new RegExp(`<meta property="og:image" content="${site.origin}/pictures/[^"]+share`),
      );
      expect(await text("/sitemap.xml")).toContain(`<loc>${site.origin}${about[language]}</loc>`);
    }
  });

  test("is live without a build, as the same bytes that a build would write, and in the menu when that is published", async () => {
    await untilAnswer(site, team.es, [404]);
    await publish(ownPage("team", team.es, team.en));
    await untilAnswer(site, team.es, [200]);
    await site.editor
      .patch("navigation")
      .append("menu", [{ _key: "team", _type: "menuLink", page: { _type: "reference", _ref: "team" } }])
      .commit();
    const readBuilt = await site.buildAgain();
    for (const language of languages) {
      for (const address of [path("contact", language), team[language]]) {
        await expect
          .poll(() => {
            site.expireContent();
            return text(address);
          })
          .toMatch(new RegExp(`<nav [^]*href="${team[language]}"[^]*</nav>`));
      }
      const [served, built] = [await text(team[language]), await readBuilt(`${team[language]}.html`)];
      expect(withoutCopy(served) === withoutCopy(built)).toBe(true);
    }
    expect(await text("/sitemap.xml")).toBe(await readBuilt("sitemap.xml"));
    expect(await (await site.get("/api/content/team?lang=en")).json()).toMatchObject({
      page: { name: "team", address: team.en },
    });
  });

  test("has the headers of the fixed ones, and one address: a slash or .html at its end leads to it", async () => {
    const own = await site.get(team.es);
    const fixed = await site.get(path("contact", "es"));
    const compared = ["Content-Security-Policy", "Cache-Control", "Content-Type"];
    const read = ({ headers }: Response, name: string) =>
      headers.get(name)?.replace(/(style-src 'self' )'sha256-[^']*'/, "$1");
    for (const name of compared) expect([name, read(own, name)]).toEqual([name, read(fixed, name)]);
    for (const end of ["/", ".html"]) {
      const moved = await site.get(`${team.es}${end}?from=mail`);
      expect([moved.status, moved.headers.get("Location")]).toEqual([308, `${team.es}?from=mail`]);
      expect(moved.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
    }
  });

  test("is there at once from an edge that was restarted, while the CMS is slow, or away after others have seen the page", async () => {
    expect((await site.get(team.es)).status).toBe(200);
    site.cms.set("away");
    await site.restart({ keepCache: true });
    expect(await answerAt(site, team.es)).toEqual([200]);
    expect(await answerAt(site, "/nada")).toEqual([404]);
    site.cms.set("slow");
    await site.restart();
    expect(await answerAt(site, team.en)).toEqual([200]);
    expect(await answerAt(site, "/nada")).toEqual([404]);
    site.cms.set("fine");
  });

  test("stays where it was built although another one claims its address", async () => {
    await publish(ownPage("rival", about.es, "/en/rival"));
    await publish(ownPage("after", "/despues", "/en/after"));
    await untilAnswer(site, "/despues", [200]);
    expect(await answerAt(site, about.es)).toEqual([200]);
    expect(await answerAt(site, "/en/rival")).toEqual([404]);
    await site.editor.delete("rival");
  });

  test("that no one published is not there, and no more in the content API", async () => {
    await site.editor.create({ ...ownPage("drafts.hidden", "/oculta", "/en/hidden"), _id: "drafts.hidden" });
    await publish(ownPage("shown", "/visible", "/en/visible"));
    await untilAnswer(site, "/visible", [200]);
    expect(await answerAt(site, "/oculta")).toEqual([404]);
    for (const name of ["hidden", "drafts.hidden", "nothing"]) {
      expect([name, (await site.get(`/api/content/${name}`)).status]).toEqual([name, 404]);
    }
  });

  test("that cannot be shown is not there, is not said to be live, and comes when it is mended", async () => {
    const broken = ownPage("broken", "/a-medias", "/en/half");
    await publish({ ...broken, title: { _type: "localeString", es: "A medias" } });
    await expect
      .poll(async () => {
        site.expireContent();
        await text("/a-medias");
        return site.log();
      })
      .toContain(`"page":"/a-medias","problem":"content_refused"`);
    const refused = await site.get("/a-medias");
    expect(refused.status).toBe(404);
    // A busy machine may need more than one request to render another page as it is published now.
    const publishedElsewhere = async () =>
      (await site.get(path("privacy", "es"))).headers.get("X-Content-Published");
    await expect.poll(publishedElsewhere).not.toBe(refused.headers.get("X-Content-Published"));
    await publish(broken);
    await untilAnswer(site, "/a-medias", [200]);
  });
});
