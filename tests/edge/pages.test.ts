import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { languages, pages, path } from "#cms/content/site.ts";
import { all } from "../support/built-site.ts";
import { markupFaults } from "../support/markup.ts";
import { observatoryScore } from "../support/observatory.ts";
import { sendRaw } from "../support/raw-requests.ts";
import { type RunningSite, startSite } from "../support/running-site.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
afterEach(() => site.cms.set("fine"));

const page = path("seo-consulting", "es");
const headersOf = (response: Response) =>
  Object.fromEntries(
    [...response.headers].filter(
      ([name]) =>
        !/^(date|etag|x-server-env|x-content-(revision|published)|server-timing|content-length)$/.test(name),
    ),
  );
const sourceOf = (response: Response) => response.headers.get("Server-Timing")?.split(";")[0];
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

let times = 0;
/** Publishes another title of a page, and answers with it. */
async function publishTitle(name = "seo-consulting"): Promise<string> {
  const title = `Titular ${++times}`;
  await site.editor.patch(name).set({ "title.es": title }).commit();
  return title;
}
/** Asks for a page until its title contains `title`. */
const untilTitle = async (address: string, title: string) => {
  let answer: Response | undefined;
  await expect
    .poll(async () => {
      answer = await getLatest(address);
      return titleOf(await answer.text());
    })
    .toContain(title);
  return answer as Response;
};
/** Asks for what is published now, as after the seconds for which the edge may keep an older answer. */
const getLatest = (address: string) => {
  site.expireContent();
  return site.get(address);
};

const contactPage = path("contact", "es");
const chosen = (html: string) => all(html, /<option value="([^"]*)"[^>]* selected="">/g);
const ask = async (query: string) => (await site.get(`${contactPage}${query}`)).text();

describe("the contact page by the address of a button", () => {
  const isOpen = (html: string) => /<details[^>]* open=""/.test(html);

  test("has its service and its plan chosen, and the wish for a meeting open", async () => {
    const asked = await ask("?service=technical-support&plan=TI+B%C3%A1sico&meeting=1");
    expect(chosen(asked)).toEqual(["technical-support", "TI Básico"]);
    expect(isOpen(asked)).toBe(true);
    expect(await markupFaults(asked)).toEqual([]);
    const other = await ask("?service=cctv");
    expect([chosen(other), isOpen(other)]).toEqual([["cctv"], false]);
    expect(
      other
        .replace(' selected=""', "")
        .replace(`${path("contact", "en")}?service=cctv"`, `${path("contact", "en")}"`),
    ).toBe(await ask(""));
  });

  test("leads to the same choice in the other language, without script", async () => {
    const asked = await ask("?service=technical-support&plan=TI+B%C3%A1sico&meeting=1");
    const [href = ""] = all(asked, /<a [^>]*href="([^"]*)"[^>]* data-language-switch=""/g);
    const address = href.replaceAll("&amp;", "&");
    expect(address.split("?")[0]).toBe(path("contact", "en"));
    const other = await (await site.get(address)).text();
    expect(chosen(other)).toEqual(chosen(asked));
    expect(isOpen(other)).toBe(true);
    const [meeting = ""] = all(
      await ask("?meeting=1"),
      /<a [^>]*href="([^"]*)"[^>]* data-language-switch=""/g,
    );
    expect(meeting).toBe(`${path("contact", "en")}?meeting=1`);
  });

  test.each([
    "?service=plumbing",
    "?service=other",
    "?plan=ti%20básico",
    "?service=",
    "?plan=%22%3E%3Cb%3E",
    "?x=cctv",
  ])("is as it was built for what there is not (%s)", async (query) => {
    expect(await ask(query)).toBe(await ask(""));
  });

  test("is known by its entity tag, and leaves no other page changed", async () => {
    const response = await site.get(`${contactPage}?service=cctv`);
    const tag = { "If-None-Match": response.headers.get("ETag") ?? "" };
    expect((await site.get(`${contactPage}?service=cctv`, tag)).status).toBe(304);
    const elsewhere = await (await site.get(`${page}?service=cctv&meeting=1`)).text();
    expect(elsewhere).toBe(await (await site.get(page)).text());
  });
});

