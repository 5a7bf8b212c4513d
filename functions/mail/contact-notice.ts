import { type Language, locales, path } from "#cms/content/site.ts";
import { type ContactField, type ContactMessage, handedFragment } from "#functions/contract/contact.ts";
import type { MeetingPart } from "#functions/contract/meeting.ts";
import type { Service, Source } from "#functions/contract/options.ts";
import { toReference } from "#functions/contract/reference.ts";
import { type Action, button, escapeHtml, page } from "./html.ts";
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

const parts: Record<MeetingPart, string> = {
  morning: "Por la mañana (hora de Costa Rica)",
  afternoon: "Por la tarde (hora de Costa Rica)",
};
const inWords = (day: string) =>
  new Intl.DateTimeFormat(locales[companyLanguage], { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

const languageNames: Record<Language, string> = { es: "Español", en: "Inglés" };

// A subject is one header line.
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

type Fact = [label: string, words: string | null];

// The message itself stands above them.
const factsOf = (
  message: ContactMessage & { id: string },
): Record<Exclude<ContactField, "message"> | "reference", Fact> => ({
  name: ["Nombre", message.name],
  email: ["Correo", message.email],
  phone: ["Teléfono", message.phone],
  company: ["Empresa", message.company],
  service: ["Servicio", message.service && services[message.service]],
  plan: ["Plan", message.plan],
  meeting_day: ["Día para reunirse", message.meeting_day && inWords(message.meeting_day)],
  meeting_part: ["Parte del día", message.meeting_part && parts[message.meeting_part]],
  source: ["Cómo nos conoció", message.source && sources[message.source]],
  language: ["Idioma", languageNames[message.language]],
  reference: ["Referencia", toReference(message.id)],
});

/** The mail that tells the company of a contact message, in Spanish, and leads to it; answering it answers the sender. */
export function contactNotice(message: ContactMessage & { id: string }, sender: Sender): Mail {
  const address = `${inboxAddress(sender)}?m=${message.id}`;
  return notice(message, sender, { subject: "", note: null, action: { label: "Abrir el mensaje", address } });
}

/**
 * The mail that brings a contact message when nothing else could keep it: no one finds it in the inbox before its link puts it there.
 * `token` is the message, signed.
 */
export function unkeptMessage(message: ContactMessage & { id: string }, token: string, sender: Sender): Mail {
  const address = `${inboxAddress(sender)}#${handedFragment}=${token}`;
  return notice(message, sender, {
    subject: " (aún no está en el buzón)",
    note: "Ahora mismo no pudimos guardar este mensaje: solo está en este correo. Con el botón entra en el buzón, una sola vez aunque lo pulses dos; también puedes responder a este correo.",
    action: { label: "Poner en el buzón", address },
  });
}

const inboxAddress = ({ siteOrigin }: Sender) => `${siteOrigin}${path("inbox", companyLanguage)}`;

type Place = { subject: string; note: string | null; action: Action };

function notice(message: ContactMessage & { id: string }, sender: Sender, place: Place): Mail {
  const facts = Object.values(factsOf(message)).filter((fact): fact is [string, string] => Boolean(fact[1]));
  const text = message.message ?? "(sin mensaje)";
  const { note, action } = place;
  const subject = oneLine(`Nuevo mensaje de ${message.name}${place.subject}`);
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const content = [
    `<h1>${escapeHtml(subject)}</h1>`,
    ...(note ? [`<p>${escapeHtml(note)}</p>`] : []),
    `<p class="message">${escapeHtml(text)}</p>`,
    button(action),
    `<table class="facts">${rows.join("")}</table>`,
  ];
  return {
    subject,
    replyTo: message.email,
    text: [
      ...(note ? [note] : []),
      facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
      text,
      `${action.address}\n`,
    ].join("\n\n"),
    html: page(
      { language: companyLanguage, subject, preheader: [...oneLine(text)].slice(0, 120).join("") },
      sender,
      content.join("\n"),
    ),
  };
}
