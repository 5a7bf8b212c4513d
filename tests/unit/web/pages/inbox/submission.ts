import type { FullSubmission } from "#functions/contract/submission.ts";

const begin = Date.parse("2026-11-20T12:00:00.000Z");

/** Creates a message for tests. A message with a higher `minute` is newer. */
export const createSubmission = (
  id: string,
  minute = 0,
  fields: Partial<FullSubmission> = {},
): FullSubmission => ({
  id,
  name: id,
  email: `${id}@guaria.example`,
  phone: null,
  company: null,
  service_type: null,
  source: null,
  message: null,
  language: "es",
  read: false,
  spam: false,
  doubts: [],
  plan: null,
  meeting_day: null,
  meeting_part: null,
  phone_number: null,
  sender_block: null,
  created_at: new Date(begin + minute * 60_000).toISOString(),
  ...fields,
});