describe("a page that says what it was built with", () => {
  test("is the static file, and says so", async () => {
    const response = await site.get(page);
    expect(await response.text()).toBe(await readFile(join(site.dist, `${page}.html`), "utf8"));
    expect(sourceOf(response)).toBe("static");
    expect(response.headers.get("X-Content-Revision")).toMatch(/^[0-9a-f]{16}$/);
    const etag = response.headers.get("ETag") ?? "";
    expect((await site.get(page, { "If-None-Match": etag })).status).toBe(304);
  });

  test("stays the static file when another page is published", async () => {
    await untilTitle(path("privacy", "es"), await publishTitle("privacy"));
    const response = await site.get(path("contact", "es"));
    expect(sourceOf(response)).toBe("static");
  });
});

test.each([
  ["/seo-consulting?a=1", "GET"],
  ["/", "POST"],
  ["/robots.txt", "HEAD"],
])("what is asked for by a name that is not the site's is sent there: %s", async (address, method) => {
  const host = "Host: abc123.vitrina.pages.dev\r\nContent-Length: 0\r\nConnection: close";
  const answer = await sendRaw(
    Number(new URL(site.origin).port),
    `${method} ${address} HTTP/1.1\r\n${host}\r\n\r\n`,
    20_000,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 308 /);
  expect(answer).toContain(`\r\nLocation: ${site.origin}${address}\r\n`);
  expect(answer).toMatch(/\r\nContent-Security-Policy: /i);
});

test("who has found a weakness is told at the well-known address whom to write to, also when that has just changed", async () => {
  const ask = async (address: string) => {
    const response = await site.get(address);
    return { type: response.headers.get("Content-Type"), text: await response.text() };
  };
  const plain = /^text\/plain; ?charset=utf-8$/i;
  const file = await ask("/.well-known/security.txt");
  expect(file).toEqual({
    type: expect.stringMatching(plain),
    text: await readFile(join(site.dist, ".well-known", "security.txt"), "utf8"),
  });
  expect((await ask("/.well-known/security-policy.txt")).type).toMatch(plain);
  await site.editor.patch("siteSettings").set({ email: "seguridad@guaria.example" }).commit();
  await expect
    .poll(() => {
      site.expireContent();
      return ask("/.well-known/security.txt");
    })
    .toEqual({
      type: expect.stringMatching(plain),
      text: file.text.replace(/mailto:.*/, "mailto:seguridad@guaria.example"),
    });
  expect((await site.get("/.well-known/nothing.txt")).status).toBe(404);
});

test.each([
  ["/404", 404, null],
  ["/en/404", 404, null],
  ["/contacto/", 308, "/contacto"],
  ["/en/", 308, "/en"],
  ["/en/contact/", 308, "/en/contact"],
  ["/plataforma-de-gestion-de-reputacion", 301, "/gestion-de-reputacion"],
])("%s answers %i and leads to %s", async (address, status, location) => {
  const response = await site.get(address);
  expect([response.status, response.headers.get("Location")]).toEqual([status, location]);
});

describe("Mozilla's Observatory", () => {
  const score = async (response: Response) => observatoryScore(response, await response.text());

  test.each(
    languages.flatMap((language) => [...pages.map((each) => path(each, language)), `/${language}/no-page`]),
  )("gives %s all points that there are", async (address) => {
    expect(await score(await site.get(address))).toBe(135);
  });

  test("gives a page that is made at the edge as many, and what is no page all but those for its scripts", async () => {
    await untilTitle(page, await publishTitle());
    expect(await score(await site.get(page))).toBe(135);
    for (const file of ["/robots.txt", "/sitemap.xml", "/icon.svg", "/build.json", "/assets/none.js"]) {
      const answer = await site.get(file);
      expect([file, await score(answer)]).toEqual([file, answer.status === 404 ? 135 : 130]);
    }
  });
});

