import provinces from "./cantons.json" with { type: "json" };

/** Cantons of one province. */
export type Area = { province: string; cantons: string[] };

/** The cantons of Costa Rica by province, in the order of the territorial division (84 since 2022). */
export const areas: readonly Area[] = Object.entries(provinces).map(([province, cantons]) => ({
  province,
  cantons,
}));

/** Those of the cantons that `names` has, by province, in the order of the territorial division. */
export const areasOf = (names: readonly string[]): Area[] =>
  areas
    .map(({ province, cantons }) => ({
      province,
      cantons: cantons.filter((canton) => names.includes(canton)),
    }))
    .filter(({ cantons }) => cantons.length > 0);
