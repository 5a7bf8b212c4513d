import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { languages, path } from "#cms/content/site.ts";
import { listMatches } from "../support/built-site.ts";
import { startTestDatabase } from "../support/database.ts";
import { publishTitle, readSource, waitForTitle } from "../support/live-pages.ts";
import { startLogSink } from "../support/log-sink.ts";
import { listMarkupFaults } from "../support/markup.ts";
import { formPost, json } from "../support/requests.ts";
import { startSite } from "../support/running-site.ts";
import { startForSuite } from "../support/suite.ts";

const sink = startForSuite(startLogSink);
const site = startForSuite(() => startSite({ hasSpool: false, variables: { LOG_SINK_URL: sink.url } }));

const page = path("seo-consulting", "es");
const contactPage = path("contact", "es");
const listSelected = (html: string) => listMatches(html, /<option value="([^"]*)"[^>]* selected="">/g);
const getPage = async (query: string) => (await site.get(`${contactPage}${query}`)).text();

// The first test, because later ones log the same routes.
test("the site sends one line per page, with its route and nothing that a visitor wrote", async () => {
  const requestedPaths = ["/en/contact?intent=ana@cliente.example", "/contacto", "/no/ana@cliente.example"];
  for (const path of requestedPaths) await (await site.get(path)).text();
  const expectedLines = [
    ["/en/contact", 200],
    ["/contacto", 200],
    ["/*", 404],
  ];
  // Skips the lines of requests that waited for the site to start.
  const findLines = () =>
    sink
      .lines()
      .map(({ route, status }) => [route, status])
      .filter((line) => expectedLines.some((expectedLine) => String(expectedLine) === String(line)));
  await expect.poll(findLines).toEqual(expectedLines);
  expect(JSON.stringify(sink.lines())).not.toContain("ana@");
});

describe("the contact page, opened by the address of a button", () => {
  const isOpen = (html: string) => /<details[^>]* open=""/.test(html);

  test("preselects the service and the plan, and opens the meeting section", async () => {
    const selectedPage = await getPage("?service=technical-support&plan=TI+B%C3%A1sico&meeting=1");
    expect(listSelected(selectedPage)).toEqual(["technical-support", "TI Básico"]);
    expect(isOpen(selectedPage)).toBe(true);
    expect(selectedPage).toContain(">Reunión · Plan TI Básico</p>");
    expect(selectedPage).toContain('data-wish="meeting"');
    expect(await listMarkupFaults(selectedPage)).toEqual([]);
    const otherPage = await getPage("?service=cctv");
    expect([listSelected(otherPage), isOpen(otherPage)]).toEqual([["cctv"], false]);
    expect(
      otherPage
        .replace(' selected=""', "")
        .replace(">Sistemas CCTV</p>", "></p>")
        .replace(`${path("contact", "en")}?service=cctv"`, `${path("contact", "en")}"`),
    ).toBe(await getPage(""));
  });

  test("keeps the selection in the other language, without script", async () => {
    const selectedPage = await getPage("?service=technical-support&plan=TI+B%C3%A1sico&meeting=1");
    const [href = ""] = listMatches(selectedPage, /<a [^>]*href="([^"]*)"[^>]* data-language-switch=""/g);
    const address = href.replaceAll("&amp;", "&");
    expect(address.split("?")[0]).toBe(path("contact", "en"));
    const otherPage = await (await site.get(address)).text();
    expect(listSelected(otherPage)).toEqual(listSelected(selectedPage));
    expect(isOpen(otherPage)).toBe(true);
    const [meeting = ""] = listMatches(
      await getPage("?meeting=1"),
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
    expect(await getPage(query)).toBe(await getPage(""));
  });

  test("has its own entity tag, and other pages ignore the query", async () => {
    const response = await site.get(`${contactPage}?service=cctv`);
    const tag = { "If-None-Match": response.headers.get("ETag") ?? "" };
    expect((await site.get(`${contactPage}?service=cctv`, tag)).status).toBe(304);
    const otherPage = await (await site.get(`${page}?service=cctv&meeting=1`)).text();
    expect(otherPage).toBe(await (await site.get(page)).text());
  });
});

