import { arrayField } from "../fields/array.ts";
import { section } from "../fields/section.ts";

export const reasons = section((say) => ({
  name: "reasons",
  position: 100,
  group: "trust",
  title: say({ es: "Por qué elegirnos", en: "Why choose us" }),
  fields: [
    arrayField({ minimum: 1, maximum: 6 }, "items", {
      title: say({ es: "Razones", en: "Reasons" }),
      of: [{ type: "feature" }],
      description: say({ es: "Tres o cuatro se leen mejor.", en: "Three or four read best." }),
    }),
  ],
}));
