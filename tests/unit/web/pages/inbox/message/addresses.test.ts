import { describe, expect, test } from "vitest";
import type { Submission } from "#functions/contract/submission.ts";
import {
  mailAddress,
  phoneAddress,
  replyAddress,
  whatsAppAddress,
} from "#web/pages/inbox/message/addresses.ts";

test("a sender's address cannot add anything to the mail that is written to it", () => {
  expect(mailAddress("ana@guaria.example")).toBe("mailto:ana@guaria.example");
  expect(mailAddress("ana+web@guaria.example")).toBe("mailto:ana%2Bweb@guaria.example");
  expect(mailAddress("a?bcc=x&subject=y@guaria.example")).toBe(
    "mailto:a%3Fbcc%3Dx%26subject%3Dy@guaria.example",
  );
});

test("a phone number can be called as people write it, and words cannot", () => {
  expect(phoneAddress("+506 0000 0000")).toBe("tel:+50600000000");
  expect(phoneAddress("(506) 0000-0000")).toBe("tel:50600000000");
  expect(phoneAddress("por WhatsApp")).toBeNull();
});

test("a chat opens with the digits of a whole number; one of eight digits is from Costa Rica", () => {
  expect(whatsAppAddress("+506 6000-0000")).toBe("https://wa.me/50660000000");
  expect(whatsAppAddress("6000 0000")).toBe("https://wa.me/50660000000");
  expect(whatsAppAddress("00 506 6000 0000")).toBe("https://wa.me/50660000000");
  expect(whatsAppAddress("+1 (555) 010-0199")).toBe("https://wa.me/15550100199");
  expect(whatsAppAddress("600-000")).toBeNull();
  expect(whatsAppAddress("por correo")).toBeNull();
});

describe("the answer to a message", () => {
  const submission: Submission = {
    id: "7f74ab68-f751-4c7b-9cd8-c1b74ad43a28",
    name: "Ana Mora",
    email: "ana@guaria.example",
    phone: null,
    company: null,
    service_type: null,
    source: null,
    message: "¿Cuánto cuesta?\n& ¿cuándo?",
    language: "es",
    read: false,
    spam: false,
    created_at: "2026-11-20T12:00:00.000Z",
  };
  const read = (address: string) => new URL(address).searchParams;

  test("has a subject and quotes it, in the sender's language", () => {
    const spanish = read(replyAddress(submission, "Guaria", "viernes 20"));
    expect(spanish.get("subject")).toBe("Re: Tu mensaje a Guaria");
    expect(spanish.get("body")).toBe(
      "Hola,\r\n\r\n\r\n\r\n\r\nviernes 20, escribiste:\r\n> ¿Cuánto cuesta?\r\n> & ¿cuándo?\r\n",
    );
    const english = read(replyAddress({ ...submission, language: "en" }, "Guaria", "Friday 20"));
    expect(english.get("subject")).toBe("Re: Your message to Guaria");
    expect(english.get("body")).toContain("Friday 20, you wrote:");
  });

  test("quotes nothing where nothing was written", () => {
    expect(read(replyAddress({ ...submission, message: null }, "Guaria", "")).get("body")).toBe(
      "Hola,\r\n\r\n\r\n\r\n",
    );
  });

  test("cuts the quote where an address would be too long, between whole characters, and says so", () => {
    for (const letter of ["a", "ñ", "👩", "\n"]) {
      const address = replyAddress({ ...submission, message: `x${letter.repeat(4_999)}y` }, "Guaria", "hoy");
      expect(address.length).toBeLessThanOrEqual(1_900);
      expect(read(address).get("body")).toMatch(/ \[…\]\r\n$/);
      expect(read(address).get("body")).not.toContain("\ufffd");
    }
  });

  test("cannot be given more headers by its sender", () => {
    const address = replyAddress(
      { ...submission, email: "a?bcc=x@guaria.example", message: "&bcc=y" },
      "Guaria",
      "",
    );
    expect([...read(address).keys()]).toEqual(["subject", "body"]);
  });
});
