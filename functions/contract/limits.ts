/** Longest accepted values, in characters (code points), shared by the form, the edge and the database. */
export const limits = {
  name: 200,
  email: 254,
  phone: 40,
  company: 200,
  message: 5000,
} as const;

/** Largest accepted request body, in bytes. */
export const bodyLimit = 64 * 1024;

/** Rows a page of the inbox has, when nothing is said and at most. */
export const pageSize = { default: 50, maximum: 100 } as const;

/** Submissions that one bulk call takes: as ids, and of those that match a search. */
export const bulkSize = { ids: 500, matching: 2_000 } as const;
