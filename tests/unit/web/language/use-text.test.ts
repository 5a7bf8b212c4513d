import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createIntl, type IntlShape, RawIntlProvider } from "react-intl";
import { expect, test } from "vitest";
import type { MessageId } from "#web/language/message-id.ts";
import { useText } from "#web/language/use-text.ts";

function Message({ id, name }: { id: string; name?: string }) {
  return useText()(id as MessageId, name === undefined ? undefined : { name });
}

/** Renders a message to text. */
function renderMessage(template: string, name?: string): string {
  const intl = createIntl({
    locale: "es",
    messages: { words: template } as unknown as IntlShape["messages"],
  });
  const text = createElement(Message, { id: "words", ...(name !== undefined && { name }) });
  return renderToStaticMarkup(createElement(RawIntlProvider, { value: intl }, text));
}

test("renders a message without placeholders unchanged", () => {
  expect(renderMessage("Mensaje enviado")).toBe("Mensaje enviado");
});

test("fills the placeholders of a message", () => {
  expect(renderMessage("Mensaje de {name}", "Ana")).toBe("Mensaje de Ana");
});

test("a name with direction characters does not change the sentence", () => {
  expect(renderMessage("¿Eliminar el mensaje de {name}?", "Ana\u202Eatsoc")).toBe(
    "¿Eliminar el mensaje de Anaatsoc?",
  );
  expect(renderMessage("¿Eliminar el mensaje de {name}?", "Ana\u2069\u202Eatsoc")).toBe(
    "¿Eliminar el mensaje de Anaatsoc?",
  );
});

test.each(["ليلى", "דנה", "\u200FAna"])("isolates a right-to-left name: %s", (name) => {
  expect(renderMessage("¿Eliminar el mensaje de {name}?", name)).toBe(
    `¿Eliminar el mensaje de \u2068${name}\u2069?`,
  );
});

test("renders a message with quoted characters without the quotes", () => {
  expect(renderMessage("Escribe '{'hola'}'")).toBe("Escribe {hola}");
});
