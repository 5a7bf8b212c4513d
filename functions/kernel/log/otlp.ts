import type { LogLine } from "./log.ts";

// SeverityNumber of OpenTelemetry's model of logs.
const info = { severityNumber: 9, severityText: "INFO" };
const error = { severityNumber: 17, severityText: "ERROR" };

/** Lines as a body of OTLP over HTTP in JSON (`/v1/logs`). */
export const toOtlp = (lines: readonly LogLine[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [toAttribute(["service.name", "vitrina"])] },
      scopeLogs: [{ scope: { name: "vitrina" }, logRecords: lines.map(toRecord) }],
    },
  ],
});

const toRecord = ({ time, ...fields }: LogLine) => ({
  // In nanoseconds, which no number of JavaScript holds.
  timeUnixNano: `${Date.parse(time)}000000`,
  ...("fault" in fields ? error : info),
  body: { stringValue: JSON.stringify(fields) },
  attributes: Object.entries(fields).map(toAttribute),
});

const toAttribute = ([key, value]: [string, unknown]) => ({ key, value: toValue(value) });

function toValue(value: unknown) {
  if (typeof value === "boolean") return { boolValue: value };
  if (Number.isSafeInteger(value)) return { intValue: String(value) };
  if (typeof value === "number") return { doubleValue: value };
  return { stringValue: typeof value === "string" ? value : JSON.stringify(value) };
}
