import { defineArrayMember } from "sanity";
import { arrayField } from "../fields/array.ts";
import { requiredField, requiredLine, requiredParagraph } from "../fields/lengths.ts";
import { optionalPicture, smallSize } from "../fields/picture.ts";
import { section } from "../fields/section.ts";
import { type LabelFn, toBilingualPreview } from "../labels.ts";

const serviceCard = (say: LabelFn) =>
  defineArrayMember({
    name: "serviceCard",
    title: say({ es: "Tarjeta", en: "Card" }),
    type: "object",
    fields: [
      requiredLine({ comfortable: 35, maximum: 50 }, say, "title", {
        title: say({ es: "Servicio", en: "Service" }),
        description: say({ es: "El nombre del servicio.", en: "The service's name." }),
      }),
      requiredParagraph({ comfortable: 140, maximum: 220 }, say, "text", {
        title: say({ es: "Qué hace por el cliente", en: "What it does for the client" }),
        description: say({ es: "Una o dos frases.", en: "One or two sentences." }),
      }),
      optionalPicture(smallSize, say, "picture", {
        title: say({ es: "Imagen", en: "Picture" }),
        description: say({
          es: "Opcional: una imagen del servicio.",
          en: "Optional: a picture of the service.",
        }),
      }),
      requiredField("link", "link", {
        title: say({ es: "Enlace", en: "Link" }),
        description: say({ es: "La página del servicio.", en: "The page of the service." }),
      }),
    ],
    preview: { select: { ...toBilingualPreview("title", say), media: "picture" } },
  });

export const serviceCards = section((say) => ({
  name: "serviceCards",
  position: 20,
  group: "offer",
  title: say({ es: "Tarjetas de servicios", en: "Service cards" }),
  fields: [
    arrayField({ minimum: 1, maximum: 9 }, "cards", {
      title: say({ es: "Tarjetas", en: "Cards" }),
      description: say({
        es: "Una tarjeta por servicio; primero, el más solicitado.",
        en: "One card per service, the most requested first.",
      }),
      of: [serviceCard(say)],
    }),
  ],
}));
