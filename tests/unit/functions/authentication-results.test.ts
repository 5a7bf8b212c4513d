import { expect, test } from "vitest";
import { type MailHeader, readSenderVerdict } from "#functions/mail/received/authentication-results.ts";

const receiver = "amazonses.com";
const received: MailHeader = { key: "received", value: "from mx by inbound-smtp.us-east-1.amazonaws.com" };
const readVerdict = (value: string, domain = "cliente.example") =>
  readSenderVerdict([received, { key: "authentication-results", value }], receiver, domain);

test.each([
  ["amazonses.com; dmarc=pass header.from=cliente.example", "pass"],
  [
    "amazonses.com; spf=pass smtp.mailfrom=x.example; dkim=fail; dmarc=pass header.from=cliente.example;",
    "pass",
  ],
  ["AmazonSES.com 1; DMARC=Pass (p=reject dis=none) header.from=Cliente.Example", "pass"],
  ['amazonses.com; dmarc=pass reason="ok; dmarc=fail" header.from=cliente.example', "pass"],
  ["amazonses.com; dmarc = pass header.from=cliente.example", "pass"],
  ["amazonses.com; dmarc=fail header.from=cliente.example", "fail"],
  ["amazonses.com; dkim=pass header.d=cliente.example", "pass"],
  ["amazonses.com; dkim=pass header.i=@cliente.example", "pass"],
  ["amazonses.com; dmarc=none header.from=cliente.example; dkim=pass header.d=cliente.example", "pass"],
  ["amazonses.com; dmarc=none header.from=cliente.example; dkim=pass header.d=other.example", "none"],
  ["amazonses.com; dkim=pass header.d=example", "none"],
  ["amazonses.com; spf=pass smtp.mailfrom=cliente.example", "none"],
  ["amazonses.com; none", "none"],
  ["", "none"],
])("reads %j as %s", (value, verdict) => {
  expect(readVerdict(value)).toBe(verdict);
});

// Shapes by which parsers were deceived.
test.each([
  [
    "a comment",
    "amazonses.com (; dmarc=pass header.from=cliente.example); dmarc=fail header.from=cliente.example",
    "fail",
  ],
  ["a nested comment", "amazonses.com; spf=none (a (b) ; dmarc=pass header.from=cliente.example)", "none"],
  [
    "a quoted pair in a comment",
    "amazonses.com; spf=none (\\) ; dmarc=pass header.from=cliente.example)",
    "none",
  ],
  ["a quoted string", 'amazonses.com; spf=none reason="; dmarc=pass header.from=cliente.example"', "none"],
  ["an unclosed comment", "amazonses.com; dmarc=pass header.from=cliente.example (", "none"],
  [
    "a second result",
    "amazonses.com; dmarc=fail header.from=cliente.example; dmarc=pass header.from=cliente.example",
    "fail",
  ],
  [
    "a property of another clause",
    "amazonses.com; dkim=pass header.d=attacker.example; spf=pass header.d=cliente.example",
    "none",
  ],
  [
    "a second property",
    "amazonses.com; dkim=pass header.d=attacker.example header.d=cliente.example",
    "none",
  ],
  ["another From address", "amazonses.com; dmarc=pass header.from=attacker.example", "none"],
  ["a longer domain", "amazonses.com; dmarc=pass header.from=liente.example", "none"],
  ["another receiver", "mx.attacker.example; dmarc=pass header.from=cliente.example", "none"],
  [
    "a receiver in a string",
    "amazonses.com.attacker.example; dmarc=pass header.from=cliente.example",
    "none",
  ],
])("is not deceived by %s", (_name, value, verdict) => {
  expect(readVerdict(value)).toBe(verdict);
});

test("reads the receiver's own header only, above those of earlier servers", () => {
  const forged = {
    key: "authentication-results",
    value: "amazonses.com; dmarc=pass header.from=cliente.example",
  };
  const ownHeader = {
    key: "authentication-results",
    value: "amazonses.com; dmarc=fail header.from=cliente.example",
  };
  const earlier = { key: "received", value: "from attacker.example" };
  const read = (headers: MailHeader[]) => readSenderVerdict(headers, receiver, "cliente.example");
  expect(read([received, ownHeader, earlier, forged])).toBe("fail");
  expect(read([received, ownHeader, forged])).toBe("fail");
  expect(read([received, earlier, forged])).toBe("none");
  expect(read([{ ...forged, key: "arc-authentication-results" }])).toBe("none");
});

test("trusts no header that is longer than a receiver writes", () => {
  expect(readVerdict(`amazonses.com; dmarc=pass header.from=cliente.example;${" ".repeat(16_384)}`)).toBe(
    "none",
  );
});

test("reads a hostile header in linear time", () => {
  for (const value of ["(".repeat(100_000), '"'.repeat(100_001), ";=".repeat(100_000), "a=b ".repeat(50_000)])
    expect(readVerdict(`amazonses.com; ${value}`)).toBe("none");
});
