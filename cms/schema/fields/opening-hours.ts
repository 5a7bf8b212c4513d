import { defineArrayMember, defineField, defineType, type ValidationContext } from "sanity";
import { type Day, type Hours as OpeningHours, weekDays } from "../../content/hours.ts";
import type { FieldLabels, Label, LabelFn } from "../labels.ts";
import { findDuplicate } from "./anchors.ts";

const dayTitles = (say: LabelFn): Record<Day, Label> => ({
  mon: say({ es: "Lunes", en: "Monday" }),
  tue: say({ es: "Martes", en: "Tuesday" }),
  wed: say({ es: "Miércoles", en: "Wednesday" }),
  thu: say({ es: "Jueves", en: "Thursday" }),
  fri: say({ es: "Viernes", en: "Friday" }),
  sat: say({ es: "Sábado", en: "Saturday" }),
  sun: say({ es: "Domingo", en: "Sunday" }),
});

type PartialHours = Partial<OpeningHours>;

/** Rejects opening hours with a day that occurs twice. */
export const haveDistinctDays = (say: LabelFn) => (lines: unknown) => {
  const day = findDuplicate(((lines ?? []) as PartialHours[]).flatMap(({ days }) => days ?? [])) as
    | Day
    | undefined;
  if (day === undefined) return true;
  const name = dayTitles(say)[day];
  return say({
    es: `${name} está en dos horarios. Déjalo en uno.`,
    en: `${name} is in two sets of hours. Leave it in one.`,
  });
};

// 24-hour clock, so that a later time is a greater string.
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

const isTime = (say: LabelFn) => (value: string | undefined) =>
  !value ||
  timePattern.test(value) ||
  say({ es: "Escribe la hora como 08:00 o 17:30.", en: "Write the time as 08:00 or 17:30." });

const isLater =
  (say: LabelFn) =>
  (closes: string | undefined, { parent }: ValidationContext) => {
    const { opens = "" } = (parent ?? {}) as PartialHours;
    return (
      !closes ||
      !timePattern.test(opens) ||
      closes > opens ||
      say({
        es: "La hora de cierre debe ser después de la de apertura.",
        en: "The closing time has to be after the opening time.",
      })
    );
  };

const createTimeField = (say: LabelFn, name: "opens" | "closes", labels: FieldLabels) =>
  defineField({
    ...labels,
    name,
    type: "string",
    placeholder: name === "opens" ? "08:00" : "17:00",
    validation: (rule) => {
      const rules = rule.required().custom(isTime(say));
      return name === "closes" ? rules.custom(isLater(say)) : rules;
    },
  });

export const openingHours = (say: LabelFn) =>
  defineType({
    name: "openingHours",
    title: say({ es: "Horario", en: "Hours" }),
    type: "object",
    fields: [
      defineField({
        name: "days",
        title: say({ es: "Días", en: "Days" }),
        type: "array",
        of: [defineArrayMember({ type: "string" })],
        description: say({
          es: "Todos los días que tienen este horario; los demás están cerrados.",
          en: "All the days with these hours; the others are closed.",
        }),
        options: {
          list: weekDays.map((value) => ({ value, title: dayTitles(say)[value] })),
          layout: "grid",
        },
        validation: (rule) => rule.required().min(1).unique(),
      }),
      createTimeField(say, "opens", {
        title: say({ es: "Abre", en: "Opens" }),
        description: say({
          es: "Hora de Costa Rica, de 00:00 a 23:59, por ejemplo 08:00.",
          en: "Costa Rica time, 00:00 to 23:59, for example 08:00.",
        }),
      }),
      createTimeField(say, "closes", {
        title: say({ es: "Cierra", en: "Closes" }),
        description: say({
          es: "El mismo día, después de abrir, por ejemplo 17:00.",
          en: "On the same day, after opening, for example 17:00.",
        }),
      }),
    ],
    preview: {
      select: { days: "days", opens: "opens", closes: "closes" },
      prepare: ({ days, opens, closes }: PartialHours) => ({
        title: (days ?? []).map((day) => dayTitles(say)[day]).join(", "),
        subtitle: `${opens ?? ""}–${closes ?? ""}`,
      }),
    },
  });