describe("a form that cannot be stored, sent without script", () => {
  const sentFields = {
    name: `Ana "La Ñata" <Mora> & &lt;Hijos&gt;`,
    email: "ana@cliente.example",
    company: "",
    service: "cctv",
    source: "other",
    message: "\nHola.</textarea><script>alert(1)</script> &amp;",
  };
  const post = (language: string, fields: object = {}) =>
    fetch(
      `${site.origin}/api/contact`,
      formPost({ ...sentFields, ...fields, language }, { Origin: site.origin }),
    );
  const listOpenGroups = (html: string) =>
    listMatches(html, /<details[^>]* data-disclosure="(\w+)"[^>]* open=""/g);
  test.each([
    ["more", {}],
    ["meeting", { source: "", meeting_day: "2026-12-01" }],
  ])("comes back with only the folded group open that has a value (%s)", async (group, fields) => {
    expect(listOpenGroups(await (await post("es", fields)).text())).toEqual([group]);
  });

  test("comes back with its files, and names them", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(sentFields)) body.append(name, value);
    body.append("upload", new Blob(["plan"]), "plano <A> & B.pdf");
    const response = await fetch(`${site.origin}/api/contact`, {
      method: "POST",
      headers: { Origin: site.origin },
      body,
    });
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toMatch(/name="files" value="eyJ[^"]+" checked><span>plano &lt;A&gt; &amp; B\.pdf<\/span>/);
    expect(listMatches(html, /<input[^>]* name="files"/g)).toHaveLength(1);
    expect(await listMarkupFaults(html)).toEqual([]);
  });

  test.each(languages)(
    "comes back as the filled-in contact page with alternatives (%s)",
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
      expect(listMatches(html, / selected=""/g)).toHaveLength(2);
      expect(await listMarkupFaults(html)).toEqual([]);
      const [errorBox] = listMatches(html, /(<div [^>]*id="error-unavailable".*?<\/ul>)/gs);
      expect(errorBox).toMatch(/^<div[^>]* data-answer="" tabindex="-1" autofocus="">/);
      expect(errorBox).toMatch(/href="mailto:[^"]+".*href="https:\/\/wa\.me\/\d+\?text=[^"]+"/s);
      // The page has no scripts: its address is not the contact page's, so they would render another page.
      expect(html).not.toContain("<script");
    },
  );

  test("is never cached, and has the policy of a page", async () => {
    const { headers } = await post("es");
    const { headers: ofPage } = await site.get(path("contact", "es"));
    expect(headers.get("Cache-Control")).toBe("no-store");
    for (const name of ["Content-Security-Policy", "Referrer-Policy", "Content-Type", "X-Frame-Options"]) {
      expect([name, headers.get(name)]).toEqual([name, ofPage.get(name)]);
    }
    for (const name of ["ETag", "Location", "Speculation-Rules"]) expect(headers.get(name)).toBeNull();
  });
});

