import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";
import { contactFields } from "#functions/contract/contact.ts";
import { fieldCodes } from "#functions/contract/field-code.ts";
import { problemStatus } from "#functions/contract/problem.ts";
import { ApiError, type ApiErrorCode, toProblemMessage } from "#web/api/api-error.ts";
import enPreview from "#web/language/messages/en/preview.json" with { type: "json" };
import enPrivate from "#web/language/messages/en/private.ts";
import enSite from "#web/language/messages/en/site.ts";
import esPreview from "#web/language/messages/es/preview.json" with { type: "json" };
import esPrivate from "#web/language/messages/es/private.ts";
import esSite from "#web/language/messages/es/site.ts";
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
  it("have the same keys and placeholders in both languages, and are valid", () => {
    for (const [id, text] of Object.entries(es)) {
      expect(listPlaceholders(en[id] ?? ""), id).toEqual(listPlaceholders(text));
    }
    expect(Object.keys(en).sort()).toEqual(Object.keys(es).sort());
  });

  it("are not empty in both languages", () => {
    for (const text of [...Object.values(es), ...Object.values(en)]) expect(text.trim()).not.toBe("");
  });
});

it.each([
  ["es", esPrivate as Record<string, string>],
  ["en", enPrivate as Record<string, string>],
])("the accessible name of a button contains its visible text (%s, WCAG 2.5.3)", (_, texts) => {
  const names = Object.keys(texts).filter((id) => id.endsWith("Of") && id.slice(0, -2) in texts);
  expect(names.length).toBeGreaterThan(3);
  for (const id of names) expect(texts[id], id).toContain(texts[id.slice(0, -2)]);
});

it("no key is in two files of a language", () => {
  expect(Object.keys(esSite).filter((id) => id in esPrivate)).toEqual([]);
});

it("the specification's strings are exact", () => {
  expect(esSite).toMatchObject({
    "contact.sent": "Mensaje enviado",
    "contact.sentDetail": "Gracias por contactarnos. Te responderemos pronto.",
  });
  expect(enSite).toMatchObject({
    "notFound.title": "Oops! Page not found",
    "notFound.home": "Return to Home",
  });
  expect(esPrivate).toMatchObject({
    "toast.error": "Error",
    "inbox.new": "Nuevo",
    "inbox.load.failed": "No se pudieron cargar los mensajes",
    "inbox.markRead.failed": "No se pudo marcar como leído",
    "inbox.markUnread.failed": "No se pudo marcar como no leído",
    "inbox.delete.failed": "No se pudo eliminar el mensaje",
    "inbox.markRead.done": "Marcado como leído",
    "inbox.markUnread.done": "Marcado como no leído",
    "inbox.delete.done": "Mensaje eliminado",
    "inbox.delete.doneDetail": "El mensaje ha sido eliminado permanentemente",
    "auth.error.unexpected": "Ocurrió un error inesperado",
    "auth.mismatch": "Las contraseñas no coinciden",
    "auth.signUp.done": "Cuenta creada",
    "auth.signUp.doneDetail": "Revisa tu email para confirmar tu cuenta.",
    "auth.signIn.done": "Sesión iniciada",
    "auth.signIn.doneDetail": "Bienvenido de vuelta.",
  });
});

it.each(fieldCodes)("%s has a message in both languages beside every field", (code) => {
  for (const field of contactFields) {
    const { id, values } = toFieldProblem(field, code);
    for (const messages of [esSite, enSite] as Record<string, string>[]) {
      expect(messages).toHaveProperty([id]);
      expect(listPlaceholders(messages[id] ?? ""), id).toEqual(Object.keys(values ?? {}));
    }
  }
});

it.each<[ApiErrorCode, number]>([
  ...(Object.entries(problemStatus) as [ApiErrorCode, number][]),
  ["offline", 0],
  ["unreachable", 0],
  ["unexpected_answer", 502],
])("%s (%i) has a message in both languages for the contact form and for the inbox", (code, status) => {
  const error = new ApiError(code, status);
  for (const messages of [esSite, enSite]) expect(messages).toHaveProperty([toSendingProblem(error)]);
  for (const messages of [esPrivate, enPrivate]) expect(messages).toHaveProperty([toProblemMessage(error)]);
});

it("a fault of the program has a message, too", () => {
  expect(toProblemMessage(new TypeError("x is not a function"))).toBe("problem.unexpected");
});
