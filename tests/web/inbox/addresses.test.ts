import { expect, test } from "vitest";
import { mailAddress, phoneAddress } from "#web/pages/inbox/addresses.ts";

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
