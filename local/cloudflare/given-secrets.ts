/** Secrets that were given, by name. */
export type Secrets = Record<string, string>;

/** Takes given secrets over; those that have no value are taken away. */
export const mergeSecrets = (into: Secrets, given: Record<string, string | null | undefined>) => {
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined) delete into[key];
    else into[key] = value;
  }
};
