import { createIntl } from "react-intl";
import { expect, test } from "vitest";
import type { Doubt } from "#functions/contract/doubt.ts";
import type { MessageId } from "#web/language/message-id.ts";
import english from "#web/language/messages/en/private.ts";
import englishSite from "#web/language/messages/en/site.ts";
import spanish from "#web/language/messages/es/private.ts";
import spanishSite from "#web/language/messages/es/site.ts";
import { toStanding } from "#web/pages/inbox/shared/doubts.ts";

const languages: Record<"es" | "en", Record<MessageId, string>> = {
  es: { ...spanishSite, ...spanish },
  en: { ...englishSite, ...english },
};
const formatDoubt = (locale: keyof typeof languages, { code, count = 0 }: Doubt) =>
  createIntl({ locale, messages: languages[locale] }).formatMessage({ id: `inbox.doubt.${code}` }, { count });

test.each<["es" | "en", Doubt, string]>([
  ["es", { code: "links", count: 3 }, "3 enlaces"],
  ["en", { code: "links", count: 3 }, "3 links"],
  ["es", { code: "hurried", count: 2 }, "enviado 2\u00a0s después de abrir el formulario"],
  ["en", { code: "hurried", count: 0 }, "sent the moment the form was opened"],
  ["es", { code: "flood", count: 11 }, "11 mensajes en poco tiempo desde el mismo origen"],
  ["en", { code: "repeated", count: 4 }, "the same text with a link, 4 times"],
])("in %s, the doubt %j has a natural text", (language, doubt, text) => {
  expect(formatDoubt(language, doubt)).toBe(text);
});

test.each<[string, spam: boolean, Doubt["code"][], ReturnType<typeof toStanding>]>([
  ["without doubts has no note", false, [], null],
  ["without doubts in spam has no note", true, [], null],
  ["of a blocked sender is spam", true, ["blocked"], "spam"],
  ["with three points of doubt is spam", true, ["links", "hurried"], "spam"],
  ["with a doubt is for review", false, ["links"], "review"],
  ["with two small doubts is for review", false, ["hurried", "turnstile_missing"], "review"],
  ["that an administrator has moved out of spam shows its signals", false, ["links", "hurried"], "signs"],
  ["that an administrator has moved into spam shows its signals", true, ["links"], "signs"],
  ["from a browser that blocks third-party scripts shows a note", false, ["turnstile_missing"], "note"],
  ["from such a browser in spam shows a note", true, ["turnstile_missing"], "note"],
])("a message %s", (_, spam, codes, standing) => {
  expect(toStanding({ spam, doubts: codes.map((code) => ({ code })) })).toBe(standing);
});
