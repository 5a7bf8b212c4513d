import { type ContactField, contactFields } from "#functions/contract/contact.ts";

/** A contact message without any value. */
export const emptyMessage = Object.fromEntries(contactFields.map((field) => [field, null])) as Record<
  ContactField,
  null
>;
