import * as v from "valibot";
import { expect, test } from "vitest";
import { contactInput } from "#functions/contract/contact.schema.ts";
import type { Doubt } from "#functions/contract/doubt.ts";
import { findContentDoubts, findHaste } from "#functions/spam/content-doubts.ts";

const doubtsOf = (message: string, names: { name?: string; company?: string } = {}) =>
  findContentDoubts(
    v.parse(contactInput, { name: "Ana Pérez", email: "ana@cliente.example", message, ...names }),
  );

test.each([
  "Hola. Quiero cámaras para mi tienda de Heredia, ¿cuánto cuesta?",
  "My site is www.tienda.example/catalogo and I like https://otra.example. Call me at 8888-8888.",
  "Escríbanme a ana@tienda.example.com o a pedro@tienda.example.com, juan@tienda.example.com, o a Node.js/React.",
  "Necesitamos SEO, enlaces a redes sociales y un casillero. Somos de Café Casinero.",
  "Nos llamamos Müller & Œuvre ß, y queremos <b>negritas</b> en el menú.",
  "我們公司 quiere un sitio también en chino para nuestros clientes.",
  "Somos una agencia: compramos backlinks y guest posts, y cuidamos el casino de un hotel.",
  "",
])("an honest message is not doubtful: %s", (message) => {
  expect(doubtsOf(message)).toEqual([]);
});

test.each([
  ["three links", "http://a.example http://b.example www.c.example", { code: "links", count: 3 }],
  ["links without a scheme", "a.example/x b.example/y c.example/z", { code: "links", count: 3 }],
  ["code of a forum", "[url=http://a.example]gana[/url]", { code: "markup" }],
  ["code of a page", '<a class="x" href="http://a.example">a</a>', { code: "markup" }],
  ["words that only spam has", "We offer payday loans for your shop", { code: "phrases" }],
  ["words in Spanish that only spam has", "Préstamos rápidos sin fiador", { code: "phrases" }],
  ["another script", "Продвижение сайтов недорого, звоните", { code: "foreign_script" }],
] as [string, string, Doubt][])("%s are doubtful", (_, message, doubt) => {
  expect(doubtsOf(message)).toEqual([doubt]);
});

test("a link in a name is doubtful, whoever's it is", () => {
  for (const names of [{ name: "Ana http://a.example" }, { company: "www.tienda.example" }]) {
    expect(doubtsOf("Hola", names)).toEqual([{ code: "link_in_name" }]);
  }
});

test("what is sent less than three seconds after the form was opened is doubtful, whatever the clocks say", () => {
  expect(findHaste(1_000_000, 1_002_100)).toEqual([{ code: "hurried", count: 2 }]);
  expect(findHaste(1_000_000, 1_003_000)).toEqual([]);
  expect(findHaste(1_000_000, 900_000)).toEqual([{ code: "hurried", count: 0 }]);
});