describe("a form that is rejected, sent without script", () => {
  const sentFields = {
    name: "Ana Mora",
    email: "ana@cliente.example",
    company: "El Yunque",
    service: "cctv",
  };
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${site.origin}/api/contact`, {
      ...formPost({ ...sentFields, ...fields }, { Origin: site.origin, ...headers }),
      redirect: "manual",
    });
  const readPage = async (answer: Response) => {
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
    const html = await answer.text();
    expect(await listMarkupFaults(html)).toEqual([]);
    return html;
  };
  /** Returns the cookie that a response sets, as a browser sends it back. */
  const toCookie = (answer: Response) => (answer.headers.get("Set-Cookie") ?? "").split(";", 1)[0] ?? "";
  /** Opens the page that a redirect leads to, as a browser does. */
  const follow = async (answer: Response, fragment: string, cookie = toCookie(answer)) => {
    expect(answer.status).toBe(303);
    const location = answer.headers.get("Location") ?? "";
    expect(location).toMatch(new RegExp(`^(?:/contacto|/en/contact)\\?form=[\\da-f-]{36}#${fragment}$`));
    const page = await site.get(location, { Cookie: cookie });
    expect([page.status, page.headers.get("Cache-Control"), page.headers.get("ETag")]).toEqual([
      200,
      "no-store",
      null,
    ]);
    return page;
  };
  const listShownErrors = (html: string) =>
    listMatches(html, /<div [^>]*id="(error-[a-z_]+)"[^>]* data-answer=""/g);

  test.each(languages)("comes back with an overlong text in full, and says so (%s)", async (language) => {
    const text = "ñandú\r\n".repeat(1_200);
    const html = await readPage(await follow(await post({ message: text, language }), "error-message"));
    expect(html).toContain(`<html lang="${language}"`);
    expect(html).toMatch(/<input[^>]* name="name"[^>]* value="Ana Mora"/);
    expect(html).toContain(`>\n${text}</textarea>`);
    expect(html).toMatch(/<textarea[^>]* aria-invalid="true" aria-describedby="error-message"/);
    expect(listShownErrors(html)).toEqual(["error-message"]);
    const [errorBox = ""] = listMatches(html, /(<div [^>]*id="error-message".*?<\/p>)/gs);
    expect(errorBox).toMatch(/5,?000/);
  });

  test.each([
    ["a body over 64 kB", { message: "ñ".repeat(20_000) }, 413, "error-message"],
    ["an invalid address", { email: "ana" }, 303, "error-email"],
    ["an unknown field", { other: "x" }, 303, "error-form"],
    ["an unknown language", { language: "fr" }, 303, "error-form"],
  ])("comes back filled in for %s", async (_, fields, status, shownError) => {
    const answer = await post(fields);
    expect(answer.status).toBe(status);
    const html = await readPage(status === 303 ? await follow(answer, shownError) : answer);
    expect(html).toMatch(/<input[^>]* name="company"[^>]* value="El Yunque"/);
    if ("message" in fields) expect(html).toContain(`>\n${fields.message}</textarea>`);
    expect(listShownErrors(html)).toEqual([shownError]);
  });

  test.each([
    ["another origin", { Origin: "https://elsewhere.example" }],
    ["a page of another site", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
  ])("of %s comes back empty, in the language of the browser", async (_, headers) => {
    // The body is too large to be read, and nobody reads it.
    const foreignText = "Transfer your invoice to another account. ".repeat(30_000);
    const answer = await post(
      { message: foreignText, language: "es" },
      { ...headers, "Accept-Language": "en-US" },
    );
    expect(answer.status).toBe(403);
    const html = await readPage(answer);
    expect(html).toContain('<html lang="en"');
    expect(listShownErrors(html)).toEqual(["error-form"]);
    for (const text of ["Transfer your", ...Object.values(sentFields).slice(0, 3)])
      expect(html).not.toContain(text);
    expect(listSelected(html)).toEqual([]);
  });

  test.each([
    ["without a cookie", ""],
    ["with the cookie of another browser", `__Host-form=${crypto.randomUUID()}`],
  ])("shows only the reason at its address %s", async (_, cookie) => {
    const html = await readPage(await follow(await post({ email: "ana" }), "error-email", cookie));
    expect(listShownErrors(html)).toEqual(["error-email"]);
    expect(html).toMatch(/<input[^>]* name="email"[^>]* aria-invalid="true"/);
    for (const text of [sentFields.name, sentFields.company, 'value="ana"']) expect(html).not.toContain(text);
    expect(listSelected(html)).toEqual([]);
  });

  test("has a cookie that no script, no other site and no other host gets, and that ends with the form", async () => {
    const [setCookie = ""] = (await post({ email: "ana" })).headers.getSetCookie();
    expect(setCookie).toMatch(
      /^__Host-form=[\da-f-]{36}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test("keeps the text of two tabs apart", async () => {
    const first = await post({ email: "ana" });
    const cookie = toCookie(first);
    const second = await post({ email: "eva", name: "Eva Solano" }, { Cookie: cookie });
    expect(toCookie(second)).toBe(cookie);
    expect(await readPage(await follow(first, "error-email", cookie))).toContain('value="Ana Mora"');
    expect(await readPage(await follow(second, "error-email", cookie))).toContain('value="Eva Solano"');
  });

  test("is the empty page for an unknown id", async () => {
    const emptyPage = await (await site.get("/contacto")).text();
    expect(await (await site.get(`/contacto?form=${crypto.randomUUID()}`)).text()).toBe(emptyPage);
  });

  test.each([
    ["es", "uno de los archivos ya no está disponible", "Venció."],
    ["en", "one of the files is no longer available", "It has expired."],
  ])("comes back without an expired file, and says so (%s)", async (language, reason, state) => {
    const toToken = (name: string, exp: number) =>
      `e30.${Buffer.from(JSON.stringify({ file: { name }, exp })).toString("base64url")}.x`;
    const [expiredFile, otherFile] = [toToken("vieja.jpg", 1), toToken("nueva.jpg", 9_999_999_999)];
    const answer = await post({ files: `${expiredFile} ${otherFile}`, language });
    const html = await readPage(await follow(answer, "error-files"));
    expect(listShownErrors(html)).toEqual(["error-files"]);
    const [errorBox] = listMatches(html, /(<div [^>]*id="error-files".*?<\/p>)/gs);
    expect(errorBox).toContain(reason);
    expect(html).toContain(`value="${expiredFile}" disabled><span>vieja.jpg <small>${state}`);
    expect(html).toContain(`value="${otherFile}" checked><span>nueva.jpg</span>`);
    expect(html).toMatch(/<input[^>]* name="upload"[^>]* aria-describedby="error-files"/);
  });

  test("comes back empty when it cannot be read", async () => {
    const answer = await post({ message: "ñ".repeat(200_000) });
    expect(answer.status).toBe(413);
    expect(listShownErrors(await readPage(answer))).toEqual(["error-form"]);
  });
});

describe("on a site with Turnstile", () => {
  const getPolicy = (response: Response) => response.headers.get("Content-Security-Policy") ?? "";
  const contact = languages.map((language) => path("contact", language));
  const otherPaths = ["/", page, path("sign-in", "es"), "/en/no-page", "/robots.txt", "/contacto.txt"];
  const turnstile = "https://challenges.cloudflare.com";

  test("the Turnstile script and frame are allowed on the contact page only, whether built or rendered at the edge", async () => {
    const policiesBefore = new Map<string, string>();
    for (const address of [...contact, ...otherPaths])
      policiesBefore.set(address, getPolicy(await site.get(address)));
    await site.restart({
      changes: { TURNSTILE_SITE_KEY: "1x00000000000000000000AA", TURNSTILE_SECRET: "s" },
    });

    const widenedPolicy = (policiesBefore.get(contact[0] ?? "") ?? "")
      .replace(/script-src [^;]*/, `$& ${turnstile}`)
      .replace("trusted-types 'none'", "trusted-types default")
      .concat(`; frame-src ${turnstile}`);
    for (const address of contact) {
      const response = await site.get(address);
      expect(getPolicy(response)).toBe(widenedPolicy);
      await expect
        .poll(async () => {
          const latest = await site.get(address);
          const cachedResponse = await site.get(address, {
            "If-None-Match": latest.headers.get("ETag") ?? "",
          });
          return [cachedResponse.status, getPolicy(cachedResponse)];
        })
        .toEqual([304, widenedPolicy]);
    }
    for (const address of otherPaths)
      expect(getPolicy(await site.get(address))).toBe(policiesBefore.get(address));
    expect([...policiesBefore.values()].join()).not.toContain("cloudflare");

    const response = await waitForTitle(site, path("contact", "es"), await publishTitle(site, "contact"));
    expect([readSource(response) === "static", getPolicy(response)]).toEqual([false, widenedPolicy]);
  });
});

describe("the contact page that was published since the build", () => {
  test("preselects the service of a button's address, too", async () => {
    const title = await publishTitle(site, "contact");
    const response = await waitForTitle(site, `${contactPage}?service=cctv`, title);
    expect(readSource(response)).not.toBe("static");
    expect(listSelected(await getPage("?service=cctv"))).toEqual(["cctv"]);
    expect(listSelected(await getPage("?service=reputation"))).toEqual(["reputation"]);
    expect(listSelected(await getPage(""))).toEqual([]);
  });
});

describe("the acknowledgement of a message with a plan", () => {
  const database = startForSuite(startTestDatabase);
  beforeAll(() =>
    site.restart({
      changes: { DATABASE_URL: database.edgeUrl, DATABASE_FETCH_ENDPOINT: database.endpoint },
    }),
  );

  test.each([
    ["TI Básico", "es", "TI Básico"],
    ["TI Básico", "en", "Basic IT"],
    ["Gana dinero en https://a.example", "es", null],
    ["", "es", null],
  ])("states only a plan that the form offers (%s, %s)", async (plan, language, statedPlan) => {
    const email = `${randomUUID()}@cliente.example`;
    const response = await fetch(`${site.origin}/api/contact`, json({ name: "Ana", email, plan, language }));
    expect(response.status).toBe(201);
    const mails = await database.asOwner(
      "select payload ->> 'plan' as plan from outgoing_mails where kind = 'contact_acknowledgement' and payload ->> 'to' = $1",
      [email],
    );
    expect(mails).toEqual([{ plan: statedPlan }]);
  });
});
