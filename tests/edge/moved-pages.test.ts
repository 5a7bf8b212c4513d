import { afterEach, describe, expect, test } from "vitest";
import { languages, path } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { ownPage } from "../support/copy.ts";
import { answerAt, untilAnswer } from "../support/live-pages.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const about = { es: "/sobre-nosotros", en: "/en/about-us" };

const site = startForSuite(() =>
  startSite({ documents: [...readSeed(), ownPage("about", about.es, about.en)] }),
);
afterEach(() => site.cms.set("fine"));

const text = async (address: string) => (await site.get(address)).text();
const move = (address: { es: string; en: string }, former: string[]) =>
  site.editor
    .patch("about")
    .set({ address: { _type: "pageAddress", ...address, former } })
    .commit();

describe("a page that moves", () => {
  const before = about;
  const after = { es: "/quienes-somos", en: "/en/who-we-are" };

  test("stays at its built address while its redirects are ambiguous", async () => {
    const broken = ["one", "other"].map((id) => `redirect-${id}`);
    for (const _id of broken) {
      await site.editor.create({
        _id,
        _type: "redirect",
        from: "/dos-veces",
        language: "es",
        to: { _type: "reference", _ref: "cctv" },
      });
    }
    await move(after, [before.es, before.en]);
    await untilAnswer(site, after.es, [200]);
    expect(await answerAt(site, before.es)).toEqual([200]);
    for (const id of broken) await site.editor.delete(id);
    await untilAnswer(site, before.es, [301, after.es]);
    await move(before, []);
    await untilAnswer(site, before.es, [200]);
  });

  test("is at its new address, and the former address redirects there", async () => {
    await move(after, [before.es, before.en]);
    for (const language of languages) {
      await untilAnswer(site, after[language], [200]);
      await untilAnswer(site, before[language], [301, after[language]]);
      expect(await answerAt(site, `${before[language]}/?from=mail`)).toEqual([
        301,
        `${after[language]}?from=mail`,
      ]);
    }
    // The page may move back, so browsers must not cache the redirect.
    expect((await site.get(before.es)).headers.get("Cache-Control")).toBe(
      "public, max-age=0, must-revalidate",
    );
    expect(await text("/sitemap.xml")).not.toContain(`${site.origin}${before.es}<`);
  });

  test("back has no redirect to itself", async () => {
    await move(before, [after.es, after.en]);
    for (const language of languages) {
      await untilAnswer(site, after[language], [301, before[language]]);
      expect(await answerAt(site, before[language])).toEqual([200]);
    }
  });

  test("stays at its last address while the CMS is silent", async () => {
    site.cms.set("silent");
    await move(after, [before.es, before.en]);
    expect(await answerAt(site, before.es)).toEqual([200]);
    expect(await answerAt(site, after.es)).toEqual([301, before.es]);
    site.cms.set("fine");
    await untilAnswer(site, before.es, [301, after.es]);
  });
});

describe("a page that is deleted", () => {
  test("follows its redirect, and is not found without one", async () => {
    const was = (await site.editor.getDocument("about"))?.address as { es: string; en: string };
    await site.editor
      .transaction()
      .delete("about")
      .create({
        _id: "after-about",
        _type: "redirect",
        from: was.es,
        language: "es",
        to: { _type: "reference", _ref: "contact" },
      })
      .commit();
    await untilAnswer(site, was.es, [301, path("contact", "es")]);
    expect(await answerAt(site, was.en)).toEqual([404]);
    // The built file still exists, but the edge does not serve it, even after a restart.
    await untilAnswer(site, about.en, [404]);
    await site.restart();
    await untilAnswer(site, about.en, [404]);
  });

  test("although the site requires it keeps its last version", async () => {
    await site.editor.patch("reputation").set({ name: "gone" }).commit();
    const refused = `"page":"${path("reputation", "es")}","problem":"content_refused"`;
    await expect
      .poll(async () => {
        site.expireContent();
        await site.get(path("reputation", "es"));
        return site.log();
      })
      .toContain(refused);
    for (const language of languages)
      expect(await answerAt(site, path("reputation", language))).toEqual([200]);
    await site.editor.patch("reputation").set({ name: "reputation" }).commit();
  });
});
