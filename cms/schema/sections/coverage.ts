import { FactsNote } from "../fields/company-facts.tsx";
import { section } from "../fields/section.ts";

export const coverage = section((say) => ({
  name: "coverage",
  position: 71,
  group: "contact",
  title: say({ es: "Horario y cobertura", en: "Hours and area" }),
  // The loader adds both lists from the company details, where tests also put their sample.
  filledBy: ["hours", "areas"],
  sample: {},
  fields: [],
  input: FactsNote,
}));
