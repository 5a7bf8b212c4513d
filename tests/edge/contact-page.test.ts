import { describe, expect, test } from "vitest";
import { languages, path } from "#cms/content/site.ts";
import { all } from "../support/built-site.ts";
import { publishTitle, readSource, untilTitle } from "../support/live-pages.ts";
import { markupFaults } from "../support/markup.ts";
import { observatoryScore } from "../support/observatory.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const site = startForSuite(() => startSite({ hasSpool: false }));

const page = path("seo-consulting", "es");
const contactPage = path("contact", "es");
const chosen = (html: string) => all(html, /<option value="([^"]*)"[^>]* selected="">/g);
const ask = async (query: string) => (await site.get(`${contactPage}${query}`)).text();

describe("the contact page by the address of a button", () => {
  const isOpen = (html: string) => /<details[^>]* open=""/.test(html);

  test("has its service and its plan chosen, and the wish for a meeting open", async () => {
    const asked = await ask("?service=technical-support&plan=TI+B%C3%A1sico&meeting=1");
    expect(chosen(asked)).toEqual(["technical-support", "TI Básico"]);
    expect(isOpen(asked)).toBe(true);
    expect(asked).toContain(">Reunión · Plan TI Básico</p>");
    expect(asked).toContain('data-wish="meeting"');
    expect(await markupFaults(asked)).toEqual([]);
    const other = await ask("?service=cctv");
    expect([chosen(other), isOpen(other)]).toEqual([["cctv"], false]);
    expect(
      other
        .replace(' selected=""', "")
        .replace(">Sistemas CCTV</p>", "></p>")
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
    for (const name of ["ETag", "Location"]) expect(headers.get(name)).toBeNull();
  });
});

describe("a form that is rejected, sent without script", () => {
  const sent = { name: "Ana Mora", email: "ana@cliente.example", company: "El Yunque", service: "cctv" };
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${site.origin}/api/contact`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: site.origin, ...headers },
      body: new URLSearchParams({ ...sent, ...fields }),
    });
  const pageOf = async (answer: Response) => {
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
    const html = await answer.text();
    expect(await markupFaults(html)).toEqual([]);
    return html;
  };
  /** Opens the page that a redirect leads to, as a browser does. */
  const follow = async (answer: Response, fragment: string) => {
    expect(answer.status).toBe(303);
    const location = answer.headers.get("Location") ?? "";
    expect(location).toMatch(new RegExp(`^(?:/contacto|/en/contact)\\?form=[\\da-f-]{36}#${fragment}$`));
    const page = await site.get(location);
    expect([page.status, page.headers.get("Cache-Control"), page.headers.get("ETag")]).toEqual([
      200,
      "no-store",
      null,
    ]);
    return page;
  };
  const shownAnswers = (html: string) => all(html, /<div [^>]*id="(error-[a-z_]+)"[^>]* data-answer=""/g);

  test.each(languages)(
    "comes back with a text that is too long, whole, and says so (%s)",
    async (language) => {
      const text = "ñandú\r\n".repeat(1_200);
      const html = await pageOf(await follow(await post({ message: text, language }), "error-message"));
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toMatch(/<input[^>]* name="name"[^>]* value="Ana Mora"/);
      expect(html).toContain(`>\n${text}</textarea>`);
      expect(html).toMatch(/<textarea[^>]* aria-invalid="true" aria-describedby="error-message"/);
      expect(shownAnswers(html)).toEqual(["error-message"]);
      const [shown = ""] = all(html, /(<div [^>]*id="error-message".*?<\/p>)/gs);
      expect(shown).toMatch(/5,?000/);
    },
  );

  test.each([
    ["another origin", {}, { Origin: "https://elsewhere.example" }, 403, "error-form"],
    ["a body over 64 kB", { message: "ñ".repeat(20_000) }, {}, 413, "error-message"],
    ["an address that is none", { email: "ana" }, {}, 303, "error-email"],
    ["an unknown field", { other: "x" }, {}, 303, "error-form"],
  ])("comes back filled in for %s", async (_, fields, headers, status, shown) => {
    const answer = await post(fields, headers);
    expect(answer.status).toBe(status);
    const html = await pageOf(status === 303 ? await follow(answer, shown) : answer);
    expect(html).toMatch(/<input[^>]* name="company"[^>]* value="El Yunque"/);
    if ("message" in fields) expect(html).toContain(`>\n${fields.message}</textarea>`);
    expect(shownAnswers(html)).toEqual([shown]);
  });

  test("is the empty page under an id that nobody was given", async () => {
    const empty = await (await site.get("/contacto")).text();
    expect(await (await site.get(`/contacto?form=${crypto.randomUUID()}`)).text()).toBe(empty);
  });

  test("comes back empty where it cannot be read", async () => {
    const answer = await post({ message: "ñ".repeat(200_000) });
    expect(answer.status).toBe(413);
    expect(shownAnswers(await pageOf(answer))).toEqual(["error-form"]);
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
      .replace(/script-src [^;]*/, `$& ${turnstile}`)
      .replace("trusted-types 'none'", "trusted-types default")
      .concat(`; frame-src ${turnstile}`);
    for (const each of contact) {
      const response = await site.get(each);
      expect(policyOf(response)).toBe(widened);
      expect(observatoryScore(response, await response.text())).toBe(140);
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

    const response = await untilTitle(site, path("contact", "es"), await publishTitle(site, "contact"));
    expect([readSource(response) === "static", policyOf(response)]).toEqual([false, widened]);
    expect(observatoryScore(await site.get(path("contact", "en")), "")).toBeGreaterThanOrEqual(130);
  });
});

describe("the contact page that was published since the build", () => {
  test("chooses what the address of a button asks for, too", async () => {
    const title = await publishTitle(site, "contact");
    const response = await untilTitle(site, `${contactPage}?service=cctv`, title);
    expect(readSource(response)).not.toBe("static");
    expect(chosen(await ask("?service=cctv"))).toEqual(["cctv"]);
    expect(chosen(await ask("?service=reputation"))).toEqual(["reputation"]);
    expect(chosen(await ask(""))).toEqual([]);
  });
});
