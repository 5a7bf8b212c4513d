/**
 * The licenses (SPDX) under which what others wrote may be shipped: none of them asks for more than its notice. That of MPL-2.0, whose
 * files are shipped as they are, says where their source is.
 */
const allowed = new Set("0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause ISC MIT MIT-0 MPL-2.0".split(" "));

/** A package of the lockfile: its folder from the repository on, and what the lockfile says of it. */
export type LockedPackage = { path: string; version: string; license?: string; isProduction: boolean };

type Locked = { version?: string; license?: string; link?: boolean } & Partial<
  Record<"dev" | "devOptional" | "optional", boolean>
>;

/** All packages of a lockfile. Those of production are what the dependencies in package.json bring with them. */
export const lockedPackages = (lockfile: string): LockedPackage[] =>
  Object.entries((JSON.parse(lockfile) as { packages: Record<string, Locked> }).packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, { version = "", license, dev, devOptional, optional }]) => ({
      path,
      version,
      ...(license && { license }),
      isProduction: !(dev || devOptional || optional),
    }));

/** Whether an SPDX expression lets us ship what it is of: of `OR` one license is enough, of `AND` all have to be allowed. */
export const isAllowed = (license: string | undefined): boolean =>
  (license ?? "")
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((each) => allowed.has(each)));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + 13);

/** What cannot be shipped, a line for each package. */
export const licenseFaults = (packages: LockedPackage[]): string[] =>
  packages
    .filter(({ license }) => !isAllowed(license))
    .map(
      ({ path, version, license }) =>
        `${nameOf(path)} ${version} is licensed ${license ?? "in no way that is known"}, which local/build/licenses.ts does not allow.`,
    );
