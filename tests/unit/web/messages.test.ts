import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { problemStatus } from "#functions/contract/problem.ts";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import enPreview from "#web/language/messages/en/preview.json" with { type: "json" };
import enPrivate from "#web/language/messages/en/private.json" with { type: "json" };
import enSite from "#web/language/messages/en/site.json" with { type: "json" };
import esPreview from "#web/language/messages/es/preview.json" with { type: "json" };
import esPrivate from "#web/language/messages/es/private.json" with { type: "json" };
import esSite from "#web/language/messages/es/site.json" with { type: "json" };
import { toFieldProblem, toSendingProblem } from "#web/sections/contact-problems.ts";

const listArguments = (elements: MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => listArguments(value))];
    }
    if (element.type === TYPE.tag) return [element.value, ...listArguments(element.children)];
    return element.type === TYPE.literal || element.type === TYPE.pound ? [] : [element.value];
  });
const listPlaceholders = (text: string) => [...new Set(listArguments(parse(text)))].sort();

describe.each([
  ["site", esSite as Record<string, string>, enSite as Record<string, string>],
  ["preview", esPreview as Record<string, string>, enPreview as Record<string, string>],
  ["private", esPrivate as Record<string, string>, enPrivate as Record<string, string>],
])("the messages of %s", (_, es, en) => {
  it("are valid in both languages and have the same placeholders", () => {
    for (const [id, text] of Object.entries(es)) {
      expect(listPlaceholders(en[id] ?? ""), id).toEqual(listPlaceholders(text));
    }
  });

  it("are not empty in both languages", () => {
    for (const text of [...Object.values(es), ...Object.values(en)]) expect(text.trim()).not.toBe("");
  });
});

it("no key is in two files of a language", () => {
  expect(Object.keys(esSite).filter((id) => id in esPrivate)).toEqual([]);
});

it("the specification's strings are exact", () => {
  expect(esSite["contact.sent"]).toBe("Mensaje enviado");
  expect(esSite["contact.sentDetail"]).toBe("Gracias por contactarnos. Te responderemos pronto.");
  expect(enSite["notFound.title"]).toBe("Oops! Page not found");
  expect(enSite["notFound.home"]).toBe("Return to Home");
});

it("every field code has a message", () => {
  const codes = [
    "required",
    "too_long",
    "invalid_email",
    "invalid_option",
    "invalid_characters",
    "unknown_field",
  ];
  for (const field of ["name", "email", "phone", "company", "service", "source", "message"]) {
    for (const code of codes) {
      const { id, values } = toFieldProblem(field, code);
      expect(esSite).toHaveProperty([id]);
      expect(listPlaceholders((esSite as Record<string, string>)[id] ?? "")).toEqual(
        Object.keys(values ?? {}),
      );
    }
  }
});

it("every sending problem has a message", () => {
  const codes = [
    ...Object.keys(problemStatus),
    "offline",
    "unreachable",
    "unexpected_answer",
  ] as ApiErrorCode[];
  for (const code of codes) expect(esSite).toHaveProperty([toSendingProblem(new ApiError(code))]);
});
