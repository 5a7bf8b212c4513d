import { defineField, defineType } from "sanity";
import { type LabelFn, toBilingualPreview } from "../labels.ts";
import { choiceField } from "./choices.ts";
import { requiredField, requiredLine } from "./lengths.ts";

/** Rejects a section with more than one main button. */
export const haveOneMain = (say: LabelFn) => (actions: unknown) =>
  ((actions ?? []) as { tone?: string }[]).filter(({ tone }) => tone === "accent").length <= 1 ||
  say({ es: "Solo un botón puede ser el principal.", en: "Only one button can be the main one." });

/** The choices for the weight of a button, of which a section has at most one main button (`haveOneMain`). */
const tones = (say: LabelFn) => [
  { title: say({ es: "Principal", en: "Main" }), value: "accent" },
  { title: say({ es: "Discreto", en: "Quiet" }), value: "quiet" },
];

export const action = (say: LabelFn) =>
  defineType({
    name: "action",
    title: say({ es: "Botón", en: "Button" }),
    type: "object",
    fields: [
      requiredLine({ comfortable: 30, maximum: 40 }, say, "label", {
        title: say({ es: "Texto del botón", en: "Button text" }),
        description: say({
          es: "Dice qué va a pasar: “Agenda una reunión”, no “Clic aquí”.",
          en: "Says what happens: “Schedule a meeting”, not “Click here”.",
        }),
      }),
      requiredField("link", "link", {
        title: say({ es: "Enlace", en: "Link" }),
        description: say({ es: "A dónde lleva el botón.", en: "Where the button leads." }),
      }),
      defineField({
        name: "meeting",
        title: say({ es: "Pide una reunión", en: "Asks for a meeting" }),
        type: "boolean",
        description: say({
          es: "Opcional: si lleva a la página de contacto, el formulario se abre en el día de la reunión.",
          en: "Optional: if it leads to the contact page, the form opens with the meeting day.",
        }),
        initialValue: false,
      }),
      choiceField(tones(say), "tone", {
        title: say({ es: "Peso", en: "Weight" }),
        description: say({
          es: "Principal para lo siguiente que hay que hacer; discreto para cualquier otro botón a su lado.",
          en: "Main for the one thing to do next; quiet for any other button next to it.",
        }),
        initialValue: "accent",
      }),
    ],
    preview: { select: toBilingualPreview("label", say) },
  });
