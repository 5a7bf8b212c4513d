import { dayMs } from "#functions/kernel/durations.ts";

/** Days for which a backup is stored at most. Erased data is in backups for as long. */
export const retentionDays = 30;

const toStem = (takenAt: Date): string => `vitrina-${takenAt.toISOString().replace(/[:.]/g, "-")}`;

/** Returns the name of a backup, such as `vitrina-2026-11-23T02-15-00-000Z.age`. */
export const toBackupName = (takenAt: Date): string => `${toStem(takenAt)}.age`;

/** Returns the name of the signed list that the run of a backup writes. */
export const toListName = (takenAt: Date): string => `${toStem(takenAt)}.list`;

/** Returns the time of a backup from its name, or of its list from the list's name; null for another name. */
export function toBackupTime(name: string, type: "age" | "list" = "age"): Date | null {
  const [, date, hour, minute, secondsAndMs, nameType] =
    /^vitrina-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3})Z\.(age|list)$/.exec(name) ?? [];
  return date && nameType === type
    ? new Date(`${date}T${hour}:${minute}:${secondsAndMs?.replace("-", ".")}Z`)
    : null;
}

/** Returns the backups among these names, or their signed lists, newest first. */
export const listBackups = (
  names: string[],
  type: "age" | "list" = "age",
): { name: string; takenAt: Date }[] =>
  names
    .flatMap((name) => {
      const takenAt = toBackupTime(name, type);
      return takenAt ? [{ name, takenAt }] : [];
    })
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime());

/**
 * Returns the expired backups and lists. The last backup of each of seven days stays, then the last of each week. No
 * backup and no list stays for longer than 30 days.
 */
export function listExpired(names: string[], now: Date): string[] {
  const filledSlots = new Set<string>();
  const isTooOld = (takenAt: Date) => now.getTime() - takenAt.getTime() > retentionDays * dayMs;
  const expiredLists = listBackups(names, "list").filter(({ takenAt }) => isTooOld(takenAt));
  const expiredBackups = listBackups(names).filter(({ takenAt }) => {
    if (isTooOld(takenAt)) return true;
    const days = Math.floor(takenAt.getTime() / dayMs);
    const slot =
      now.getTime() - takenAt.getTime() < 7 * dayMs ? `day ${days}` : `week ${Math.floor(days / 7)}`;
    if (filledSlots.has(slot)) return true;
    filledSlots.add(slot);
    return false;
  });
  return [...expiredBackups, ...expiredLists].map(({ name }) => name);
}
