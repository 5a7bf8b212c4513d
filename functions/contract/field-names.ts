import { formNames as en } from "#cms/content/names/en.ts";
import { companyNames as enCompany } from "#cms/content/names/en-company.ts";
import { formNames as es } from "#cms/content/names/es.ts";
import { companyNames as esCompany } from "#cms/content/names/es-company.ts";
import type { Language } from "#cms/content/site.ts";
import {
  type CompanyNames,
  type ContactField,
  type FormNames,
  isChoice,
  type NamedField,
  toOptionNameId,
} from "./contact.ts";

// The type requires every name in every language.
const names: Record<Language, CompanyNames & FormNames> = {
  es: { ...es, ...esCompany },
  en: { ...en, ...enCompany },
};

/** Returns the name of a field in mails and files that the company reads. */
export const getFieldName = (field: NamedField, language: Language): string =>
  names[language][`inbox.field.${field}`] ?? names[language][`contact.${field}` as keyof FormNames];

/** Returns the text of a field's value in mails and files: an option by its name, any other value as it is. */
export const toFieldText = (field: ContactField, value: string | null, language: Language): string | null =>
  value && isChoice(field) ? names[language][toOptionNameId(field, value)] : value;
