import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createIntl, type IntlShape, RawIntlProvider } from "react-intl";
import { expect, test } from "vitest";
import type { MessageId } from "#web/language/message-id.ts";
import { useText } from "#web/language/use-text.ts";

function Message({ id, name }: { id: string; name?: string }) {
  return useText()(id as MessageId, name === undefined ? undefined : { name });
}

/** Renders a message. Returns its text and the number of calls of the library. */
function renderMessage(template: string, name?: string): { shown: string; asked: number } {
  const messages = { words: template } as unknown as IntlShape["messages"];
  const intl = createIntl({ locale: "es", messages });
  let callCount = 0;
  const formatMessage = ((...args: Parameters<typeof intl.formatMessage>) => {
    callCount += 1;
    return intl.formatMessage(...args);
  }) as typeof intl.formatMessage;
  const text = createElement(Message, { id: "words", ...(name !== undefined && { name }) });
  const rendered = renderToStaticMarkup(
    createElement(RawIntlProvider, { value: { ...intl, formatMessage } }, text),
  );
  return { shown: rendered, asked: callCount };
}

test("renders a message without placeholders unchanged, without the library", () => {
  expect(renderMessage("Mensaje enviado")).toEqual({ shown: "Mensaje enviado", asked: 0 });
});

test("fills the placeholders of a message", () => {
  expect(renderMessage("Mensaje de {name}", "Ana")).toEqual({ shown: "Mensaje de Ana", asked: 1 });
});

test("a name with direction characters does not change the sentence", () => {
  expect(renderMessage("¿Eliminar el mensaje de {name}?", "Ana\u202Eatsoc").shown).toBe(
    "¿Eliminar el mensaje de Anaatsoc?",
  );
  expect(renderMessage("¿Eliminar el mensaje de {name}?", "Ana\u2069\u202Eatsoc").shown).toBe(
    "¿Eliminar el mensaje de Anaatsoc?",
  );
});

test.each(["ليلى", "דנה", "\u200FAna"])("isolates a right-to-left name: %s", (name) => {
  expect(renderMessage("¿Eliminar el mensaje de {name}?", name).shown).toBe(
    `¿Eliminar el mensaje de \u2068${name}\u2069?`,
  );
});

test("renders a message with quoted characters without the quotes", () => {
  expect(renderMessage("Escribe '{'hola'}'")).toEqual({ shown: "Escribe {hola}", asked: 1 });
});
