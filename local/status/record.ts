import * as v from "valibot";
import { type PartState, type SitePart, siteParts } from "#functions/contract/health.ts";
import { companyDay } from "#functions/contract/meeting.ts";

/** How each part was found. */
export type Found = Record<SitePart, PartState>;

/** How long the record goes back, in days of the company's time zone, today included. */
export const span = 90;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const looks = v.object({ well: count, broken: count });
const instant = v.pipe(v.string(), v.isoTimestamp());

const schema = v.object({
  /** The company's name, as the site says it. */
  brand: v.string(),
  lookedAt: instant,
  /** When the database was asked last, which had to be awake for it. */
  databaseAskedAt: v.optional(v.nullable(instant), null),
  /** How often each part was looked at on each day (`YYYY-MM-DD`), and how often it was well or not. */
  days: v.record(v.string(), v.object({ pages: looks, messages: looks, accounts: looks, mails: looks })),
  /** When a part was out of order, the newest last; `until` is null while it is. */
  outages: v.array(v.object({ part: v.picklist(siteParts), from: instant, until: v.nullable(instant) })),
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

/** What a look has seen; `brand` is null where no page says it. */
export type Seen = { brand: string | null; found: Found; isDatabaseAsked: boolean };

/** The record with what was found at a moment; what is older than 90 days is gone. */
export function add(record: StatusRecord | null, { brand, found, isDatabaseAsked }: Seen, at: Date) {
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
  for (const part of siteParts) {
    const state = found[part];
    if (state === "unknown") continue;
    counted[part] = { ...day[part], [state]: day[part][state] + 1 };
    if (state === "broken" && !outages.some(isOpen(part))) {
      outages = [...outages, { part, from: at.toISOString(), until: null }];
    } else if (state === "well") {
      outages = outages.map((outage) =>
        isOpen(part)(outage) ? { ...outage, until: at.toISOString() } : outage,
      );
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
    databaseAskedAt: isDatabaseAsked ? at.toISOString() : (record?.databaseAskedAt ?? null),
    days,
    outages,
  } satisfies StatusRecord;
}

const isOpen = (part: SitePart) => (outage: StatusRecord["outages"][number]) =>
  outage.part === part && outage.until === null;

/** Whether a part is out of order, as far as is known. */
export const isOut = (record: StatusRecord | null, part: SitePart): boolean =>
  record?.outages.some(isOpen(part)) ?? false;

/** What is not as it was before: which parts have broken, and which are well again. */
export function changesSince(
  before: StatusRecord | null,
  now: StatusRecord,
): Record<"broken" | "mended", SitePart[]> {
  return {
    broken: siteParts.filter((part) => isOut(now, part) && !isOut(before, part)),
    mended: siteParts.filter((part) => isOut(before, part) && !isOut(now, part)),
  };
}

/** Which part of the looks of all days found a part well, 0 to 1; null where there was none. */
export function shareWell({ days }: StatusRecord, part: SitePart): number | null {
  const all = Object.values(days).map((day) => day[part]);
  const well = all.reduce((sum, each) => sum + each.well, 0);
  const broken = all.reduce((sum, each) => sum + each.broken, 0);
  return well + broken === 0 ? null : well / (well + broken);
}
