import type { Say } from "../say.ts";

/** The pages of the site, in its order: their names, and what editors call them. */
export const pages = (say: Say) => [
  { title: say({ es: "Inicio", en: "Home" }), value: "home" },
  { title: say({ es: "Gestión de reputación", en: "Reputation management" }), value: "reputation" },
  {
    title: say({ es: "Diseño y desarrollo web", en: "Web design and development" }),
    value: "web-development",
  },
  { title: say({ es: "Soporte técnico", en: "Technical support" }), value: "technical-support" },
  { title: say({ es: "Marketing digital", en: "Digital marketing" }), value: "digital-marketing" },
  { title: say({ es: "Consultoría SEO", en: "SEO consulting" }), value: "seo-consulting" },
  { title: say({ es: "Sistemas CCTV", en: "CCTV systems" }), value: "cctv" },
  { title: say({ es: "Contacto", en: "Contact" }), value: "contact" },
  { title: say({ es: "Privacidad", en: "Privacy" }), value: "privacy" },
];

/** The company's contacts that a link or a card can open. */
export const contacts = (say: Say) => [
  { title: say({ es: "Correo", en: "Email" }), value: "mail" },
  { title: say({ es: "Llamada", en: "Phone call" }), value: "tel" },
  { title: say({ es: "WhatsApp", en: "WhatsApp" }), value: "whatsapp" },
  { title: say({ es: "Instagram", en: "Instagram" }), value: "instagram" },
];

/** The languages of the site. */
export const siteLanguages = (say: Say) => [
  { title: say({ es: "Español", en: "Spanish" }), value: "es" },
  { title: say({ es: "Inglés", en: "English" }), value: "en" },
];
