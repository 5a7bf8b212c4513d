/** Names of fields and options that the company reads, where the visitor reads none or another. */
export const companyNames = {
  "inbox.field.email": "Correo",
  "inbox.field.service": "Servicio",
  "inbox.field.meeting_day": "Día para reunirse",
  "inbox.field.source": "Cómo supo de nosotros",
  "inbox.field.language": "Idioma",
  "contact.language.es": "Español",
  "contact.language.en": "Inglés",
};
