import { defineArrayMember } from "sanity";
import { arrayField } from "../fields/array.ts";
import { optionalText } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";

export const badges = section((say) => ({
  name: "badges",
  position: 130,
  group: "trust",
  title: say({ es: "Distintivos", en: "Badges" }),
  fields: [
    arrayField({ minimum: 1, maximum: 12 }, "items", {
      title: say({ es: "Nombres", en: "Names" }),
      of: [
        defineArrayMember({ type: "localeString", ...optionalText({ comfortable: 24, maximum: 40 }, say) }),
      ],
      description: say({
        es: "Una o dos palabras cada uno; un nombre que es igual en ambos idiomas se escribe dos veces.",
        en: "One or two words each; a name that is the same in both languages is written twice.",
      }),
    }),
  ],
}));
