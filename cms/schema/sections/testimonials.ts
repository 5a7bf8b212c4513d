import { defineArrayMember } from "sanity";
import { arrayField } from "../fields/array.ts";
import { optionalLine, requiredField, requiredParagraph } from "../fields/lengths.ts";
import { sampleItems, sampleText } from "../fields/sample.ts";
import { section, sourceField } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

const testimonial = (say: LabelFn) =>
  defineArrayMember({
    name: "testimonial",
    title: say({ es: "Testimonio", en: "Testimonial" }),
    type: "object",
    fields: [
      requiredParagraph({ comfortable: 160, maximum: 280 }, say, "quote", {
        title: say({ es: "Lo que dijo", en: "What they said" }),
        description: say({
          es: "Una frase, sin comillas y sin mejorarla; en el otro idioma, su traducción.",
          en: "One sentence, without quotation marks and not improved; in the other language, its translation.",
        }),
      }),
      requiredField("string", "name", {
        title: say({ es: "Nombre", en: "Name" }),
        description: say({
          es: "Quién lo dijo, con apellido.",
          en: "Who said it, by first and last name.",
        }),
        maximum: 60,
      }),
      optionalLine({ comfortable: 30, maximum: 50 }, say, "role", {
        title: say({ es: "Puesto", en: "Position" }),
        description: say({
          es: "Opcional: qué hace en su empresa, por ejemplo gerente.",
          en: "Optional: what they do at their company, for example manager.",
        }),
      }),
      requiredField("string", "company", {
        title: say({ es: "Empresa", en: "Company" }),
        description: say({ es: "La empresa en la que trabaja.", en: "The company where they work." }),
        maximum: 60,
      }),
      sourceField(say, {
        es: "Dónde y cuándo lo dijo, y cómo autorizó que se publique. Los visitantes no lo ven.",
        en: "Where and when they said it, and how they agreed to its publication. Not shown to visitors.",
      }),
    ],
    preview: { select: { title: "name", subtitle: "company" } },
  });

export const testimonials = section((say) => ({
  name: "testimonials",
  position: 102,
  group: "trust",
  title: say({ es: "Testimonios", en: "Testimonials" }),
  filledBy: ["items"],
  sample: {
    items: sampleItems("testimonial", [
      {
        quote: sampleText(
          "Por primera vez entendí qué se había dañado, cuánto costaba y por qué valía la pena.",
          "For the first time I understood what was broken, what it cost and why it was worth it.",
        ),
        name: "Ana Ejemplo",
        role: sampleText("Gerente", "Manager"),
        company: "Panadería de Ejemplo",
        source: "Inventado para las pruebas.",
      },
      {
        quote: sampleText(
          "Escribí un martes y el jueves ya vendíamos.",
          "I wrote on a Tuesday, and by Thursday we were selling.",
        ),
        name: "Luis Muestra",
        company: "Taller de Muestra",
        source: "Inventado para las pruebas.",
      },
    ]),
  },
  fields: [
    arrayField({ maximum: 6 }, "items", {
      title: say({ es: "Testimonios", en: "Testimonials" }),
      description: say({
        es: "Solo palabras que alguien dijo y autorizó. Mientras no haya ninguno, la sección no se ve en el sitio.",
        en: "Only words that someone said and agreed to share. Until there are some, the site doesn’t show the section.",
      }),
      of: [testimonial(say)],
    }),
  ],
}));
