/**
 * SPDX licenses of third-party code that may be distributed with only its notice. Files under MPL-2.0 ship unchanged,
 * and their notice names the source.
 */
const allowedLicenses = new Set("0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause ISC MIT MIT-0 MPL-2.0".split(" "));

/** A package of the lockfile: its folder, relative to the repository, and its lockfile entry. */
export type LockedPackage = { path: string; version: string; license?: string; isProduction: boolean };

type LockfileEntry = { version?: string; license?: string; link?: boolean } & Partial<
  Record<"dev" | "devOptional" | "optional", boolean>
>;

/**
 * Returns all packages of a lockfile. Production packages are the `dependencies` of package.json and what they require,
 * without optional packages.
 */
export const listLockedPackages = (lockfile: string): LockedPackage[] =>
  Object.entries((JSON.parse(lockfile) as { packages: Record<string, LockfileEntry> }).packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, { version = "", license, dev, devOptional, optional }]) => ({
      path,
      version,
      ...(license && { license }),
      isProduction: !(dev || devOptional || optional),
    }));

/** Returns whether an SPDX expression allows distribution. `OR` needs one allowed license, `AND` needs all of them. */
export const isAllowed = (license: string | undefined): boolean =>
  (license ?? "")
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licenseName) => allowedLicenses.has(licenseName)));

export const packageNameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + 13);

/** Returns a line for each package that must not be distributed. */
export const listLicenseFaults = (packages: LockedPackage[]): string[] =>
  packages
    .filter(({ license }) => !isAllowed(license))
    .map(
      ({ path, version, license }) =>
        `${packageNameOf(path)} ${version} is licensed ${license ?? "under no known license"}, which web/build/licenses.ts does not allow.`,
    );
