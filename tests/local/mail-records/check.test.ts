import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readAnswers } from "#local/mail-records/answers.ts";
import { checkMailRecords } from "#local/mail-records/check.ts";

const keyOf = (modulusLength: number) =>
  generateKeyPairSync("rsa", { modulusLength })
    .publicKey.export({ type: "spki", format: "der" })
    .toString("base64");
const key = keyOf(1024);

const good = {
  spf: 'send.guaria.example. 300 IN TXT "v=spf1 include:amazonses.com ~all"',
  mx: "send.guaria.example. 300 IN MX 10 feedback-smtp.us-east-1.amazonses.com.",
  dkim: `resend._domainkey.guaria.example. 300 IN TXT "p=${key.slice(0, 100)}" "${key.slice(100)}"`,
  dmarc: '_dmarc.guaria.example. 300 IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@guaria.example"',
};
const check = (changes: Partial<Record<keyof typeof good, string>> = {}) =>
  checkMailRecords("guaria.example", readAnswers(Object.values({ ...good, ...changes }).join("\n")));
const wrongOf = (changes: Parameters<typeof check>[0]) =>
  check(changes).filter(({ state }) => state !== "fine");

test("a domain whose four records are right is believed", () => {
  expect(check().map(({ record, state }) => [record.split(" ")[0], state])).toEqual([
    ["SPF", "fine"],
    ["Return", "fine"],
    ["DKIM", "fine"],
    ["DMARC", "fine"],
  ]);
});

test("names are read whatever their letters and the dot at their end, and comments are passed over", () => {
  expect(
    readAnswers(`; <<>> DiG 9.20 <<>>\n\nSend.Guaria.Example. IN TXT "a \\"b\\"" "c"\n;x. 1 IN TXT "no"`),
  ).toEqual([{ name: "send.guaria.example", type: "TXT", data: 'a "b"c' }]);
});

describe("what is wrong is named with what to do about it:", () => {
  test.each([
    ["no SPF", { spf: "" }, "there is none: add"],
    ["another SPF beside it", { spf: `${good.spf}\n${good.spf}` }, "there are 2"],
    ["SPF without the provider", { spf: good.spf.replace("include:amazonses.com", "a") }, "does not let"],
    ["SPF for everyone", { spf: good.spf.replace("~all", "+all") }, "lets everyone send"],
    [
      "SPF with too many questions",
      { spf: good.spf.replace("~all", `${"include:x.example ".repeat(10)}~all`) },
      "asks 11 questions",
    ],
    ["no return path", { mx: "" }, "reach no one"],
    [
      "a return path of someone else",
      { mx: good.mx.replace("amazonses.com", "evil.example") },
      "reach no one",
    ],
    ["no DKIM", { dkim: "" }, "there is no key"],
    ["a revoked DKIM", { dkim: good.dkim.replace(/"p=.*/, '"v=DKIM1; p="') }, "revoked"],
    ["half a DKIM", { dkim: good.dkim.replace(/" "[^"]*/, "") }, "cannot be read"],
    ["a weak DKIM", { dkim: good.dkim.replace(/"p=.*/, `"p=${keyOf(768)}"`) }, "768 bits"],
    ["no DMARC", { dmarc: "" }, "large providers refuse"],
    ["two DMARC", { dmarc: `${good.dmarc}\n${good.dmarc}` }, "there are 2"],
    ["DMARC without a policy", { dmarc: good.dmarc.replace("p=quarantine; ", "") }, "no policy"],
  ])("%s", (_, changes, says) => {
    expect(wrongOf(changes)).toEqual([
      { record: expect.any(String), state: "wrong", says: expect.stringContaining(says) },
    ]);
  });

  test.each([
    ["SPF that does not say who may not", { spf: good.spf.replace(" ~all", "") }, "end it with ~all"],
    ["DMARC that only watches", { dmarc: good.dmarc.replace("quarantine", "none") }, "p=quarantine"],
  ])("advice for %s", (_, changes, says) => {
    expect(wrongOf(changes)).toEqual([
      { record: expect.any(String), state: "advice", says: expect.stringContaining(says) },
    ]);
  });
});
