import { describe, expect, test } from "vitest";
import type { PhoneNumber } from "#functions/contract/answers.schema.ts";
import { toMailAddress } from "#functions/contract/email.ts";
import { toChatAddress, toPhoneAddress, toReplyAddress } from "#web/pages/inbox/message/addresses.ts";
import { createSubmission } from "../submission.ts";

test("a sender's address cannot add headers to a mail link", () => {
  expect(toMailAddress("ana@guaria.example")).toBe("mailto:ana@guaria.example");
  expect(toMailAddress("ana+web@guaria.example")).toBe("mailto:ana%2Bweb@guaria.example");
  expect(toMailAddress("a?bcc=x&subject=y@guaria.example")).toBe(
    "mailto:a%3Fbcc%3Dx%26subject%3Dy@guaria.example",
  );
});

describe("a sender's number", () => {
  const toNumber = (number: string, extension: string | null = null) => ({
    ...{ number, extension, start: 0, end: 9 },
  });
  const createWithPhone = (phone: string | null, ...numbers: PhoneNumber[]) =>
    createSubmission("ana", 0, { phone, phone_numbers: { phone: numbers, message: [] } });

  test("has a call link with the number of the edge and its extension (RFC 3966)", () => {
    expect(toPhoneAddress(createWithPhone("2222-2222", toNumber("+50622222222")))).toBe("tel:+50622222222");
    expect(toPhoneAddress(createWithPhone("2222-2222 ext. 104", toNumber("+50622222222", "104")))).toBe(
      "tel:+50622222222;ext=104",
    );
  });

  test("has a call link as written if it is short and only digits", () => {
    expect(toPhoneAddress(createWithPhone("911"))).toBe("tel:911");
    expect(toPhoneAddress(createWithPhone(" 1022 "))).toBe("tel:1022");
    expect(toPhoneAddress(createWithPhone("0000-0000"))).toBe("tel:00000000");
  });

  test.each(["por WhatsApp", "(305) 555-0100", "2222-2222 / 8888-8888", "ext. 104", "12", null])(
    "has no call link if it is unknown: %s",
    (phone) => {
      expect(toPhoneAddress(createWithPhone(phone))).toBeNull();
    },
  );

  test("has a chat link with the sender and the reference, in the sender's language", () => {
    const submission = createWithPhone("8888-8888");
    const spanish = new URL(toChatAddress(submission, toNumber("+50688888888"), "Guaria") ?? "");
    expect(spanish.origin + spanish.pathname).toBe("https://wa.me/50688888888");
    expect(spanish.searchParams.get("text")).toBe(
      "Hola, ana: te escribimos de Guaria por tu mensaje, referencia ANA-. ",
    );
    const english = toChatAddress({ ...submission, language: "en" }, toNumber("+50688888888"), "Guaria");
    expect(new URL(english ?? "").searchParams.get("text")).toMatch(/^Hello ana, this is Guaria about /);
  });

  test.each([
    ["+50622222222", false],
    ["+50640001234", false],
    ["+5068001234567", false],
    ["+50651001234", false],
    ["+50657001234", true],
    ["+50660000000", true],
    ["+50671234567", true],
    ["+50688888888", true],
    ["+13055550100", true],
  ])("has a chat link only if it may be mobile: %s", (number, hasChat) => {
    expect(toChatAddress(createWithPhone("x"), toNumber(number), "Guaria") !== null).toBe(hasChat);
  });
});

describe("the answer to a message", () => {
  const message = createSubmission("3f2a91bc-0000-4000-8000-000000000000", 0, {
    name: "Ana Mora",
    email: "ana@guaria.example",
    message: "¿Cuánto cuesta?\n& ¿cuándo?",
  });
  const readParameters = (address: string) => new URL(address).searchParams;

  test("has a subject and quotes the message, in the sender's language", () => {
    const spanish = readParameters(toReplyAddress(message, "Guaria", "viernes 20"));
    expect(spanish.get("subject")).toBe("Re: Tu mensaje a Guaria (3F2A-91BC)");
    expect(spanish.get("body")).toBe(
      "Hola, Ana Mora:\r\n\r\n\r\n\r\n\r\nviernes 20, escribiste:\r\n> ¿Cuánto cuesta?\r\n> & ¿cuándo?\r\n",
    );
    const english = readParameters(toReplyAddress({ ...message, language: "en" }, "Guaria", "Friday 20"));
    expect(english.get("subject")).toBe("Re: Your message to Guaria (3F2A-91BC)");
    expect(english.get("body")).toMatch(/^Hello Ana Mora,\r\n/);
    expect(english.get("body")).toContain("Friday 20, you wrote:");
  });

  test("quotes nothing without a message text", () => {
    expect(readParameters(toReplyAddress({ ...message, message: null }, "Guaria", "")).get("body")).toBe(
      "Hola, Ana Mora:\r\n\r\n\r\n\r\n",
    );
  });

  test("cuts the quote at the length limit, between characters, and marks the cut", () => {
    for (const letter of ["a", "ñ", "👩", "👩‍👩‍👧‍👦", "🇨🇷", "\n"]) {
      const address = toReplyAddress({ ...message, message: `x${letter.repeat(4_999)}y` }, "Guaria", "hoy");
      expect(address.length).toBeLessThanOrEqual(1_900);
      expect(readParameters(address).get("body")).toMatch(/ \[…\]\r\n$/);
      expect(readParameters(address).get("body")).not.toContain("\ufffd");
      // The quote has whole characters only.
      const [, quote = ""] = /> x(.*?) \[…\]/s.exec(readParameters(address).get("body") ?? "") ?? [];
      expect(quote.replaceAll("\r\n> ", "\n").replaceAll(letter, "")).toBe("");
    }
  });

  test("cannot get more headers from the sender", () => {
    const address = toReplyAddress(
      { ...message, email: "a?bcc=x@guaria.example", message: "&bcc=y" },
      "Guaria",
      "",
    );
    expect([...readParameters(address).keys()]).toEqual(["subject", "body"]);
  });
});
