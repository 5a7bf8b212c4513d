import { parse } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";
import { isPlain } from "#web/language/plain.ts";

/** Compiles the interface messages, so that their parser need not be in the browser. */
export function compiledMessages(): Plugin {
  return {
    name: "compiled-messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/language\/messages\/.+\.json$/ },
      handler: (source) => ({ code: JSON.stringify(compile(JSON.parse(source))), map: null }),
    },
  };
}

const compile = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, isPlain(text) ? text : parse(text)]));
