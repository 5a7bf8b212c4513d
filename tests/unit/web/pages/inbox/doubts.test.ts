import { createIntl } from "react-intl";
import { describe, expect, test } from "vitest";
import { type Doubt, doubtCodes } from "#functions/contract/doubt.ts";
import type { MessageId } from "#web/language/message-id.ts";
import english from "#web/language/messages/en/private.json" with { type: "json" };
import englishSite from "#web/language/messages/en/site.json" with { type: "json" };
import spanish from "#web/language/messages/es/private.json" with { type: "json" };
import spanishSite from "#web/language/messages/es/site.json" with { type: "json" };
import { toStanding } from "#web/pages/inbox/shared/doubts.ts";

const languages: Record<"es" | "en", Record<MessageId, string>> = {
  es: { ...spanishSite, ...spanish },
  en: { ...englishSite, ...english },
};
const formatDoubt = (locale: keyof typeof languages, { code, count = 0 }: Doubt) =>
  createIntl({ locale, messages: languages[locale] }).formatMessage({ id: `inbox.doubt.${code}` }, { count });

describe.each(["es", "en"] as const)("in %s", (language) => {
  test("every doubt has its own short text for the middle of a line", () => {
    const doubtTexts = doubtCodes.map((code) => formatDoubt(language, { code, count: 7 }));
    expect(new Set(doubtTexts).size).toBe(doubtCodes.length);
    for (const doubtText of doubtTexts) {
      expect(doubtText).toMatch(/^[\d\p{Ll}]|^HTML /u);
      expect(doubtText).not.toMatch(/[.{}]|inbox/);
      expect(doubtText.length).toBeLessThan(60);
    }
  });
});

test("a doubt with a count has a natural text", () => {
  expect(formatDoubt("es", { code: "links", count: 3 })).toBe("3 enlaces");
  expect(formatDoubt("en", { code: "links", count: 3 })).toBe("3 links");
  expect(formatDoubt("es", { code: "hurried", count: 2 })).toBe(
    "enviado 2\u00a0s después de abrir el formulario",
  );
  expect(formatDoubt("en", { code: "hurried", count: 0 })).toBe("sent the moment the form was opened");
  expect(formatDoubt("es", { code: "flood", count: 11 })).toBe(
    "11 mensajes en poco tiempo desde el mismo origen",
  );
  expect(formatDoubt("en", { code: "repeated", count: 4 })).toBe("the same text with a link, 4 times");
});

describe("a message", () => {
  const getStanding = (spam: boolean, ...codes: Doubt["code"][]) =>
    toStanding({ spam, doubts: codes.map((code) => ({ code })) });

  test("without doubts has no note", () => {
    expect(getStanding(false)).toBeNull();
    expect(getStanding(true)).toBeNull();
  });

  test("is spam with three points of doubt, and for review with fewer", () => {
    expect(getStanding(true, "blocked")).toBe("spam");
    expect(getStanding(true, "links", "hurried")).toBe("spam");
    expect(getStanding(false, "links")).toBe("review");
    expect(getStanding(false, "hurried", "turnstile_missing")).toBe("review");
  });

  test("that an administrator has moved into or out of spam only shows its signals", () => {
    expect(getStanding(false, "links", "hurried")).toBe("signs");
    expect(getStanding(true, "links")).toBe("signs");
  });

  test("from a browser that blocks third-party scripts shows only a note", () => {
    expect(getStanding(false, "turnstile_missing")).toBe("note");
    expect(getStanding(true, "turnstile_missing")).toBe("note");
  });
});
