import { type LogSink, readLogSink } from "#functions/env.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { type LogLine, setSecondReader } from "./log.ts";

// SeverityNumber of OpenTelemetry's data model for logs.
const info = { severityNumber: 9, severityText: "INFO" };
const error = { severityNumber: 17, severityText: "ERROR" };

/** Converts lines to the body of an OTLP request over HTTP in JSON (`/v1/logs`). */
const toOtlp = (lines: readonly LogLine[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [toAttribute(["service.name", "vitrina"])] },
      scopeLogs: [{ scope: { name: "vitrina" }, logRecords: lines.map(toRecord) }],
    },
  ],
});

/** Converts a line to a log record of OTLP. A line with a `fault` is an error. */
const toRecord = ({ time, ...fields }: LogLine) => ({
  // Nanoseconds exceed the safe integers of JavaScript.
  timeUnixNano: `${Date.parse(time)}000000`,
  ...("fault" in fields ? error : info),
  body: { stringValue: JSON.stringify(fields) },
  attributes: Object.entries(fields).map(toAttribute),
});

const toAttribute = ([key, value]: [string, unknown]) => ({ key, value: toValue(value) });

/** Converts a field's value to an `AnyValue` of OTLP; objects become JSON text. */
function toValue(value: unknown) {
  if (typeof value === "boolean") return { boolValue: value };
  if (Number.isSafeInteger(value)) return { intValue: String(value) };
  if (typeof value === "number") return { doubleValue: value };
  return { stringValue: typeof value === "string" ? value : JSON.stringify(value) };
}

// The log's lines are sent to a sink where they can be searched, because Pages stores none. They leave after the
// response, in batches of several requests. A slow or unavailable sink only loses lines.

/** Delay before a batch is sent, in milliseconds, so that it includes lines written after the response. */
const batchDelayMs = 500;
/** Time limit of the sink, in milliseconds. */
const timeoutMs = 2_000;
/** Maximum number of waiting lines. */
const maxWaitingLines = 1_000;

// State of this isolate.
let waitingLines: LogLine[] = [];
let lostLines = 0;

/** Collects a line for the next batch. Beyond the maximum, lines are only counted. */
function collectLine(line: LogLine): void {
  if (waitingLines.length < maxWaitingLines) waitingLines.push(line);
  else lostLines += 1;
}

/**
 * Starts to collect lines for the sink of the environment, if it has one.
 * @returns a function for `waitUntil`, called once the request has written its line; it sends the waiting lines and
 * never rejects. Null without a sink
 */
export function openLogSink(bindings: Record<string, unknown>): (() => Promise<void>) | null {
  const sink = readLogSink(bindings);
  if (!sink) return null;
  setSecondReader(collectLine);
  return () => sendLines(sink);
}

/**
 * Sends all waiting lines as one batch, with a line that counts the lines lost before. A failed batch is not repeated
 * but counted as lost.
 */
async function sendLines(sink: LogSink): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, batchDelayMs));
  const lines = waitingLines;
  // Another request has already sent the lines.
  if (lines.length === 0) return;
  const lostCount = lostLines;
  waitingLines = [];
  lostLines = 0;
  const lossLine = { time: new Date().toISOString(), event: "lines_lost", lines_lost: lostCount };
  try {
    await postBatch(sink, lostCount > 0 ? [...lines, lossLine] : lines);
  } catch {
    lostLines += lostCount + lines.length;
  }
}

/** Posts a batch to the sink, in the format of its settings. @throws Error if the sink does not accept it */
async function postBatch(sink: LogSink, lines: LogLine[]): Promise<void> {
  const { LOG_SINK_URL: url, LOG_SINK_TOKEN: token, LOG_SINK_FORMAT: format } = sink;
  const response = await fetchDirectly(url, {
    method: "POST",
    headers: {
      "Content-Type": format === "otlp" ? "application/json" : "application/x-ndjson",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body:
      format === "otlp"
        ? JSON.stringify(toOtlp(lines))
        : lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The sink answered with ${response.status}`);
}
