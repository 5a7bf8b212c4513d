import { dayMs } from "#functions/kernel/durations.ts";

/** Days for which a backup is stored at most. Erased data is in backups for as long. */
export const keptDays = 30;

/** Returns the name of a backup, such as `vitrina-2026-11-23T02-15-00-000Z.age`. */
export const nameOf = (takenAt: Date): string => `vitrina-${takenAt.toISOString().replace(/[:.]/g, "-")}.age`;

/** Returns the time of a backup from its name; null for another name. */
export function timeOf(name: string): Date | null {
  const [, date, hour, minute, rest] =
    /^vitrina-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3})Z\.age$/.exec(name) ?? [];
  return date ? new Date(`${date}T${hour}:${minute}:${rest?.replace("-", ".")}Z`) : null;
}

/** Returns the backups among these names, newest first. */
export const backupsAmong = (names: string[]): { name: string; takenAt: Date }[] =>
  names
    .flatMap((name) => {
      const takenAt = timeOf(name);
      return takenAt ? [{ name, takenAt }] : [];
    })
    .sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime());

/**
 * Returns the expired backups. The last backup of each of seven days stays, then the last of each week, and none for
 * longer than 30 days.
 */
export function expired(names: string[], now: Date): string[] {
  const taken = new Set<string>();
  return backupsAmong(names)
    .filter(({ takenAt }) => {
      const age = now.getTime() - takenAt.getTime();
      if (age > keptDays * dayMs) return true;
      const days = Math.floor(takenAt.getTime() / dayMs);
      const slot = age < 7 * dayMs ? `day ${days}` : `week ${Math.floor(days / 7)}`;
      if (taken.has(slot)) return true;
      taken.add(slot);
      return false;
    })
    .map(({ name }) => name);
}
