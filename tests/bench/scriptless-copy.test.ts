import { expect, test } from "vitest";
import { toScriptlessCopy } from "./scriptless-copy.ts";

const document = [
  '<!doctype html><html lang="es"><head><title>Inicio</title>',
  '<link rel="modulepreload" href="/assets/a.js"><link rel="canonical" href="https://guaria.example/">',
  "<style>a{}</style>",
  '<script type="application/ld+json">{"@type":"Organization"}</script></head>',
  '<body><main><h1>Hola</h1></main><script id="copy" type="application/json">{"a":"<\\/b>"}</script>',
  '<SCRIPT type="module" src="/assets/loader.js" async></SCRIPT></body></html>',
].join("\n");

test("a copy without script keeps all visible content", () => {
  expect(toScriptlessCopy(document).replaceAll("\n", "")).toBe(
    '<!doctype html><html lang="es"><head><title>Inicio</title>' +
      '<link rel="canonical" href="https://guaria.example/"><style>a{}</style></head>' +
      "<body><main><h1>Hola</h1></main></body></html>",
  );
});
