import * as v from "valibot";
import { companyDay } from "#functions/contract/meeting.ts";

/** What a visitor can do with the site, each of which can be out of order. */
export const parts = ["pages", "messages", "accounts", "mails"] as const;
export type Part = (typeof parts)[number];

/** How a part was found; `unknown` where what is known of it could not be asked. */
export type Found = Record<Part, "well" | "broken" | "unknown">;

/** How long the record goes back, in days of the company's time zone, today included. */
export const span = 90;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const looks = v.object({ well: count, broken: count });
const instant = v.pipe(v.string(), v.isoTimestamp());

const schema = v.object({
  /** The company's name, as the site says it. */
  brand: v.string(),
  lookedAt: instant,
  /** How often each part was looked at on each day (`YYYY-MM-DD`), and how often it was well or not. */
  days: v.record(v.string(), v.object({ pages: looks, messages: looks, accounts: looks, mails: looks })),
  /** When a part was out of order, the newest last; `until` is null while it is. */
  outages: v.array(v.object({ part: v.picklist(parts), from: instant, until: v.nullable(instant) })),
});

/** What was found at the site in the last 90 days. */
export type StatusRecord = v.InferOutput<typeof schema>;

/** A record that was written before. @throws Error for what is none */
export function readRecord(text: string): StatusRecord {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (cause) {
    throw new Error("is no record of this command: move it away, or bring back the last one", { cause });
  }
}

/** The days that a record has room for, the oldest first. */
export function daysUpTo(day: string): string[] {
  const last = new Date(`${day}T12:00:00Z`).getTime();
  return Array.from({ length: span }, (_, index) =>
    new Date(last - (span - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

const noLooks = () => ({ well: 0, broken: 0 });

/** The record with what was found at a moment; what is older than 90 days is gone. */
export function add(
  record: StatusRecord | null,
  { brand, found }: { brand: string | null; found: Found },
  at: Date,
) {
  const today = companyDay(at);
  const kept = daysUpTo(today);
  const day = record?.days[today] ?? {
    pages: noLooks(),
    messages: noLooks(),
    accounts: noLooks(),
    mails: noLooks(),
  };
  let outages = (record?.outages ?? []).filter(
    ({ until }) => until === null || companyDay(new Date(until)) >= (kept[0] ?? today),
  );
  const counted = { ...day };
  for (const part of parts) {
    const state = found[part];
    if (state === "unknown") continue;
    counted[part] = { ...day[part], [state]: day[part][state] + 1 };
    const isOpen = (outage: StatusRecord["outages"][number]) => outage.part === part && outage.until === null;
    if (state === "broken" && !outages.some(isOpen)) {
      outages = [...outages, { part, from: at.toISOString(), until: null }];
    } else if (state === "well") {
      outages = outages.map((outage) => (isOpen(outage) ? { ...outage, until: at.toISOString() } : outage));
    }
  }
  const days = Object.fromEntries(
    Object.entries({ ...record?.days, [today]: counted })
      .filter(([name]) => kept.includes(name))
      .sort(([one], [other]) => one.localeCompare(other)),
  );
  return {
    brand: brand ?? record?.brand ?? "",
    lookedAt: at.toISOString(),
    days,
    outages,
  } satisfies StatusRecord;
}

/** Which part of the looks of all days found a part well, 0 to 1; null where there was none. */
export function shareWell({ days }: StatusRecord, part: Part): number | null {
  const all = Object.values(days).map((day) => day[part]);
  const well = all.reduce((sum, each) => sum + each.well, 0);
  const broken = all.reduce((sum, each) => sum + each.broken, 0);
  return well + broken === 0 ? null : well / (well + broken);
}
