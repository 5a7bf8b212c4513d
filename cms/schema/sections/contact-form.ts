import { requiredField, requiredLine, requiredParagraph } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";

export const contactForm = section((say) => ({
  name: "contactForm",
  position: 70,
  group: "contact",
  title: say({ es: "Formulario de contacto", en: "Contact form" }),
  fields: [
    requiredParagraph({ maximum: 320 }, say, "notice", {
      title: say({ es: "Aviso de privacidad", en: "Privacy notice" }),
      description: say({
        es: "Qué pasa con lo que escribe el visitante, en una o dos frases sencillas.",
        en: "What happens with what the visitor writes, in one or two plain sentences.",
      }),
    }),
    requiredLine({ comfortable: 40, maximum: 60 }, say, "noticeLabel", {
      title: say({ es: "Texto del enlace de privacidad", en: "Privacy link text" }),
      description: say({
        es: "El texto después del aviso que abre la página de privacidad.",
        en: "The text after the notice that opens the privacy page.",
      }),
    }),
    requiredField("link", "noticeLink", {
      title: say({ es: "Enlace de privacidad", en: "Privacy link" }),
      description: say({ es: "La página de privacidad.", en: "The privacy page." }),
    }),
  ],
}));
