/** Whether a message is shown as it is written: without placeholders, tags or quoted signs (ICU MessageFormat). */
export const isPlain = (message: unknown): message is string =>
  typeof message === "string" && !/[{<']/.test(message);
