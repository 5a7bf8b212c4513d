import * as v from "valibot";
import { expect, test } from "vitest";
import { readEmail } from "#functions/accounts/input.ts";
import { toPlainEmail } from "#functions/contract/characters.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { checkEmail } from "#web/pages/sign-in/credentials.ts";
import { findInvalidFields } from "#web/sections/contact-problems.ts";

const createLongAddress = (length: number, end: string) => "a".repeat(length - end.length) + end;

const accepted = [
  ...["ana@a.example", "ANA@A.EXAMPLE", "ana.maria@a.example", "ana+lista@a.example", "ana@sub.a.example"],
  ...["a@b.co", "1@2.example", "ana@a-b.example", "ana@xn--espaa-rta.example"],
  // Countries may receive mail at their domain.
  ...["test@io", "ana@CR"],
  ...[
    "!#$%&'*+/=?^_`{|}~-@a.example",
    ".ana@a.example",
    "ana.@a.example",
    "a..b@a.example",
    "-ana@a.example",
  ],
  ...[
    `ana@${"a".repeat(63)}.example`,
    createLongAddress(254, "@a.example"),
    "ana@a.b.c.d.e.f.example",
    "_@a.example",
  ],
  // Pasted forms: contact-input.test.ts has them all.
  ...[" ana@a.example ", "Ana <ana@a.example>", "mailto:%61na@a.example", "ana@a.example;"],
];
const rejected = [
  ...[
    "ana",
    "ana@",
    "@a.example",
    "@",
    "ana@localhost",
    "ana@a.example.x-",
    "ana@.a.example",
    "ana@a..example",
  ],
  ...["ana@gmail,com", "ana@gmail;com", "ana@a.example,luz@a.example", "ana@a.example luz@a.example"],
  ...["ana@@a.example", "ana@luz@a.example", "ana maria@a.example", "ana@a example", "ana@a.exam ple"],
  ...['"ana"@a.example', '"ana maria"@a.example', '""@a.example', '"ana\\"x"@a.example', "ana\\@a.example"],
  ...["ana(comment)@a.example", "(comment)ana@a.example", "ana@a.example(comment)", "ana@(c)a.example"],
  ...[
    "ana@127.0.0.1",
    "ana@a.1",
    "ana@com",
    "ana@gmail",
    "ana@1a",
    "ana@[127.0.0.1]",
    "ana@[IPv6:::1]",
    "ana@[]",
    "ana@a.example:25",
    "ana@a.example/x",
    "ana@a_b.example",
  ],
  ...[
    "ana@-a.example",
    "ana@a-.example",
    `ana@${"a".repeat(64)}.example`,
    "ana@a.-example",
    "ana@a.example-",
  ],
  ...["ñandú@a.example", "ana@españa.example", "ana@\u212aelvin.example", "аna@a.example", "ana@a。example"],
  ...[
    createLongAddress(255, "@a.example"),
    "<ana@a.example",
    "ana@a.example>",
    "<>",
    "Ana <>",
    "mailto:",
    "mailto:%zz@a.example",
    "mailto:%00ana@a.example",
    "mailto:ana%0A@a.example",
    "mailto:ana@a.example,luz@a.example",
    "luz@a.example <ana@a.example>",
    "luz@a.example [mailto:ana@a.example]",
    "ana@a.example\0",
  ],
  ...[
    "ana\t@a.example",
    "ana@a.example\u0007",
    "ana@a%41.example",
    "ana@a.example?subject=x",
    "ana&#64;a.example",
  ],
];

const isContactInput = (email: string) => v.is(contactInput, { name: "Ana", email });
const isSignUpInput = (email: string) => {
  try {
    return readEmail(email) !== "";
  } catch {
    return false;
  }
};
const passesContactForm = (value: string) => {
  const field = { name: "email", type: "email", required: true, validity: { badInput: false }, value };
  return findInvalidFields({ elements: [field] } as never).length === 0;
};
const passesAccountForm = (email: string) => Object.keys(checkEmail(toPlainEmail(email))).length === 0;

test.each([
  ...accepted.map((email) => [email, true] as const),
  ...rejected.map((email) => [email, false] as const),
])("all rules agree on %j (%s)", (email, isAddress) => {
  expect({
    contactForm: passesContactForm(email),
    accountForm: passesAccountForm(email),
    contact: isContactInput(email),
    signUp: isSignUpInput(email),
  }).toEqual({ contactForm: isAddress, accountForm: isAddress, contact: isAddress, signUp: isAddress });
});
