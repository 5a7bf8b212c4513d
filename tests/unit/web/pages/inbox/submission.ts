import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { createStoredSubmission } from "../../../../support/submission.ts";

const begin = Date.parse("2026-11-20T12:00:00.000Z");

/** Creates a message for tests. A message with a higher `minute` is newer. */
export const createSubmission = (
  id: string,
  minute = 0,
  fields: Partial<FullSubmission> = {},
): FullSubmission => ({
  ...createStoredSubmission(begin + minute * 60_000, { id, name: id, email: `${id}@guaria.example` }),
  phone_numbers: { phone: [], message: [] },
  sender_block: null,
  ...fields,
});
