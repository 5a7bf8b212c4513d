import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { MessageId } from "#web/language/message-id.ts";
import { LanguageProvider, type Messages } from "#web/language/provider.tsx";
import { useText } from "#web/language/use-text.ts";

const Shown = () => useText()("words" as MessageId);

test("rendering a message of another file throws an error with its id", () => {
  const build = (messages: Record<string, string>) =>
    renderToStaticMarkup(
      <LanguageProvider language="es" messages={messages as Messages}>
        <Shown />
      </LanguageProvider>,
    );
  expect(build({ words: "Saltar" })).toBe("Saltar");
  expect(() => build({})).toThrow('Missing message: "words" for locale "es"');
});
