import * as v from "valibot";
import { expect, test } from "vitest";
import { countLinks, findContentDoubts, findHaste } from "#functions/contact/content-doubts.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { type Doubt, spamWeight, weighDoubts } from "#functions/contract/doubt.ts";
import { honestMessages } from "../../support/honest-messages.ts";

const findDoubts = (message: string, names: { name?: string; company?: string } = {}) =>
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
  expect(findDoubts(message)).toEqual([]);
});

test("no honest message is spam, with all doubts about its arrival together", () => {
  const arrival: Doubt[] = [
    { code: "without_script" },
    { code: "hurried", count: 0 },
    { code: "turnstile_missing" },
  ];
  expect(honestMessages.length).toBeGreaterThanOrEqual(60);
  const spam = honestMessages.filter(
    (message) => weighDoubts([...findDoubts(message), ...arrival]) >= spamWeight,
  );
  expect(spam).toEqual([]);
});

test.each([
  ["three links", "http://a.example http://b.example www.c.example", { code: "links", count: 3 }],
  ["links without a scheme", "a.example/x b.example/y c.example/z", { code: "links", count: 3 }],
  ["code of a forum", "[url=http://a.example]gana[/url]", { code: "markup" }],
  ["code of a page", '<a class="x" href="http://a.example">a</a>', { code: "markup" }],
  ["phrases of spam", "We offer payday loans for your shop", { code: "phrases" }],
  ["Spanish phrases of spam", "Préstamos rápidos sin fiador", { code: "phrases" }],
  ["another script", "Продвижение сайтов недорого, звоните", { code: "foreign_script" }],
] as [string, string, Doubt][])("%s are doubtful", (_, message, doubt) => {
  expect(findDoubts(message)).toEqual([doubt]);
});

test.each([
  ["https://www.a.example", 1],
  ["https://a.example/1 https://b.example/2", 2],
  ["https://a.example/1,https://b.example/2; (www.c.example)", 3],
  ["HTTPS://A.EXAMPLE/X Www.b.example", 2],
  ["https://a.example/?u=https://b.example/x&v=c.example/y", 1],
  ["bit.ly/abc y también Goo.gl/xyz", 2],
  ["ASP.NET/MVC, Node.js/Express", 0],
  ["asp.net/mvc, VB.NET/C#, Vue.js/Nuxt.js, Next.js/React, socket.io/redis, D3.js/Chart.js", 0],
  ["[https://a.example](https://a.example)", 1],
  ['<a href="https://a.example">https://a.example</a>', 1],
  ["https://a.example, www.a.example/ y HTTP://A.example.", 1],
  ["https://a.example/Uno https://a.example/uno", 2],
  ["ventas@www.a.example, ventas@mail.www.a.example", 0],
  ["setup.sh/setup.bat, foto.gif/foto.webp, main.java/Main.kt, config.yml/env", 0],
  ["Booking.com/Airbnb, Booking.com/Expedia/Hoteles.com.", 0],
  ["Booking.com/hotel/cr/ana.html", 1],
  ["informe.pdf/Word, index.html/index.php, 24/7, TCP/IP, v2.5/v3, y/o, ana@cliente.example/ventas", 0],
])("counts each web address once: %s", (text, count) => {
  expect(countLinks(text)).toBe(count);
});

test("doubts a name with a link, and a company with several", () => {
  expect(findDoubts("Hola", { name: "Ana http://a.example" })).toEqual([{ code: "link_in_name" }]);
  expect(findDoubts("Hola", { company: "www.a.example www.b.example" })).toEqual([{ code: "link_in_name" }]);
  expect(findDoubts("Hola", { company: "Tienda Ana, www.tienda.example" })).toEqual([]);
});

const withoutScript: Doubt[] = [{ code: "without_script" }];

