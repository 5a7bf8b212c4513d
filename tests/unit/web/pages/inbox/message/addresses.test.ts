import { describe, expect, test } from "vitest";
import {
  mailAddress,
  phoneAddress,
  replyAddress,
  whatsAppAddress,
} from "#web/pages/inbox/message/addresses.ts";
import { submission } from "../submission.ts";

test("a sender's address cannot add anything to the mail that is written to it", () => {
  expect(mailAddress("ana@guaria.example")).toBe("mailto:ana@guaria.example");
  expect(mailAddress("ana+web@guaria.example")).toBe("mailto:ana%2Bweb@guaria.example");
  expect(mailAddress("a?bcc=x&subject=y@guaria.example")).toBe(
    "mailto:a%3Fbcc%3Dx%26subject%3Dy@guaria.example",
  );
});

describe("a sender's number", () => {
  const left = (phone: string | null, number: string | null = null, extension: string | null = null) =>
    submission("ana", 0, { phone, phone_number: number === null ? null : { number, extension } });

  test("is called by the number that the edge has found, with its extension (RFC 3966)", () => {
    expect(phoneAddress(left("2222-2222 / 8888-8888", "+50622222222"))).toBe("tel:+50622222222");
    expect(phoneAddress(left("2222-2222 ext. 104", "+50622222222", "104"))).toBe("tel:+50622222222;ext=104");
  });

  test("is called as it is written if it is short and plainly digits", () => {
    expect(phoneAddress(left("911"))).toBe("tel:911");
    expect(phoneAddress(left(" 1022 "))).toBe("tel:1022");
    expect(phoneAddress(left("0000-0000"))).toBe("tel:00000000");
  });

  test.each(["por WhatsApp", "(305) 555-0100", "2222-2222 / 8888-8888", "ext. 104", "12", null])(
    "is not called if it is not known: %s",
    (phone) => {
      expect(phoneAddress(left(phone))).toBeNull();
    },
  );

  test("opens a chat only if its country is known", () => {
    expect(whatsAppAddress(left("2222-2222 / 8888-8888", "+50622222222"))).toBe("https://wa.me/50622222222");
    expect(whatsAppAddress(left("2222-2222 ext. 104", "+50622222222", "104"))).toBe(
      "https://wa.me/50622222222",
    );
    for (const phone of ["(305) 555-0100", "8888 8888", "911", null]) {
      expect(whatsAppAddress(left(phone))).toBeNull();
    }
  });
});

describe("the answer to a message", () => {
  const message = submission("ana", 0, {
    name: "Ana Mora",
    email: "ana@guaria.example",
    message: "¿Cuánto cuesta?\n& ¿cuándo?",
  });
  const read = (address: string) => new URL(address).searchParams;

  test("has a subject and quotes it, in the sender's language", () => {
    const spanish = read(replyAddress(message, "Guaria", "viernes 20"));
    expect(spanish.get("subject")).toBe("Re: Tu mensaje a Guaria");
    expect(spanish.get("body")).toBe(
      "Hola,\r\n\r\n\r\n\r\n\r\nviernes 20, escribiste:\r\n> ¿Cuánto cuesta?\r\n> & ¿cuándo?\r\n",
    );
    const english = read(replyAddress({ ...message, language: "en" }, "Guaria", "Friday 20"));
    expect(english.get("subject")).toBe("Re: Your message to Guaria");
    expect(english.get("body")).toContain("Friday 20, you wrote:");
  });

  test("quotes nothing where nothing was written", () => {
    expect(read(replyAddress({ ...message, message: null }, "Guaria", "")).get("body")).toBe(
      "Hola,\r\n\r\n\r\n\r\n",
    );
  });

  test("cuts the quote where an address would be too long, between whole characters, and says so", () => {
    for (const letter of ["a", "ñ", "👩", "\n"]) {
      const address = replyAddress({ ...message, message: `x${letter.repeat(4_999)}y` }, "Guaria", "hoy");
      expect(address.length).toBeLessThanOrEqual(1_900);
      expect(read(address).get("body")).toMatch(/ \[…\]\r\n$/);
      expect(read(address).get("body")).not.toContain("\ufffd");
    }
  });

  test("cannot be given more headers by its sender", () => {
    const address = replyAddress(
      { ...message, email: "a?bcc=x@guaria.example", message: "&bcc=y" },
      "Guaria",
      "",
    );
    expect([...read(address).keys()]).toEqual(["subject", "body"]);
  });
});
