import { defineArrayMember, defineField } from "sanity";
import { optionalText } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const badges = (say: LabelFn) =>
  section(say, {
    name: "badges",
    position: 130,
    group: "trust",
    title: say({ es: "Distintivos", en: "Badges" }),
    description: say({
      es: "Una lista discreta de nombres, como certificaciones o tecnologías.",
      en: "A quiet list of names, such as certifications or technologies.",
    }),
    fields: [
      defineField({
        name: "items",
        title: say({ es: "Nombres", en: "Names" }),
        type: "array",
        of: [
          defineArrayMember({ type: "localeString", ...optionalText({ comfortable: 24, maximum: 40 }, say) }),
        ],
        description: say({
          es: "Una o dos palabras cada uno; un nombre que es igual en ambos idiomas se escribe dos veces.",
          en: "One or two words each; a name that is the same in both languages is written twice.",
        }),
        validation: (rule) => rule.required().min(1).max(12),
      }),
    ],
  });