describe("a page that was published since the build", () => {
  test("is live without a build, in each language, as the same bytes that a build would write", async () => {
    const response = await untilTitle(page, await publishTitle());
    expect(response.status).toBe(200);
    const readBuilt = await site.buildAgain();
    for (const language of languages) {
      const address = path("seo-consulting", language);
      const served = async () => (await getLatest(address)).text();
      await expect.poll(served).toBe(await readBuilt(`${address}.html`));
    }
  });

  test("has the headers of the static file, and a tag by which it is not sent twice", async () => {
    const before = headersOf(await site.get(path("contact", "es")));
    const response = await untilTitle(page, await publishTitle());
    expect(headersOf(response)).toEqual(before);
    const etag = response.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await site.get(page, { "If-None-Match": `W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await fetch(site.origin + page, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag")]).toEqual([200, etag]);
  });

  test("is made once and kept, and another revision of it has another name", async () => {
    const first = await untilTitle(page, await publishTitle());
    const kept = await site.get(page);
    expect(sourceOf(kept)).toBe("cached");
    expect(kept.headers.get("X-Content-Revision")).toBe(first.headers.get("X-Content-Revision"));
    const second = await untilTitle(page, await publishTitle());
    expect(second.headers.get("X-Content-Revision")).not.toBe(first.headers.get("X-Content-Revision"));
  });

  test("is in the sitemap with its new date, and the settings are on every page, the not-found page and the private ones too", async () => {
    await untilTitle(page, await publishTitle());
    expect(await (await site.get("/sitemap.xml")).text()).toBe(
      await (await site.buildAgain())("sitemap.xml"),
    );
    const brand = `Marca ${++times}`;
    await site.editor.patch("siteSettings").set({ brandName: brand }).commit();
    await untilTitle("/en", brand);
    for (const address of ["/auth", "/en/inbox", "/nada", "/en/nothing"]) {
      const response = await untilTitle(address, brand);
      expect(response.status).toBe(/n[ao]/.test(address) && !/inbox/.test(address) ? 404 : 200);
      expect(sourceOf(response)).not.toBe("static");
    }
    expect(await (await site.get("/site.webmanifest")).json()).toMatchObject({ name: brand });
  });
});

describe("an old address", () => {
  const status = async (address: string) => {
    const response = await getLatest(address);
    return [response.status, response.headers.get("Location")?.replace(site.origin, "")];
  };

  test("that was published since the build leads to its page, and stops when it is taken back", async () => {
    await site.editor.create({
      ...{ _id: "redirect-cameras", _type: "redirect", from: "/camaras-viejas", language: "es" },
      to: { _type: "reference", _ref: "cctv" },
    });
    await expect.poll(() => status("/camaras-viejas")).toEqual([301, path("cctv", "es")]);
    expect(await status("/plataforma-de-gestion-de-reputacion")).toEqual([301, path("reputation", "es")]);
    await site.editor.delete("redirect-cameras");
    await expect.poll(async () => (await status("/camaras-viejas"))[0]).toBe(404);
  });
});

describe("a picture that was uploaded since the build", () => {
  test("comes from the site's own origin in every width and format that a build makes, for good", async () => {
    const bytes = await sharp({ create: { width: 1000, height: 700, channels: 3, background: "#7a5" } })
      .png()
      .toBuffer();
    const asset = await site.editor.assets.upload("image", bytes, { filename: "new.png" });
    const hash = asset._id.slice("image-".length, "image-".length + 12);
    const [hero] = await site.editor.fetch<{ _key: string }[]>(
      `*[_id == "seo-consulting"][0].sections[_type == "hero"]`,
    );
    const place = `sections[_key == "${hero?._key}"].picture.asset._ref`;
    await site.editor
      .patch("seo-consulting")
      .set({ [place]: asset._id })
      .commit();
    let html = "";
    await expect
      .poll(
        async () => {
          html = await (await getLatest(page)).text();
          return html;
        },
        { timeout: 60_000 },
      )
      .toContain(hash);
    expect(html).toBe(await (await site.buildAgain())(`${page}.html`));

    const addresses = [...new Set(all(html, new RegExp(`/pictures/${hash}-[\\w-]+\\.\\w+`, "g")))];
    const shown = addresses.filter((address) => !address.includes("share"));
    expect(shown.map((address) => /(\d+\.\w+)$/.exec(address)?.[1]).sort()).toEqual(
      ["avif", "webp"].flatMap((format) => [480, 800, 1000].map((width) => `${width}.${format}`)).sort(),
    );
    for (const address of shown) {
      let response = await site.get(address);
      // The first who asks for AVIF gets the next best format, for a minute.
      if (address.endsWith(".avif")) {
        expect(response.headers.get("Content-Type")).toBe("image/webp");
        expect(response.headers.get("Cache-Control")).toBe("public, max-age=60");
        response = await site.get(address);
      }
      const [, width, format] = /(\d+)\.(\w+)$/.exec(address) ?? [];
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, `image/${format}`]);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(made.width).toBe(Number(width));
    }
    // The card's words are drawn by a build; until then networks show the picture alone.
    const card = await site.get(addresses.find((address) => address.includes("share")) ?? "");
    expect([card.status, card.headers.get("Cache-Control")]).toEqual([200, "public, max-age=3600"]);
    const { width, height, format } = await sharp(Buffer.from(await card.arrayBuffer())).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "jpeg" });

    for (const other of [
      `/pictures/${hash}-1-481.webp`,
      `/pictures/${hash}-1-800.gif`,
      `/pictures/${hash}-2-800.webp`,
      "/pictures/000000000000-1-800.webp",
      "/pictures/",
      "/pictures/..%2f..%2fsecret",
    ]) {
      expect([other, (await site.get(other)).status]).toEqual([other, 404]);
    }
    site.cms.set("away");
    expect((await site.get(shown[0] ?? "")).status).toBe(200);
  });
});

describe("while the CMS", () => {
  const weathers = ["away", "silent", "nonsense", "page", "failing"] as const;

  test.each(weathers)("is %s, the last good page stands, and it comes back by itself", async (weather) => {
    const title = await publishTitle();
    await untilTitle(page, title);
    site.cms.set(weather);
    const next = await publishTitle();
    const asked = site.cms.asked();
    // Until the edge has met it.
    await expect
      .poll(
        async () => {
          const response = await getLatest(page);
          expect([response.status, titleOf(await response.text())]).toEqual([
            200,
            expect.stringContaining(title),
          ]);
          return site.cms.asked();
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(asked);
    site.cms.set("fine");
    await untilTitle(page, next);
  });

  test("says what cannot be shown, the last good page stands until it is mended", async () => {
    const title = await publishTitle();
    await untilTitle(page, title);
    await site.editor.patch("seo-consulting").set({ "title.en": "" }).commit();
    const english = path("seo-consulting", "en");
    const refused = `"page":"${english}","problem":"content_refused"`;
    await expect
      .poll(
        async () => {
          await getLatest(english);
          return (await site.log()).split("\n").find((line) => line.includes(refused));
        },
        { timeout: 60_000 },
      )
      .toContain('title has no text in \\"en\\"');
    for (const language of languages) {
      const response = await site.get(path("seo-consulting", language));
      expect(response.status).toBe(200);
      expect(titleOf(await response.text())).not.toMatch(/^ ·/);
    }
    expect(titleOf(await (await site.get(page)).text())).toContain(title);
    await site.editor.patch("seo-consulting").set({ "title.en": "Mended" }).commit();
    await untilTitle(path("seo-consulting", "en"), "Mended");
  });

  test.each(["away", "silent"] as const)(
    "is %s and the edge was restarted, the built page stands",
    async (weather) => {
      await untilTitle(page, await publishTitle());
      site.cms.set(weather);
      await site.restart();
      const response = await site.get(page);
      expect([response.status, sourceOf(response)]).toEqual([200, "static"]);
      expect((await site.get("/nada")).status).toBe(404);
      site.cms.set("fine");
      await untilTitle(page, `Titular ${times}`);
    },
  );
});

describe("a form that no place can take, sent without script", () => {
  const sent = {
    name: `Ana "La Ñata" <Mora> & &lt;Hijos&gt;`,
    email: "ana@cliente.example",
    company: "",
    service: "cctv",
    source: "other",
    message: "\nHola.</textarea><script>alert(1)</script> &amp;",
  };
  const post = (language: string) =>
    fetch(`${site.origin}/api/contact`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: site.origin },
      body: new URLSearchParams({ ...sent, language }),
    });
  beforeAll(async () => {
    // There is no database; nor is there anything that would keep the message until there is.
    const configuration = join(site.dist, "../wrangler.toml");
    const text = await readFile(configuration, "utf8");
    await writeFile(configuration, text.replace(/\[\[kv_namespaces\]\][^[]*/, ""));
    await site.restart();
  });

  test.each(languages)(
    "comes back as the contact page, filled in, with what to do (%s)",
    async (language) => {
      const answer = await post(language);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
      const html = await answer.text();
      expect(html).toContain(`<html lang="${language}"`);
      for (const filled of [
        /<input[^>]* name="name"[^>]* value="Ana &quot;La Ñata&quot; <Mora> &amp; &amp;lt;Hijos&amp;gt;"/,
        /<input[^>]* name="email"[^>]* value="ana@cliente\.example"/,
        /<option value="cctv" selected="">/,
        /<option value="other" selected="">/,
        />\n\nHola\.&lt;\/textarea&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt; &amp;amp;<\/textarea>/,
        new RegExp(`<input[^>]* name="language"[^>]* value="${language}"`),
      ]) {
        expect(html).toMatch(filled);
      }
      expect(all(html, / selected=""/g)).toHaveLength(2);
      expect(await markupFaults(html)).toEqual([]);
      const [shown] = all(html, /(<div [^>]*id="error-unavailable".*?<\/ul>)/gs);
      expect(shown).toMatch(/^<div[^>]* data-answer="" tabindex="-1" autofocus="">/);
      expect(shown).toMatch(/href="mailto:[^"]+".*href="https:\/\/wa\.me\/\d+\?text=[^"]+"/s);
      // Its address is not the page's: the scripts would make another one of it.
      expect(html).not.toContain("<script");
    },
  );

  test("is kept by nothing, and has the policy of a page", async () => {
    const { headers } = await post("es");
    const { headers: ofPage } = await site.get(path("contact", "es"));
    expect(headers.get("Cache-Control")).toBe("no-store");
    for (const name of ["Content-Security-Policy", "Referrer-Policy", "Content-Type", "X-Frame-Options"]) {
      expect([name, headers.get(name)]).toEqual([name, ofPage.get(name)]);
    }
    for (const name of ["ETag", "Location", "Speculation-Rules"]) expect(headers.get(name)).toBeNull();
  });
});

describe("where the site has Turnstile", () => {
  const policyOf = (response: Response) => response.headers.get("Content-Security-Policy") ?? "";
  const contact = languages.map((language) => path("contact", language));
  const elsewhere = ["/", page, path("sign-in", "es"), "/en/no-page", "/robots.txt", "/contacto.txt"];
  const turnstile = "https://challenges.cloudflare.com";

  test("its script and frame may run on the contact page, built or made at the edge, and nowhere else", async () => {
    const before = new Map<string, string>();
    for (const each of [...contact, ...elsewhere]) before.set(each, policyOf(await site.get(each)));
    await site.restart({
      changes: { TURNSTILE_SITE_KEY: "1x00000000000000000000AA", TURNSTILE_SECRET: "s" },
    });

    const widened = (before.get(contact[0] ?? "") ?? "")
      .replace("script-src 'self'", `script-src 'self' ${turnstile}`)
      .replace("trusted-types 'none'", "trusted-types default")
      .concat(`; frame-src ${turnstile}`);
    for (const each of contact) {
      const response = await site.get(each);
      expect(policyOf(response)).toBe(widened);
      expect(observatoryScore(response, await response.text())).toBe(135);
      await expect
        .poll(async () => {
          const latest = await site.get(each);
          const known = await site.get(each, { "If-None-Match": latest.headers.get("ETag") ?? "" });
          return [known.status, policyOf(known)];
        })
        .toEqual([304, widened]);
    }
    for (const each of elsewhere) expect(policyOf(await site.get(each))).toBe(before.get(each));
    expect([...before.values()].join()).not.toContain("cloudflare");

    const response = await untilTitle(path("contact", "es"), await publishTitle("contact"));
    expect([sourceOf(response) === "static", policyOf(response)]).toEqual([false, widened]);
    expect(observatoryScore(await site.get(path("contact", "en")), "")).toBeGreaterThanOrEqual(130);
  });
});

describe("the contact page that was published since the build", () => {
  test("chooses what the address of a button asks for, too", async () => {
    const title = await publishTitle("contact");
    const response = await untilTitle(`${contactPage}?service=cctv`, title);
    expect(sourceOf(response)).not.toBe("static");
    expect(chosen(await ask("?service=cctv"))).toEqual(["cctv"]);
    expect(chosen(await ask("?service=reputation"))).toEqual(["reputation"]);
    expect(chosen(await ask(""))).toEqual([]);
  });
});
