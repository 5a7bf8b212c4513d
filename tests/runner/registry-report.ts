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

type RegistryOutcome = StepOutcome & { notes: string[] };

const createSkippedOutcome = (checkName: string): RegistryOutcome => ({
  ...{ passed: 0, failed: 0, skipped: 1 },
  notes: [`${checkName}: skipped, the registry did not answer`],
});
const toOutcome = (failures: number, notes: string[]): RegistryOutcome => ({
  ...{ passed: failures === 0 ? 1 : 0, failed: failures, skipped: 0, notes },
});

const isSevere = ({ severity }: Advisory) => severity === "high" || severity === "critical";

/**
 * Returns the outcome of the advisories, with a note for each. Severe advisories of deployed packages fail.
 * @param isProduction Returns whether the package in a folder is deployed.
 */
export function readAdvisories(text: string, isProduction: (path: string) => boolean): RegistryOutcome {
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
  return toOutcome(severeFindings.length, findings.map(toLine));
}

/** Returns the outcome of the signatures of installed packages: a signature that is not the registry's fails. */
export function readSignatures(text: string): RegistryOutcome {
  const { invalid } = parseJson<Signatures>(text) ?? {};
  if (!invalid) return createSkippedOutcome("signatures");
  return toOutcome(
    invalid.length,
    invalid.map(({ name, version }) => `${name} ${version}: the signature does not match the registry's`),
  );
}

/** Returns the outcome of both answers. */
export function readRegistryReport(text: string, isProduction: (path: string) => boolean): StepOutcome {
  const { advisories, signatures } = JSON.parse(text) as RegistryReport;
  const [first, second] = [readAdvisories(advisories, isProduction), readSignatures(signatures)];
  return {
    passed: first.passed + second.passed,
    failed: first.failed + second.failed,
    skipped: first.skipped + second.skipped,
    notes: [...first.notes, ...second.notes],
  };
}