test.each<[message: string, doubt: Doubt, names?: { name?: string; company?: string }]>([
  ["¿Pueden filtrar pornografía en la red de la escuela?", { code: "phrases" }],
  ["Tenemos un negocio de préstamos urgentes y queremos un sitio.", { code: "phrases" }],
  // The forms of a word count once.
  ["filtrar pornografía y contenido pornográfico", { code: "phrases" }],
  ["porno y pornografía", { code: "phrases" }],
  ["un Ford Escort, y repuestos de Escorts", { code: "phrases" }],
  ["préstamos rápidos y préstamos urgentes", { code: "phrases" }],
  ["Hola", { code: "phrases" }, { name: "Ana Escort", company: "Escorts S.A." }],
  // Markup without a link.
  ["No carga el `<iframe>` de Maps", { code: "markup", count: 0 }],
  ["Veo un error con `<div>`", { code: "markup", count: 0 }],
  ["[link] no abre", { code: "markup", count: 0 }],
  ["¿Qué hace <a href> en el código?", { code: "markup", count: 0 }],
])(
  "a listed word, or code without a link, is never spam, with any way of arrival: %s",
  (message, doubt, names) => {
    const doubts = findDoubts(message, names);
    expect(doubts).toEqual([doubt]);
    const arrival: Doubt[] = [...withoutScript, { code: "hurried", count: 1 }, { code: "turnstile_missing" }];
    expect(weighDoubts([...doubts, ...arrival])).toBeLessThan(spamWeight);
  },
);

test("three links are spam in a hurried message, and not in a form without script", () => {
  const doubts = findDoubts("Vea https://a.example/1, https://b.example/2 y www.c.example");
  expect(doubts).toEqual([{ code: "links", count: 3 }]);
  expect(weighDoubts([...doubts, ...withoutScript])).toBeLessThan(spamWeight);
  expect(weighDoubts([...doubts, { code: "hurried", count: 1 }])).toBeGreaterThanOrEqual(spamWeight);
});

test.each([
  ["Somos una farmacia: vendemos Viagra, Cialis y vitaminas, y queremos una tienda en línea.", {}],
  ["We sell viagra and cialis with a prescription: https://pharmacy.example", { company: "Pharmacy" }],
  ["Hola", { company: "www.a.example, www.b.example" }],
  ["El `<iframe>` de https://maps.example no carga", {}],
])("the way of arrival adds nothing to a single doubt about the content: %s %j", (message, names) => {
  const doubts = findDoubts(message, names);
  expect(doubts).toHaveLength(1);
  expect(weighDoubts([...doubts, ...withoutScript, { code: "turnstile_missing" }])).toBeLessThan(spamWeight);
});

test.each([
  "Cheap viagra, cialis and escorts",
  "<a href='https://a.example'>payday loans</a>",
  "[url=https://a.example]a[/url] https://b.example https://c.example",
  "Продвижение сайтов недорого и быстро, звоните нам сегодня или завтра: https://a.example https://b.example https://c.example",
])("several doubts about the content are spam without script: %s", (message) => {
  expect(weighDoubts([...findDoubts(message), ...withoutScript])).toBeGreaterThanOrEqual(spamWeight);
});

test("the way of arrival alone is never spam", () => {
  const arrival: Doubt[] = [
    { code: "trap" },
    { code: "hurried", count: 0 },
    { code: "without_script" },
    { code: "turnstile_refused" },
  ];
  expect(weighDoubts(arrival)).toBeLessThan(spamWeight);
  expect(weighDoubts([...arrival, { code: "links", count: 3 }])).toBeGreaterThanOrEqual(spamWeight);
});

test("a filled trap makes a single link doubtful", () => {
  const message = v.parse(contactInput, { name: "Ana", email: "a@b.example", message: "https://a.example" });
  expect(findContentDoubts(message, true)).toEqual([{ code: "links", count: 1 }]);
  expect(findContentDoubts(message, false)).toEqual([]);
});

test("a message within three seconds of opening the form is doubtful, also with a wrong clock", () => {
  expect(findHaste(1_000_000, 1_002_100)).toEqual([{ code: "hurried", count: 2 }]);
  expect(findHaste(1_000_000, 1_003_000)).toEqual([]);
  expect(findHaste(1_000_000, 900_000)).toEqual([{ code: "hurried", count: 0 }]);
});
