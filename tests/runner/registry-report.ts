import type { Outcome } from "./step.ts";

type Severity = "info" | "low" | "moderate" | "high" | "critical";
type Advisory = { title: string; url: string; severity: Severity };
type Audit = {
  vulnerabilities?: Record<string, { via: (string | Advisory)[]; nodes: string[] }>;
};
type Signatures = { invalid?: { name: string; version: string }[]; missing?: unknown[] };

/** Answers of the registry: the output of `npm audit --json` and of `npm audit signatures --json`. */
export type RegistryReport = { advisories: string; signatures: string };

const parsed = <T>(text: string): T | null => {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
};

const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], files: new Map(), times: new Map() };
const unavailable = (what: string): Outcome => ({
  ...nothing,
  skipped: 1,
  notes: [`${what}: skipped, the registry did not answer`],
});

const isGrave = ({ severity }: Advisory) => severity === "high" || severity === "critical";

/**
 * Returns the outcome of the advisories: severe advisories of deployed packages fail, all others are notes.
 * @param isProduction Returns whether the package in a folder is deployed.
 */
export function readAdvisories(text: string, isProduction: (path: string) => boolean): Outcome {
  const { vulnerabilities } = parsed<Audit>(text) ?? {};
  if (!vulnerabilities) return unavailable("advisories");
  const found = Object.entries(vulnerabilities).flatMap(([name, { via, nodes }]) =>
    via.flatMap((advisory) =>
      typeof advisory === "string" ? [] : [{ name, advisory, isDeployed: nodes.some(isProduction) }],
    ),
  );
  const say = ({ name, advisory, isDeployed }: (typeof found)[number]) =>
    `${name}${isDeployed ? "" : " (a tool)"}: ${advisory.severity}, ${advisory.title}, ${advisory.url}`;
  const grave = found.filter(({ advisory, isDeployed }) => isDeployed && isGrave(advisory));
  return {
    ...nothing,
    passed: grave.length === 0 ? 1 : 0,
    failed: grave.length,
    failures: grave.map(say),
    notes: found.filter((each) => !grave.includes(each)).map(say),
  };
}

/** Returns the outcome of the signatures of installed packages: a signature that is not the registry's fails. */
export function readSignatures(text: string): Outcome {
  const { invalid } = parsed<Signatures>(text) ?? {};
  if (!invalid) return unavailable("signatures");
  return {
    ...nothing,
    passed: invalid.length === 0 ? 1 : 0,
    failed: invalid.length,
    failures: invalid.map(({ name, version }) => `${name} ${version}: the signature does not match the registry's`),
  };
}

/** Returns the outcome of both answers. */
export function readRegistryReport(text: string, isProduction: (path: string) => boolean): Outcome {
  const { advisories, signatures } = JSON.parse(text) as RegistryReport;
  const [one, other] = [readAdvisories(advisories, isProduction), readSignatures(signatures)];
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
    files: new Map(),
    times: new Map(),
    notes: [...(one.notes ?? []), ...(other.notes ?? [])],
  };
}
