import { type ContactField, contactFields, type FieldColumn, toColumn } from "#functions/contract/contact.ts";
import { toMarks } from "#functions/contract/submission.ts";
import type { StoredSubmission } from "./fake-api/submission-store.ts";

const emptyFields = Object.fromEntries(contactFields.map((field) => [toColumn(field), null])) as Record<
  FieldColumn<ContactField>,
  null
>;

/** Creates a submission with these fields, by default an unread one of Ana without optional fields. */
export const createStoredSubmission = (
  createdAtMs: number,
  fields: Partial<StoredSubmission>,
): StoredSubmission => ({
  ...emptyFields,
  id: crypto.randomUUID(),
  name: "Ana",
  email: "ana@example.com",
  language: "es",
  ...toMarks(false),
  created_at: new Date(createdAtMs).toISOString(),
  doubts: [],
  acknowledgement: null,
  state: "unanswered",
  assignee: null,
  revision: 1,
  first_answer_at: null,
  ...fields,
});
