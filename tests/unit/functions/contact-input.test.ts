import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { hashMessage } from "#functions/contact/store.ts";
import { isVisible, toPlainEmail, toPlainPhone } from "#functions/contract/characters.ts";
import { contactInput, waitingInput } from "#functions/contract/contact.schema.ts";
import { toFieldErrors } from "#functions/kernel/http/body.ts";
import { emptyMessage } from "../../support/contact-message.ts";
import { hostileText } from "../../support/hostile-text.ts";

const minimalInput = { name: "Ana", email: "ana@cliente.example" };
const listErrors = (input: unknown) => {
  const result = v.safeParse(contactInput, input);
  return result.success ? [] : toFieldErrors(result.issues);
};

describe("a contact message", () => {
  test("requires a name and an address; omitted fields are null and the language is Spanish", () => {
    expect(v.parse(contactInput, minimalInput)).toEqual({
      ...emptyMessage,
      ...minimalInput,
      language: "es",
    });
  });

  test("has trimmed fields, and an empty optional field is null", () => {
    expect(
      v.parse(contactInput, { ...minimalInput, name: "  Ana ", phone: "  ", service: "", message: "" }),
    ).toMatchObject({
      name: "Ana",
      phone: null,
      service: null,
      message: null,
    });
  });

  test("is normalized to NFC before its length is checked, except the address, which is ASCII", () => {
    const decomposed = "José Núñez".normalize("NFD");
    expect(
      v.parse(contactInput, { ...minimalInput, name: ` ${decomposed}`, message: decomposed }),
    ).toMatchObject({
      name: "José Núñez",
      message: "José Núñez",
    });
    expect(listErrors({ ...minimalInput, phone: "e\u0301".repeat(40) })).toEqual([]);
    expect(listErrors({ ...minimalInput, phone: "\u0958".repeat(21) })).toEqual([
      { field: "phone", code: "too_long" },
    ]);
    expect(listErrors({ ...minimalInput, email: "\u212aarla@b.example" })).toEqual([
      { field: "email", code: "invalid_email" },
    ]);
  });

  test("normalizes line breaks to \\n before its length is checked", () => {
    expect(v.parse(contactInput, { ...minimalInput, message: "a\r\nb\rc\nd\r\n" }).message).toBe(
      "a\nb\nc\nd",
    );
    const lines = "a\r\n".repeat(2_499);
    expect(v.parse(contactInput, { ...minimalInput, message: `${lines}ab` }).message).toHaveLength(5_000);
    expect(listErrors({ ...minimalInput, message: `${lines}abc` })).toEqual([
      { field: "message", code: "too_long" },
    ]);
  });

  test.each([
    ["name", 200],
    ["phone", 40],
    ["company", 200],
    ["plan", 60],
    ["message", 5000],
  ])("has a %s of at most %i characters, with an emoji as one", (field, limit) => {
    for (const character of ["a", "ñ", "😀"]) {
      expect(listErrors({ ...minimalInput, [field]: character.repeat(limit) })).toEqual([]);
      expect(listErrors({ ...minimalInput, [field]: character.repeat(limit + 1) })).toEqual([
        { field, code: "too_long" },
      ]);
    }
  });

  test("has an address of at most 254 characters", () => {
    const createAddress = (length: number) => `${"a".repeat(length - "@b.example".length)}@b.example`;
    expect(listErrors({ ...minimalInput, email: createAddress(254) })).toEqual([]);
    expect(listErrors({ ...minimalInput, email: createAddress(255) })).toEqual([
      { field: "email", code: "too_long" },
    ]);
  });

  test.each([
    ["name", "   ", "required"],
    ["name", undefined, "required"],
    ["name", "\u200b\u200f\u2060\u3164", "required"],
    ["name", "\u2800", "required"],
    ["name", "\u0301", "required"],
    ["name", "\u0378\u{e0080}", "required"],
    ["name", "\ue000 \ufeff", "required"],
    ["name", 7, "invalid_type"],
    ["name", "Ana\r\nBcc: x@y.example", "invalid_characters"],
    ["email", "", "required"],
    ["email", "ana", "invalid_email"],
    ["email", "ana@b.example\nBcc: x@y.example", "invalid_characters"],
    ["email", "ana@b.example\n", "invalid_characters"],
    ["email", "\r\nana@b.example", "invalid_characters"],
    ["email", "ana@b.example\u2028", "invalid_characters"],
    ["phone", "8888 0000\u0085", "invalid_characters"],
    ["company", "Guaria\n", "invalid_characters"],
    ["name", "Ana \ud83d", "invalid_characters"],
    ["email", "ana\udc00@b.example", "invalid_characters"],
    ["phone", "\ud800", "invalid_characters"],
    ["company", "\udfff Guaria", "invalid_characters"],
    ["message", "Hola \ud83d", "invalid_characters"],
    ["service", "\ud800", "invalid_option"],
    ["service", "plumbing", "invalid_option"],
    ["source", 3, "invalid_option"],
    ["language", "fr", "invalid_option"],
    ["message", "a\0b", "invalid_characters"],
    ["website", "x", "unknown_field"],
    ["constructor", "x", "unknown_field"],
  ])("is refused for its %s %j: %s", (field, value, code) => {
    // JSON omits undefined values, as in a request.
    const input = JSON.parse(JSON.stringify({ ...minimalInput, [field]: value }));
    expect(listErrors(input)).toEqual([{ field, code }]);
  });

  test("is rejected with a code or stored as it was written, with any input", () => {
    const fields = ["name", "email", "phone", "company", "message"] as const;
    fc.assert(
      fc.property(fc.constantFrom(...fields), hostileText, (field, value) => {
        const result = v.safeParse(contactInput, { ...minimalInput, [field]: value });
        if (!result.success) return toFieldErrors(result.issues).every((error) => error.field === field);
        const storedValue = result.output[field] ?? "";
        if (storedValue === "") return !isVisible(value) || !isVisible(toPlainPhone(value));
        const composed = value.normalize("NFC");
        const expectedValues = {
          name: composed,
          email: toPlainEmail(value),
          phone: toPlainPhone(composed),
          company: composed,
          message: composed.replace(/\r\n?/g, "\n"),
        }[field];
        expect(storedValue).toBe(expectedValues.trim());
        expect(storedValue.isWellFormed()).toBe(true);
        expect(storedValue).not.toContain("\0");
        if (field !== "message") expect(value).not.toMatch(/[\n\v\f\r\u0085\u2028\u2029]/);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["email", "mailto:ana@cliente.example", "ana@cliente.example"],
    ["email", "MAILTO:ana@cliente.example?subject=Hola", "ana@cliente.example"],
    ["email", "<ana@cliente.example>", "ana@cliente.example"],
    ["email", " Ana Pérez <ana@cliente.example> ", "ana@cliente.example"],
    ["email", "\u202aana@cliente.example\u202c", "ana@cliente.example"],
    ["email", "ana\u200b@cliente.example", "ana@cliente.example"],
    ["email", "mailto:%61na@cliente.example", "ana@cliente.example"],
    ["email", "mailto:ana%2Bx@cliente.example?subject=Hola", "ana+x@cliente.example"],
    ["email", "mailto://ana@cliente.example", "ana@cliente.example"],
    ["email", "mailto:Ana%20%3Cana@cliente.example%3E", "ana@cliente.example"],
    ["email", "ana@cliente.example <ana@cliente.example>", "ana@cliente.example"],
    ["email", "'Ana@cliente.example' <ana@cliente.example>", "ana@cliente.example"],
    ["email", "Ana (@ana) <ana@cliente.example>", "ana@cliente.example"],
    ["email", "<ana@cliente.example>;", "ana@cliente.example"],
    ["email", "ana@cliente.example,", "ana@cliente.example"],
    ["email", "ana@cliente.example;", "ana@cliente.example"],
    ["email", "ana@cliente.example.", "ana@cliente.example"],
    ["email", "(ana@cliente.example)", "ana@cliente.example"],
    ["email", '"ana@cliente.example"', "ana@cliente.example"],
    ["email", "“ana@cliente.example”.", "ana@cliente.example"],
    ["email", "ana@cliente.example [mailto:ana@cliente.example]", "ana@cliente.example"],
    ["email", "ana@cliente.example<mailto:ana@cliente.example>", "ana@cliente.example"],
    ["email", "[ana@cliente.example](mailto:ana@cliente.example)", "ana@cliente.example"],
    ["email", "ana＠cliente.example", "ana@cliente.example"],
    ["email", "＜ana＠cliente.example＞", "ana@cliente.example"],
    ["email", "\u3164ana\ufe0f@clien\u034fte.example\ufe0f", "ana@cliente.example"],
    ["phone", "\u202a+506 8888 8888\u202c", "+506 8888 8888"],
    ["phone", "tel:+50688888888", "+50688888888"],
  ])("corrects a pasted %s: %j", (field, pasted, expectedValue) => {
    expect(v.parse(contactInput, { ...minimalInput, [field]: pasted })).toMatchObject({
      [field]: expectedValue,
    });
  });

  test.each(["company", "phone", "plan", "message"])(
    "has no %s if the text is invisible, such as U+2800",
    (field) => {
      expect(v.parse(contactInput, { ...minimalInput, [field]: "\u2800" })).toMatchObject({ [field]: null });
      expect(v.parse(contactInput, { ...minimalInput, [field]: "\u3164 \u0301\u0378" })).toMatchObject({
        [field]: null,
      });
    },
  );

  test("is read from the spool with an address that an earlier rule accepted", () => {
    expect(v.parse(waitingInput, { ...minimalInput, email: "ana@localhost" }).email).toBe("ana@localhost");
  });

  test("has the same hash when a later release repeats it with another field", async () => {
    const message = v.parse(contactInput, minimalInput);
    const { plan: _, ...earlierMessage } = message;
    expect(await hashMessage(message)).toBe(await hashMessage(earlierMessage as typeof message));
    expect(await hashMessage(message)).not.toBe(await hashMessage({ ...message, plan: "TI Básico" }));
  });

  test("may have line breaks and tabs in its text", () => {
    expect(listErrors({ ...minimalInput, message: "one\r\n\ttwo" })).toEqual([]);
  });
});
