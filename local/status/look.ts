import * as v from "valibot";
import { languages, path } from "#cms/content/site.ts";
import { canaryStages } from "#functions/contract/canary.ts";
import type { PartState } from "#functions/contract/health.ts";
import { isOut, type Seen, type StatusRecord } from "./record.ts";

// In milliseconds.
/** How long each answer may take: a visitor has gone by then. */
const timeout = 15_000;
/** How often a database is asked that no canary visits: it is awake for five minutes after each question. */
const seldom = 12 * 3_600_000;

const watch = v.object({
  cron: v.object({ status: v.picklist(["ok", "late", "unknown"]) }),
  canary: v.object({
    status: v.picklist(["ok", "failed", "late", "off", "unknown"]),
    failed: v.nullable(v.object({ stage: v.picklist(canaryStages) })),
  }),
});
const details = v.object({
  database: v.picklist(["ok", "unavailable"]),
  mail: v.object({ status: v.picklist(["ok", "late", "unknown"]) }),
});
type Watch = v.InferOutput<typeof watch>;
/** What the database was found to be; `unasked` where it was let sleep. */
type Asked = v.InferOutput<typeof details> | "unasked" | null;

/**
 * Looks at the site from outside, as a visitor and then as its own health says. The database is let sleep: where a canary has been there and
 * come back in time, that is known without it.
 */
export async function look(origin: string, known: StatusRecord | null, at: Date): Promise<Seen> {
  const [home, contact, hasStamp, watched] = await Promise.all([
    readPage(`${origin}${path("home", languages[0])}`),
    readPage(`${origin}${path("contact", languages[1])}`),
    ask(`${origin}/api/contact/form-stamp`).then(
      (response) => response.ok,
      () => false,
    ),
    askHealth(`${origin}/api/health/watch`, watch),
  ]);
  const isDatabaseAsked = watched !== null && isWorthAsking(watched, known, at);
  const asked = isDatabaseAsked ? await askHealth(`${origin}/api/health/details`, details) : "unasked";
  const stage = watched?.canary.failed?.stage;
  return {
    brand: home && brandOf(home),
    isDatabaseAsked,
    found: {
      pages: wording(home !== null && contact !== null),
      // While the database is away they wait in another place.
      messages: wording(hasStamp && stage !== "form"),
      accounts: accountsOf(watched, asked),
      mails: mailsOf(watched, asked),
    },
  };
}

const wording = (isWell: boolean): PartState => (isWell ? "well" : "broken");

/** Whether what a canary does not say is worth a question that wakes the database: when something is wrong, and otherwise seldom. */
function isWorthAsking({ canary }: Watch, known: StatusRecord | null, at: Date): boolean {
  if (canary.status === "ok") return false;
  const isTrouble = canary.status === "failed" || isOut(known, "accounts") || isOut(known, "mails");
  return isTrouble || at.getTime() - Date.parse(known?.databaseAskedAt ?? "1970-01-01") >= seldom;
}

function accountsOf(watched: Watch | null, asked: Asked): PartState {
  if (!watched || !asked) return "broken";
  if (asked !== "unasked") return wording(asked.database === "ok");
  return watched.canary.status === "ok" ? "well" : "unknown";
}

function mailsOf(watched: Watch | null, asked: Asked): PartState {
  if (!watched || !asked) return "unknown";
  const { cron, canary } = watched;
  const stage = canary.failed?.stage;
  // The cron sends what the provider did not take at once; without it no canary leaves either, so that none fails.
  if (cron.status === "late" || canary.status === "late") return "broken";
  if (stage === "mail" || stage === "delivery") return "broken";
  if (asked === "unasked") return canary.status === "ok" ? "well" : "unknown";
  return asked.mail.status === "unknown" ? "unknown" : wording(asked.mail.status === "ok");
}

const ask = (address: string) => fetch(address, { signal: AbortSignal.timeout(timeout) });

/** The HTML of a page; null where it is not there as it should be. */
async function readPage(address: string): Promise<string | null> {
  try {
    const response = await ask(address);
    const html = await response.text();
    return response.ok && /<h1[\s>]/.test(html) ? html : null;
  } catch {
    return null;
  }
}

/** What the site says of its health; null where it says nothing. */
async function askHealth<Schema extends v.GenericSchema>(
  address: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  try {
    // It says as much with 503, while the database is away.
    return v.parse(schema, await (await ask(address)).json());
  } catch {
    return null;
  }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

function brandOf(html: string): string | null {
  const content = /<meta property="og:site_name" content="([^"]*)"/.exec(html)?.[1];
  return content?.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? "") || null;
}
