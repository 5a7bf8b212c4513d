import { FactsNote } from "../fields/company-facts.tsx";
import { section } from "../fields/section.ts";

export const coverage = section((say) => ({
  name: "coverage",
  position: 71,
  group: "contact",
  title: say({ es: "Horario y cobertura", en: "Hours and area" }),
  fields: [],
  input: FactsNote,
}));
