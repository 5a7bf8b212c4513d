import { type Language, path } from "#cms/content/site.ts";
import type { ContactField, ContactMessage } from "#functions/contract/contact.ts";
import type { Service, Source } from "#functions/contract/options.ts";
import { button, escapeHtml, page } from "./html.ts";
import type { Mail, Sender } from "./mail.ts";

// The company reads Spanish, whatever the visitor's language.
const companyLanguage = "es";

const services: Record<Service, string> = {
  reputation: "Plataforma de gestión de reputación",
  "web-development": "Diseño y desarrollo web",
  "digital-marketing": "Marketing digital",
  "seo-consulting": "Consultoría SEO",
  "technical-support": "Soporte técnico",
  cctv: "Sistemas CCTV",
};
const sources: Record<Source, string> = {
  "google-search": "Búsqueda en Google",
  "social-networks": "Redes sociales",
  recommendation: "Recomendación",
  advertising: "Publicidad",
  other: "Otras fuentes",
};

const languageNames: Record<Language, string> = { es: "Español", en: "Inglés" };

type Fact = [label: string, words: string | null];

// The message itself stands above them.
const factsOf = (message: ContactMessage): Record<Exclude<ContactField, "message">, Fact> => ({
  name: ["Nombre", message.name],
  email: ["Correo", message.email],
  phone: ["Teléfono", message.phone],
  company: ["Empresa", message.company],
  service: ["Servicio", message.service && services[message.service]],
  source: ["Cómo nos conoció", message.source && sources[message.source]],
  language: ["Idioma", languageNames[message.language]],
});

// A subject is one header line.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** The mail that tells the company of a contact message, in Spanish, and leads to it; answering it answers the sender. */
export function contactNotice(message: ContactMessage & { id: string }, sender: Sender): Mail {
  const facts = Object.values(factsOf(message)).filter((fact): fact is [string, string] => Boolean(fact[1]));
  const text = message.message ?? "(sin mensaje)";
  const inInbox = `${sender.siteOrigin}${path("inbox", companyLanguage)}?m=${message.id}`;
  const subject = oneLine(`Nuevo mensaje de ${message.name}`);
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const content = [
    `<h1>${escapeHtml(subject)}</h1>`,
    `<p class="message">${escapeHtml(text)}</p>`,
    button({ label: "Abrir el mensaje", address: inInbox }),
    `<table class="facts">${rows.join("")}</table>`,
  ];
  return {
    subject,
    replyTo: message.email,
    text: `${facts.map(([label, value]) => `${label}: ${value}`).join("\n")}\n\n${text}\n\n${inInbox}\n`,
    html: page(
      { language: companyLanguage, subject, preheader: [...oneLine(text)].slice(0, 120).join("") },
      sender,
      content.join("\n"),
    ),
  };
}
