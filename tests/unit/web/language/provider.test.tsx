import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { MessageId } from "#web/language/message-id.ts";
import { LanguageProvider, type Messages } from "#web/language/provider.tsx";
import { useText } from "#web/language/use-text.ts";

const Message = () => useText()("words" as MessageId);

test("rendering a message of another file throws an error with its id", () => {
  const renderMessages = (messages: Record<string, string>) =>
    renderToStaticMarkup(
      <LanguageProvider language="es" messages={messages as Messages}>
        <Message />
      </LanguageProvider>,
    );
  expect(renderMessages({ words: "Saltar" })).toBe("Saltar");
  expect(() => renderMessages({})).toThrow('Missing message: "words" for locale "es"');
});
