import type { StoredSubmission } from "./fake-api/submission-store.ts";

/** Creates a submission with these fields, by default an unread one of Ana without optional fields. */
export const createStoredSubmission = (
  createdAtMs: number,
  fields: Partial<StoredSubmission>,
): StoredSubmission => ({
  id: crypto.randomUUID(),
  name: "Ana",
  email: "ana@example.com",
  phone: null,
  company: null,
  service_type: null,
  source: null,
  message: null,
  language: "es",
  read: false,
  spam: false,
  created_at: new Date(createdAtMs).toISOString(),
  plan: null,
  meeting_day: null,
  meeting_part: null,
  doubts: [],
  acknowledgement: null,
  ...fields,
});
