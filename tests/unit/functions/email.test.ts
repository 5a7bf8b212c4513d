import { expect, test } from "vitest";
import { suggestEmail, toCountedMailbox } from "#functions/contract/email.ts";
import { countedMailboxes } from "../../support/counted-mailboxes.ts";

test.each(countedMailboxes)("limits count %s as %s", (address, mailbox) => {
  expect(toCountedMailbox(address)).toBe(mailbox);
});

test.each([
  ["ana@gmial.com", "ana@gmail.com"],
  ["ana@gamil.com", "ana@gmail.com"],
  ["ana@hotmial.com", "ana@hotmail.com"],
  ["ana@hotmal.com", "ana@hotmail.com"],
  ["ana@outlok.com", "ana@outlook.com"],
  ["ana@yahooo.com", "ana@yahoo.com"],
  ["ana@gmail.con", "ana@gmail.com"],
  ["ana@gmial.con", "ana@gmail.com"],
  ["ana@empresa.con", "ana@empresa.com"],
  ["ana@gmail.co", "ana@gmail.com"],
  ["ana@gmail,com", "ana@gmail.com"],
  ["ana@empresa,co,cr", "ana@empresa.co.cr"],
  ["ana@gmail..com", "ana@gmail.com"],
  ["ana@gmailcom", "ana@gmail.com"],
  ["<ana@gmial.com>", "ana@gmail.com"],
  ["mailto:ana@gmial.com", "ana@gmail.com"],
  ["Ana Ruiz <ana@gmial.com>;", "ana@gmail.com"],
  ["ana@gmial.com.", "ana@gmail.com"],
  ["ana@gmail.con.", "ana@gmail.com"],
  ...["con", "cmo", "ocm", "comm", "cpm", "vom", "xom", "cim", "c0m"].map((end) => [
    `ana@empresa.${end}`,
    "ana@empresa.com",
  ]),
  ["ana@empresa.con.cr", "ana@empresa.co.cr"],
  ["ana@empresa.con.mx", "ana@empresa.com.mx"],
  ["Ana.Ruiz@GMIAL.COM", "Ana.Ruiz@gmail.com"],
])("corrects %s to %s", (typedEmail, suggestedEmail) => {
  expect(suggestEmail(typedEmail)).toBe(suggestedEmail);
});

test.each([
  "ana@gmail.com",
  "ana@GMAIL.com",
  "ana@mail.com",
  "ana@ymail.com",
  "ana@yahoo.es",
  "ana@yahoo.co.uk",
  "ana@hotmail.es",
  "ana@empresa.co.cr",
  "ana@empresa.co",
  "ana@guaria.example",
  "ana@empresa.com.",
  "<ana@empresa.com>",
  "mailto:ana@gmail.com",
  "ana ruiz@gmial.com",
  "ana@",
  "@gmial.com",
  "gmial.com",
  "",
])("proposes nothing for %s", (typedEmail) => {
  expect(suggestEmail(typedEmail)).toBeNull();
});
