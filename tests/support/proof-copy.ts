import type { SeedDocument } from "#cms/seed/documents.ts";
import { picture, text } from "./copy.ts";

type SeedSection = { _type: string; [field: string]: unknown };

const addKeys = <Item extends object>(_type: string, items: Item[]) =>
  items.map((item, index) => ({ _key: `${_type}-${index}`, _type, ...item }));

/** Invented entries of a company for each section type of proof. */
const entries: Record<string, object> = {
  cases: {
    items: addKeys("case", [
      {
        value: "−40%",
        label: text("llamadas perdidas en tres meses", "missed calls within three months"),
        client: text("Una clínica de ejemplo", "A clinic, for example"),
        problem: text(
          "Las citas se pedían por teléfono, y a mediodía nadie contestaba.",
          "Appointments were made by phone, and around noon nobody answered.",
        ),
        done: text(
          "Un sitio en el que cada paciente elige su hora, y un aviso el día antes.",
          "A site where patients choose their time, and a reminder the day before.",
        ),
        picture: picture(),
        source: "Inventado para las pruebas.",
      },
      {
        value: "3×",
        label: text("visitas desde buscadores en un año", "visits from search engines in a year"),
        client: text("Una ferretería de ejemplo", "A hardware shop, for example"),
        problem: text(
          "El catálogo estaba en fotos, que ningún buscador lee.",
          "The catalog was in photos, which no search engine reads.",
        ),
        done: text(
          "Cada producto con su página, sus medidas y su existencia.",
          "A page for each product, with its measures and its stock.",
        ),
        source: "Inventado para las pruebas.",
      },
    ]),
  },
  testimonials: {
    items: addKeys("testimonial", [
      {
        quote: text(
          "Por primera vez entendí qué se había dañado, cuánto costaba y por qué valía la pena.",
          "For the first time I understood what was broken, what it cost and why it was worth it.",
        ),
        name: "Ana Ejemplo",
        role: text("Gerente", "Manager"),
        company: "Panadería de Ejemplo",
        source: "Inventado para las pruebas.",
      },
      {
        quote: text(
          "Escribí un martes y el jueves ya vendíamos.",
          "I wrote on a Tuesday, and by Thursday we were selling.",
        ),
        name: "Luis Muestra",
        company: "Taller de Muestra",
        source: "Inventado para las pruebas.",
      },
    ]),
  },
  people: {
    items: addKeys(
      "person",
      ["Ana Ejemplo", "Luis Muestra", "Eva Prueba"].map((name) => ({
        name,
        role: text("Soporte técnico", "Technical support"),
        text: text("Para cuando algo dejó de funcionar.", "For when something has stopped working."),
        picture: picture(),
      })),
    ),
  },
  questions: {
    items: addKeys("question", [
      {
        question: text("¿Cuánto tarda un sitio?", "How long does a site take?"),
        answer: text(
          "Depende de cuántas páginas tenga. Antes de empezar acordamos una fecha.",
          "It depends on how many pages it has. We agree on a date before we start.",
        ),
      },
      {
        question: text("¿Quién escribe los textos?", "Who writes the texts?"),
        answer: text(
          "Nosotros, contigo. Los cambias cuando quieras.",
          "We do, with you. You change them at any time.",
        ),
      },
    ]),
  },
  screen: {
    screens: addKeys("screenshot", [{ language: "es", picture: picture(), phone: picture() }]),
    caption: text("Una pantalla de muestra.", "A sample screen."),
    items: addKeys("feature", [
      { title: text("Todo a la vista", "Everything in view"), text: text("En un lugar.", "In one place.") },
      { title: text("Sin esperar", "No waiting"), text: text("Al instante.", "At once.") },
    ]),
  },
};

const price = { _type: "price", amount: 45_000, currency: "CRC", per: "month" };
const priceIncludes = text("Con todo lo que hace falta.", "With all that it takes.");

/** The company facts that the launch copy leaves open: opening hours and cantons. */
const factsOfProof = {
  hours: addKeys("openingHours", [
    { days: ["sat"], opens: "09:00", closes: "12:30" },
    { days: ["mon", "tue", "wed", "thu", "fri"], opens: "08:00", closes: "17:30" },
  ]),
  cantons: ["Escazú", "Santa Ana", "Montes de Oca", "Belén", "Vázquez de Coronado"],
};

/** Returns a document with all proof of a company: sections of proof have entries, services and plans have prices. */
export function addProof(document: SeedDocument): SeedDocument {
  if (document._type === "siteSettings") return { ...document, ...factsOfProof };
  if (document._type !== "page") return document;
  const sections = (document.sections as SeedSection[]).map((section) => {
    const filled = { ...entries[section._type], ...section };
    if (section._type !== "plans") return filled;
    return { ...filled, plans: (section.plans as object[]).map((plan) => ({ ...plan, price })) };
  });
  const offer = document.isService ? { price, priceIncludes } : {};
  return { ...document, ...offer, sections };
}
