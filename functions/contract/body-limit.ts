/** Largest accepted request body, in bytes. */
export const bodyLimit = 64 * 1024;
