import provinces from "./cantons.json" with { type: "json" };

/** A province with some of its cantons. */
export type Area = { province: string; cantons: string[] };

/** The 84 cantons of Costa Rica (since 2022) by province, in the order of the territorial division. */
export const areas: readonly Area[] = Object.entries(provinces).map(([province, cantons]) => ({
  province,
  cantons,
}));

/** Groups the named cantons by province, in the order of the territorial division. */
export const toAreas = (names: readonly string[]): Area[] =>
  areas
    .map(({ province, cantons }) => ({
      province,
      cantons: cantons.filter((canton) => names.includes(canton)),
    }))
    .filter(({ cantons }) => cantons.length > 0);
