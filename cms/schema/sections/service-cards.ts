import { defineArrayMember, defineField } from "sanity";
import { requiredText } from "../fields/lengths.ts";
import { optionalPicture, smallSize } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import { type LabelFn, toBilingualPreview } from "../labels.ts";

const serviceCard = (say: LabelFn) =>
  defineArrayMember({
    name: "serviceCard",
    title: say({ es: "Tarjeta", en: "Card" }),
    type: "object",
    description: say({ es: "Un servicio.", en: "One service." }),
    fields: [
      defineField({
        name: "title",
        title: say({ es: "Servicio", en: "Service" }),
        type: "localeString",
        description: say({ es: "El nombre del servicio.", en: "The service's name." }),
        ...requiredText({ comfortable: 35, maximum: 50 }, say),
      }),
      defineField({
        name: "text",
        title: say({ es: "Qué hace por el cliente", en: "What it does for the client" }),
        type: "localeText",
        description: say({ es: "Una o dos frases.", en: "One or two sentences." }),
        ...requiredText({ comfortable: 140, maximum: 220 }, say),
      }),
      defineField({
        name: "picture",
        title: say({ es: "Imagen", en: "Picture" }),
        type: "picture",
        description: say({
          es: "Opcional: una imagen del servicio.",
          en: "Optional: a picture of the service.",
        }),
        validation: optionalPicture(smallSize, say),
      }),
      defineField({
        name: "link",
        title: say({ es: "Enlace", en: "Link" }),
        type: "link",
        description: say({ es: "La página del servicio.", en: "The page of the service." }),
        validation: (rule) => rule.required(),
      }),
    ],
    preview: { select: { ...toBilingualPreview("title", say), media: "picture" } },
  });

export const serviceCards = (say: LabelFn) =>
  section(say, {
    name: "serviceCards",
    position: 20,
    group: "offer",
    title: say({ es: "Tarjetas de servicios", en: "Service cards" }),
    description: say({
      es: "Los servicios de un vistazo; cada tarjeta abre la página de su servicio.",
      en: "The services at a glance; each card opens its service’s page.",
    }),
    fields: [
      defineField({
        name: "cards",
        title: say({ es: "Tarjetas", en: "Cards" }),
        type: "array",
        description: say({
          es: "Una tarjeta por servicio; primero, el más solicitado.",
          en: "One card per service, the most requested first.",
        }),
        of: [serviceCard(say)],
        validation: (rule) => rule.required().min(1).max(9),
      }),
    ],
  });
