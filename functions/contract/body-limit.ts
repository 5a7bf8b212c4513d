/** Largest accepted request body, in bytes. */
export const bodyLimit = 64 * 1024;

/** Largest form body that is read, in bytes: one over the limit is rejected, with its text back in the form. */
export const formLimit = 1024 * 1024;

/** Longest time that a body may take to arrive, in milliseconds. */
export const bodyTimeout = 10_000;

/** How many arrays and objects may stand in each other in a JSON body. */
export const bodyDepth = 32;
