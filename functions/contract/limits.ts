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
