/** Names of fields and options that the company reads, where the visitor reads none or another. */
export const companyNames = {
  "inbox.field.email": "Email",
  "inbox.field.service": "Service",
  "inbox.field.meeting_day": "Meeting day",
  "inbox.field.source": "How they heard about us",
  "inbox.field.language": "Language",
  "contact.language.es": "Spanish",
  "contact.language.en": "English",
};
