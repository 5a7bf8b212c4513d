/**
 * Where the way of a canary ended, in its order: the site did not take it, the database is away or does not have it, the provider did not take its
 * mail, or did not deliver it.
 */
export const canaryStages = ["form", "database", "mail", "delivery"] as const;
export type CanaryStage = (typeof canaryStages)[number];
