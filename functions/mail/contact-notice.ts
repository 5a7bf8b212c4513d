import type { ContactMessage } from "../contract/contact.ts";
import type { Service, Source } from "../contract/options.ts";
import type { Mail } from "./mail.ts";

// The company reads Spanish, whatever the visitor's language.
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

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

// A subject is one header line.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** The mail that tells the company of a contact message, in Spanish; answering it answers the sender. */
export function contactNotice(message: ContactMessage, siteOrigin: string): Mail {
  const facts = [
    ["Nombre", message.name],
    ["Correo", message.email],
    ["Teléfono", message.phone],
    ["Empresa", message.company],
    ["Servicio", message.service && services[message.service]],
    ["Cómo nos conoció", message.source && sources[message.source]],
    ["Idioma", message.language === "es" ? "Español" : "Inglés"],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  const text = message.message ?? "(sin mensaje)";
  const inbox = `${siteOrigin}/buzon`;
  const rows = facts.map(
    ([label, value]) => `<tr><th align="left">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return {
    subject: oneLine(`Nuevo mensaje de ${message.name}`),
    replyTo: message.email,
    text: `${facts.map(([label, value]) => `${label}: ${value}`).join("\n")}\n\n${text}\n\n${inbox}\n`,
    html: `<!doctype html>
<html lang="es">
<body>
<table cellpadding="4">${rows.join("")}</table>
<p style="white-space:pre-wrap">${escapeHtml(text)}</p>
<p><a href="${escapeHtml(inbox)}">Abrir el buzón</a></p>
</body>
</html>
`,
  };
}
