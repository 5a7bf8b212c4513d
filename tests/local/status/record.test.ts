import { describe, expect, test } from "vitest";
import { newsOf } from "#local/status/news.ts";
import { renderStatus } from "#local/status/page.ts";
import { add, type Found, readRecord, type StatusRecord, shareWell, span } from "#local/status/record.ts";

const well: Found = { pages: "well", messages: "well", accounts: "well", mails: "well" };
const origin = "https://www.guaria.example";
const seen = (found: Partial<Found> = {}, brand: string | null = "Guaria Digital") => ({
  brand,
  found: { ...well, ...found },
  isDatabaseAsked: false,
});
/** A record of looks, each a moment and what was found then. */
const recordOf = (...looks: [string, Partial<Found>?][]): StatusRecord =>
  looks.reduce<StatusRecord | null>(
    (record, [at, found]) => add(record, seen(found), new Date(at)),
    null,
  ) as StatusRecord;

describe("the record of the site's status", () => {
  test("counts each look by the day of the company's time zone", () => {
    const { days } = recordOf(
      ["2026-11-24T05:50:00.000Z"],
      ["2026-11-24T06:00:00.000Z", { mails: "broken" }],
      ["2026-11-24T06:10:00.000Z", { mails: "unknown" }],
    );
    expect(days["2026-11-23"]?.mails).toEqual({ well: 1, broken: 0 });
    expect(days["2026-11-24"]).toMatchObject({
      pages: { well: 2, broken: 0 },
      mails: { well: 0, broken: 1 },
    });
  });

  test("has an outage from the first look that found it to the first that did not, each part its own", () => {
    const [first, second, third] = ["06:00", "06:10", "06:20"].map((at) => `2026-11-24T${at}:00.000Z`) as [
      string,
      string,
      string,
    ];
    expect(
      recordOf([first, { pages: "broken" }], [second, { pages: "broken", mails: "broken" }], [third]).outages,
    ).toEqual([
      { part: "pages", from: first, until: third },
      { part: "mails", from: second, until: third },
    ]);
  });

  test("an outage lasts while nothing is known of the part", () => {
    const record = recordOf(
      ["2026-11-24T06:00:00.000Z", { mails: "broken" }],
      ["2026-11-24T06:10:00.000Z", { mails: "unknown" }],
    );
    expect(record.outages).toMatchObject([{ part: "mails", until: null }]);
  });

  test("keeps 90 days and what happened in them, and an outage that lasts however long it does", () => {
    const begin = Date.parse("2026-08-01T12:00:00.000Z");
    let record: StatusRecord | null = null;
    for (let day = 0; day < span + 5; day += 1) {
      const found = { pages: day === 0 ? "broken" : "well", mails: "broken" } as const;
      record = add(record, seen(found), new Date(begin + day * 86_400_000));
    }
    expect(Object.keys(record?.days ?? {})).toHaveLength(span);
    expect(Object.keys(record?.days ?? {})[0]).toBe("2026-08-06");
    expect(record?.outages).toMatchObject([{ part: "mails", until: null }]);
  });

  test("keeps the company's name while no page says it", () => {
    const record = recordOf(["2026-11-24T06:00:00.000Z"]);
    expect(add(record, seen({ pages: "broken" }, null), new Date("2026-11-24T06:10:00.000Z")).brand).toBe(
      "Guaria Digital",
    );
  });

  test("is read as it was written, and what is none is refused", () => {
    const record = recordOf(["2026-11-24T06:00:00.000Z", { accounts: "broken" }]);
    expect(readRecord(JSON.stringify(record))).toEqual(record);
    for (const text of ["", "{}", JSON.stringify({ ...record, days: [1] })]) {
      expect(() => readRecord(text)).toThrow("is no record of this command");
    }
  });
});

describe("the news of a look", () => {
  const [before, after] = ["2026-11-24T06:00:00.000Z", "2026-11-24T06:10:00.000Z"] as const;
  const news = (was: Partial<Found>, is: Partial<Found>) =>
    newsOf(recordOf([before, was]), recordOf([before, was], [after, is]), origin);

  test("are none while all is as it was, well or not, and while nothing is known", () => {
    expect(news({}, {})).toBeNull();
    expect(news({ mails: "broken" }, { mails: "broken" })).toBeNull();
    expect(news({ mails: "broken" }, { mails: "unknown" })).toBeNull();
    expect(newsOf(null, recordOf([before]), origin)).toBeNull();
  });

  test("say what has broken, at the first look too", () => {
    const broken = {
      title: "Algo no funciona",
      text: "No funciona: Formulario de contacto, Avisos por correo. https://www.guaria.example/api/health/details",
    };
    const found = { messages: "broken", mails: "broken" } as const;
    expect(news({}, found)).toEqual(broken);
    expect(newsOf(null, recordOf([before, found]), origin)).toEqual(broken);
  });

  test("say what is well again, and that all is once it is", () => {
    const was = { accounts: "broken", mails: "broken" } as const;
    expect(news(was, { mails: "broken" })).toMatchObject({
      title: "Algo no funciona",
      text: expect.stringMatching(/^Funciona otra vez: Cuentas y buzón\. /),
    });
    expect(news(was, {})).toMatchObject({
      title: "Todo funciona",
      text: expect.stringMatching(/^Funciona otra vez: Cuentas y buzón, Avisos por correo\. /),
    });
  });
});

describe("the page of the status", () => {
  const visible = (html: string) =>
    html
      .replace(/^[\s\S]*<body>/, "")
      .replace(/<script>[\s\S]*?<\/script>/, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/[\s\u202f]+/g, " ");

  test("says what works and what does not, since when, in both languages", () => {
    const record = recordOf(
      ["2026-11-23T18:00:00.000Z", { mails: "unknown" }],
      ["2026-11-24T20:00:00.000Z", { mails: "unknown", accounts: "broken" }],
    );
    const es = visible(renderStatus(record, "es", origin));
    expect(es).toContain("Algo no funciona");
    expect(es).toContain("Cuentas y buzón No funciona");
    expect(es).toContain("50% del tiempo");
    expect(es).toContain("24 de noviembre a las 2:00 p. m. – en curso");
    const en = visible(renderStatus(record, "en", origin));
    expect(en).toContain("Something isn’t working");
    expect(en).toContain("Email alerts No data yet");
    expect(en).toContain("November 24 at 2:00 PM – ongoing");
  });

  test("never rounds up to all of the time", () => {
    let record = recordOf(["2026-11-24T06:00:00.000Z", { pages: "broken" }]);
    record = {
      ...record,
      days: { "2026-11-24": { ...record.days["2026-11-24"], pages: { well: 99_999, broken: 1 } } },
    } as StatusRecord;
    expect(shareWell(record, "pages")).toBe(0.999_99);
    expect(visible(renderStatus(record, "es", origin))).toContain("99,99% del tiempo");
  });

  test("takes nothing from elsewhere, and what the site calls itself is text", () => {
    const record = { ...recordOf(["2026-11-24T06:00:00.000Z"]), brand: '<img src=x> & "sons"' };
    const html = renderStatus(record, "es", origin);
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x&gt; &amp; &quot;sons&quot;");
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(["data:,", "en/", `${origin}/`]);
    expect(html).toContain("default-src 'none'");
  });
});
