import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { neon, neonConfig } from "@neondatabase/serverless";
import type { Language } from "#cms/content/site.ts";
import type { Product } from "./product.ts";

/** A message of the inbox that the launch copy shows. Its person is visibly invented. */
type SampleMessage = {
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
  service: string;
  source: string | null;
  message: string;
  minutesAgo: number;
};

const services = [
  "web-development",
  "technical-support",
  "reputation",
  "seo-consulting",
  "cctv",
  "web-development",
  "digital-marketing",
  "technical-support",
  "cctv",
];
const day = 24 * 60;
const ages = [
  12,
  47,
  2 * 60 + 5,
  4 * 60 + 10,
  5 * 60 + 20,
  day + 60,
  day + 3 * 60,
  2 * day + 60,
  3 * day + 60,
];

const senders: Record<Language, [name: string, message: string][]> = {
  es: [
    [
      "Ana Ejemplo",
      "Hola. Tenemos una panadería y queremos que la gente encargue queques desde el celular, sin llamar. Hoy lo anotamos todo en un cuaderno.\n\n¿Podemos conversar el jueves por la mañana?",
    ],
    [
      "Luis Muestra",
      "Una de las computadoras del taller no enciende desde ayer. Adentro están las facturas del mes.",
    ],
    [
      "Eva Prueba",
      "Nos dejaron una reseña mala y la vimos dos semanas después. Nos gustaría enterarnos a tiempo.",
    ],
    [
      "Marta Modelo",
      "Buscamos nuestro propio nombre y aparecemos en la segunda página. ¿Por dónde se empieza?",
    ],
    ["Tomás Demo", "Queremos cámaras para la bodega y la caja. Tengo el plano del local por si sirve."],
    ["Rosa Ensayo", "Nuestro sitio tiene ocho años y en el celular casi no se lee. Nos gustaría uno nuevo."],
    ["Pablo Boceto", "Abrimos la segunda tienda en marzo y queremos que el barrio lo sepa."],
    ["Inés Borrador", "¿El plan profesional cubre dos oficinas?"],
    ["Hugo Sample", "Las cámaras que tenemos no graban de noche. ¿Se pueden cambiar solo algunas?"],
  ],
  en: [
    [
      "Ann Example",
      "Hello. We run a bakery and want people to order cakes from their phones, without calling. Today we write everything down in a notebook.\n\nCould we talk on Thursday morning?",
    ],
    [
      "Louis Sample",
      "One of the computers in the shop hasn’t turned on since yesterday. This month’s invoices are on it.",
    ],
    ["Eve Trial", "Someone left us a bad review and we saw it two weeks later. We’d like to know in time."],
    ["Martha Model", "We searched for our own name and came up on the second page. Where do we start?"],
    ["Tom Demo", "We want cameras for the warehouse and the register. I have the floor plan if it helps."],
    ["Rose Draft", "Our site is eight years old and can hardly be read on a phone. We’d like a new one."],
    ["Paul Sketch", "We open our second store in March and want the neighborhood to know."],
    ["Agnes Rough", "Does the professional plan cover two offices?"],
    ["Hugh Sample", "The cameras we have do not record at night. Can we replace just some of them?"],
  ],
};

const firstSender = {
  es: { email: "ana@panaderia.example", company: "Panadería de Ejemplo" },
  en: { email: "ann@bakery.example", company: "Example Bakery" },
};

/** Lists the messages of the inbox in a language, from the newest to the oldest. The first has all fields. */
const listSampleMessages = (language: Language): SampleMessage[] =>
  senders[language].map(([name, message], index) => ({
    name,
    message,
    email: `${index}@muestra.example`,
    phone: null,
    company: null,
    source: null,
    service: services[index] ?? "cctv",
    minutesAgo: ages[index] ?? 0,
    ...(index === 0 && { ...firstSender[language], phone: "2222 0000", source: "recommendation" }),
  }));

/** The time at which the inbox is shown. */
export const sampledAt = new Date("2026-11-26T16:48:00Z");

const sampleId = (index: number) => `4732e99${index}-0000-4000-8000-000000000000`;
/** The id of the newest message. */
export const newestSample = sampleId(0);

/** Replaces all messages of a product with the sample messages in a language. The three newest are unread. */
export async function seedSampleMessages({ state, ports }: Product, language: Language): Promise<void> {
  const { ownerPassword } = JSON.parse(await readFile(join(state, "secrets.json"), "utf8"));
  neonConfig.fetchEndpoint = () => `http://localhost:${ports.DATABASE_PORT}/sql`;
  const owner = neon(`postgresql://postgres:${ownerPassword}@localhost/vitrina`);
  await owner.query("delete from contact_submissions");
  for (const [index, sample] of listSampleMessages(language).entries()) {
    const { name, email, phone, company, service, source, message, minutesAgo } = sample;
    const createdAt = new Date(sampledAt.getTime() - minutesAgo * 60_000).toISOString();
    await owner.query(
      `insert into contact_submissions
         (id, name, email, phone, company, service_type, source, message, language, read, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        sampleId(index),
        name,
        email,
        phone,
        company,
        service,
        source,
        message,
        language,
        index > 2,
        createdAt,
      ],
    );
  }
}
