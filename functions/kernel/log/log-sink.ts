import { type LogSink, readLogSink } from "#functions/env.ts";
import { alsoLogTo, type LogLine } from "./log.ts";

// SeverityNumber of OpenTelemetry's model of logs.
const info = { severityNumber: 9, severityText: "INFO" };
const error = { severityNumber: 17, severityText: "ERROR" };

/** Lines as a body of OTLP over HTTP in JSON (`/v1/logs`). */
const toOtlp = (lines: readonly LogLine[]) => ({
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

// Where the lines of the log are kept so that they can be searched: Pages keeps none. They leave after the answer, those of some
// requests together, and a sink that is away or slow costs nothing but lines.

/** How long lines are gathered after an answer, in milliseconds: what is written after it goes along. */
const gathering = 500;
/** How long the sink may take, in milliseconds. */
const timeout = 2_000;
/** How many lines wait at most. */
const mostWaiting = 1_000;

// Of this isolate, for as long as it lives.
let waiting: LogLine[] = [];
let lost = 0;

function keep(line: LogLine): void {
  if (waiting.length < mostWaiting) waiting.push(line);
  else lost += 1;
}

/**
 * Begins to keep the lines for the sink of the environment, if there is one. The answer is for `waitUntil`, once the request has written
 * its line: it sends what waits, and never rejects.
 */
export function openLogSink(bindings: Record<string, unknown>): (() => Promise<void>) | null {
  const sink = readLogSink(bindings);
  if (!sink) return null;
  alsoLogTo(keep);
  return () => sendLines(sink);
}

async function sendLines(sink: LogSink): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, gathering));
  const lines = waiting;
  // Another request has sent them along.
  if (lines.length === 0) return;
  const before = lost;
  waiting = [];
  lost = 0;
  const counted = { time: new Date().toISOString(), event: "lines_lost", lines_lost: before };
  try {
    await post(sink, before > 0 ? [...lines, counted] : lines);
  } catch {
    lost += before + lines.length;
  }
}

async function post(sink: LogSink, lines: LogLine[]): Promise<void> {
  const { LOG_SINK_URL: url, LOG_SINK_TOKEN: token, LOG_SINK_FORMAT: format } = sink;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": format === "otlp" ? "application/json" : "application/x-ndjson",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body:
      format === "otlp"
        ? JSON.stringify(toOtlp(lines))
        : lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    // What is sent is for the address that was configured only.
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The sink answered with ${response.status}`);
}
