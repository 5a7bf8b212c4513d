import { FactsNote } from "../fields/company-facts.tsx";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

export const coverage = (say: LabelFn) =>
  section(say, {
    name: "coverage",
    position: 71,
    group: "contact",
    title: say({ es: "Horario y cobertura", en: "Hours and area" }),
    description: say({
      es: "Cuándo atiende la empresa y a qué cantones va, según los datos de la empresa. Sin ellos, la sección no se ve.",
      en: "When the company is open and which cantons it goes to, from the company details. Without them the section isn’t shown.",
    }),
    fields: [],
    input: FactsNote,
  });
