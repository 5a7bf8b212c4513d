import { defineArrayMember, defineField } from "sanity";
import { optionalText, requiredText } from "../fields/lengths.ts";
import { section, sourceField } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

const testimonial = (say: LabelFn) =>
  defineArrayMember({
    name: "testimonial",
    title: say({ es: "Testimonio", en: "Testimonial" }),
    type: "object",
    description: say({
      es: "Lo que dijo una persona, y quién es.",
      en: "What one person said, and who it is.",
    }),
    fields: [
      defineField({
        name: "quote",
        title: say({ es: "Lo que dijo", en: "What they said" }),
        type: "localeText",
        description: say({
          es: "Una frase, sin comillas y sin mejorarla; en el otro idioma, su traducción.",
          en: "One sentence, without quotation marks and not improved; in the other language, its translation.",
        }),
        ...requiredText({ comfortable: 160, maximum: 280 }, say),
      }),
      defineField({
        name: "name",
        title: say({ es: "Nombre", en: "Name" }),
        type: "string",
        description: say({
          es: "Quién lo dijo, con apellido.",
          en: "Who said it, by first and last name.",
        }),
        validation: (rule) => rule.required().max(60),
      }),
      defineField({
        name: "role",
        title: say({ es: "Puesto", en: "Position" }),
        type: "localeString",
        description: say({
          es: "Opcional: qué hace en su empresa, por ejemplo gerente.",
          en: "Optional: what they do at their company, for example manager.",
        }),
        ...optionalText({ comfortable: 30, maximum: 50 }, say),
      }),
      defineField({
        name: "company",
        title: say({ es: "Empresa", en: "Company" }),
        type: "string",
        description: say({ es: "La empresa en la que trabaja.", en: "The company where they work." }),
        validation: (rule) => rule.required().max(60),
      }),
      sourceField(
        say,
        say({
          es: "Dónde y cuándo lo dijo, y cómo autorizó que se publique. Los visitantes no lo ven.",
          en: "Where and when they said it, and how they agreed to its publication. Not shown to visitors.",
        }),
      ),
    ],
    preview: { select: { title: "name", subtitle: "company" } },
  });

export const testimonials = (say: LabelFn) =>
  section(say, {
    name: "testimonials",
    position: 102,
    group: "trust",
    title: say({ es: "Testimonios", en: "Testimonials" }),
    description: say({
      es: "Lo que dicen clientes con nombre y empresa. Sin testimonios, la sección no se ve.",
      en: "What clients say, with their name and company. Without testimonials the section isn’t shown.",
    }),
    filledBy: "items.0",
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Testimonios", en: "Testimonials" }),
        type: "array",
        description: say({
          es: "Solo palabras que alguien dijo y autorizó. Mientras no haya ninguno, la sección no se ve en el sitio.",
          en: "Only words that someone said and agreed to share. Until there are some, the site doesn’t show the section.",
        }),
        of: [testimonial(say)],
        validation: (rule) => rule.max(6),
      }),
    ],
  });
