import type { StepOutcome } from "./step.ts";

type Severity = "info" | "low" | "moderate" | "high" | "critical";
type Advisory = { title: string; url: string; severity: Severity };
type Audit = {
  vulnerabilities?: Record<string, { via: (string | Advisory)[]; nodes: string[] }>;
};
type Signatures = { invalid?: { name: string; version: string }[]; missing?: unknown[] };

/** Answers of the registry: the output of `npm audit --json` and of `npm audit signatures --json`. */
export type RegistryReport = { advisories: string; signatures: string };

const parseJson = <T>(text: string): T | null => {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
};

const emptyOutcome = { passed: 0, failed: 0, skipped: 0, failures: [], files: new Map(), times: new Map() };
const createSkippedOutcome = (checkName: string): StepOutcome => ({
  ...emptyOutcome,
  skipped: 1,
  notes: [`${checkName}: skipped, the registry did not answer`],
});

const isSevere = ({ severity }: Advisory) => severity === "high" || severity === "critical";

/**
 * Returns the outcome of the advisories: severe advisories of deployed packages fail, all others are notes.
 * @param isProduction Returns whether the package in a folder is deployed.
 */
export function readAdvisories(text: string, isProduction: (path: string) => boolean): StepOutcome {
  const { vulnerabilities } = parseJson<Audit>(text) ?? {};
  if (!vulnerabilities) return createSkippedOutcome("advisories");
  const findings = Object.entries(vulnerabilities).flatMap(([name, { via, nodes }]) =>
    via.flatMap((advisory) =>
      typeof advisory === "string" ? [] : [{ name, advisory, isDeployed: nodes.some(isProduction) }],
    ),
  );
  const toLine = ({ name, advisory, isDeployed }: (typeof findings)[number]) =>
    `${name}${isDeployed ? "" : " (a tool)"}: ${advisory.severity}, ${advisory.title}, ${advisory.url}`;
  const severeFindings = findings.filter(({ advisory, isDeployed }) => isDeployed && isSevere(advisory));
  return {
    ...emptyOutcome,
    passed: severeFindings.length === 0 ? 1 : 0,
    failed: severeFindings.length,
    failures: severeFindings.map(toLine),
    notes: findings.filter((finding) => !severeFindings.includes(finding)).map(toLine),
  };
}

/** Returns the outcome of the signatures of installed packages: a signature that is not the registry's fails. */
export function readSignatures(text: string): StepOutcome {
  const { invalid } = parseJson<Signatures>(text) ?? {};
  if (!invalid) return createSkippedOutcome("signatures");
  return {
    ...emptyOutcome,
    passed: invalid.length === 0 ? 1 : 0,
    failed: invalid.length,
    failures: invalid.map(
      ({ name, version }) => `${name} ${version}: the signature does not match the registry's`,
    ),
  };
}

/** Returns the outcome of both answers. */
export function readRegistryReport(text: string, isProduction: (path: string) => boolean): StepOutcome {
  const { advisories, signatures } = JSON.parse(text) as RegistryReport;
  const [advisoryOutcome, signatureOutcome] = [
    readAdvisories(advisories, isProduction),
    readSignatures(signatures),
  ];
  return {
    passed: advisoryOutcome.passed + signatureOutcome.passed,
    failed: advisoryOutcome.failed + signatureOutcome.failed,
    skipped: advisoryOutcome.skipped + signatureOutcome.skipped,
    failures: [...advisoryOutcome.failures, ...signatureOutcome.failures],
    files: new Map(),
    times: new Map(),
    notes: [...(advisoryOutcome.notes ?? []), ...(signatureOutcome.notes ?? [])],
  };
}
