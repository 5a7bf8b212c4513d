import { afterEach, describe, expect, test } from "vitest";
import { languages, path } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { createEditorPage, createRedirect } from "../support/copy.ts";
import {
  publishTitle,
  readAnswer,
  readTitle,
  waitForAnswer,
  waitForRefusal,
  waitForTitle,
} from "../support/live-pages.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const about = { es: "/sobre-nosotros", en: "/en/about-us" };

const site = startForSuite(() =>
  startSite({ documents: [...readSeed(), createEditorPage("about", about.es, about.en)] }),
);
afterEach(() => site.cms.set("fine"));

const getText = async (address: string) => (await site.get(address)).text();
const move = (address: { es: string; en: string }, former: string[]) =>
  site.editor
    .patch("about")
    .set({ address: { _type: "pageAddress", ...address, former } })
    .commit();

describe("a page that moves", () => {
  const oldAddresses = about;
  const newAddresses = { es: "/quienes-somos", en: "/en/who-we-are" };

  test("is redirected to while two equal redirects of other pages are left out", async () => {
    const conflictingIds = ["redirect-one", "redirect-other"];
    for (const _id of conflictingIds) await site.editor.create(createRedirect(_id, "/dos-veces", "cctv"));
    await move(newAddresses, [oldAddresses.es, oldAddresses.en]);
    await waitForAnswer(site, newAddresses.es, [200]);
    await waitForAnswer(site, oldAddresses.es, [301, newAddresses.es]);
    expect(await readAnswer(site, "/dos-veces")).toEqual([404]);
    await site.editor.delete("redirect-other");
    await waitForAnswer(site, "/dos-veces", [301, path("cctv", "es")]);
    await site.editor.delete("redirect-one");
    await move(oldAddresses, []);
    await waitForAnswer(site, oldAddresses.es, [200]);
  });

  test("is at its new address, and the former address redirects there", async () => {
    await move(newAddresses, [oldAddresses.es, oldAddresses.en]);
    for (const language of languages) {
      await waitForAnswer(site, newAddresses[language], [200]);
      await waitForAnswer(site, oldAddresses[language], [301, newAddresses[language]]);
      expect(await readAnswer(site, `${oldAddresses[language]}/?from=mail`)).toEqual([
        301,
        `${newAddresses[language]}?from=mail`,
      ]);
    }
    // The page may move back, so browsers must not cache the redirect.
    expect((await site.get(oldAddresses.es)).headers.get("Cache-Control")).toBe(
      "public, max-age=0, must-revalidate",
    );
    expect(await getText("/sitemap.xml")).not.toContain(`${site.origin}${oldAddresses.es}<`);
  });

  test("back has no redirect to itself", async () => {
    await move(oldAddresses, [newAddresses.es, newAddresses.en]);
    for (const language of languages) {
      await waitForAnswer(site, newAddresses[language], [301, oldAddresses[language]]);
      expect(await readAnswer(site, oldAddresses[language])).toEqual([200]);
    }
  });

  test("stays at its last address while the CMS is silent", async () => {
    site.cms.set("silent");
    await move(newAddresses, [oldAddresses.es, oldAddresses.en]);
    expect(await readAnswer(site, oldAddresses.es)).toEqual([200]);
    expect(await readAnswer(site, newAddresses.es)).toEqual([301, oldAddresses.es]);
    site.cms.set("fine");
    await waitForAnswer(site, oldAddresses.es, [301, newAddresses.es]);
  });
});

describe("a page that is deleted", () => {
  test("follows its redirect, and is not found without one", async () => {
    const addressBefore = (await site.editor.getDocument("about"))?.address as { es: string; en: string };
    await site.editor
      .transaction()
      .delete("about")
      .create(createRedirect("after-about", addressBefore.es, "contact"))
      .commit();
    await waitForAnswer(site, addressBefore.es, [301, path("contact", "es")]);
    expect(await readAnswer(site, addressBefore.en)).toEqual([404]);
    // The built file still exists, but the edge does not serve it, even after a restart.
    await waitForAnswer(site, about.en, [404]);
    await site.restart();
    await waitForAnswer(site, about.en, [404]);
  });

  test("although the site requires it keeps its last version until it is fixed", async () => {
    const spanish = path("reputation", "es");
    const title = await publishTitle(site, "reputation");
    await waitForTitle(site, spanish, title);
    await site.editor.patch("reputation").set({ name: "gone" }).commit();
    await waitForRefusal(site, spanish);
    for (const language of languages)
      expect(await readAnswer(site, path("reputation", language))).toEqual([200]);
    expect(readTitle(await getText(spanish))).toContain(title);
    await site.editor.patch("reputation").set({ name: "reputation" }).commit();
    await waitForTitle(site, spanish, await publishTitle(site, "reputation"));
  });
});
