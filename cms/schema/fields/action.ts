import { defineField, defineType } from "sanity";
import { type LabelFn, toBilingualPreview } from "../labels.ts";
import { requiredText } from "./lengths.ts";

/** Rejects a section with more than one main button. */
export const haveOneMain = (say: LabelFn) => (actions: unknown) =>
  ((actions ?? []) as { tone?: string }[]).filter(({ tone }) => tone === "accent").length <= 1 ||
  say({ es: "Solo un botón puede ser el principal.", en: "Only one button can be the main one." });

export const action = (say: LabelFn) =>
  defineType({
    name: "action",
    title: say({ es: "Botón", en: "Button" }),
    type: "object",
    description: say({ es: "Un botón que lleva a algún lugar.", en: "A button that leads somewhere." }),
    fields: [
      defineField({
        name: "label",
        title: say({ es: "Texto del botón", en: "Button text" }),
        type: "localeString",
        description: say({
          es: "Dice qué va a pasar: “Agenda una reunión”, no “Clic aquí”.",
          en: "Says what happens: “Schedule a meeting”, not “Click here”.",
        }),
        ...requiredText({ comfortable: 30, maximum: 40 }, say),
      }),
      defineField({
        name: "link",
        title: say({ es: "Enlace", en: "Link" }),
        type: "link",
        description: say({ es: "A dónde lleva el botón.", en: "Where the button leads." }),
        validation: (rule) => rule.required(),
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
      defineField({
        name: "tone",
        title: say({ es: "Peso", en: "Weight" }),
        type: "string",
        description: say({
          es: "Principal para lo siguiente que hay que hacer; discreto para cualquier otro botón a su lado.",
          en: "Main for the one thing to do next; quiet for any other button next to it.",
        }),
        options: {
          list: [
            { title: say({ es: "Principal", en: "Main" }), value: "accent" },
            { title: say({ es: "Discreto", en: "Quiet" }), value: "quiet" },
          ],
          layout: "radio",
        },
        initialValue: "accent",
        validation: (rule) => rule.required(),
      }),
    ],
    preview: { select: toBilingualPreview("label", say) },
  });
