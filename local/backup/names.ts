import { dayMs } from "#functions/kernel/durations.ts";

/** Days for which a backup is stored at most. Erased data is in backups for as long. */
export const retentionDays = 30;

/** Returns the name of a backup, such as `vitrina-2026-11-23T02-15-00-000Z.age`. */
export const toBackupName = (takenAt: Date): string =>
  `vitrina-${takenAt.toISOString().replace(/[:.]/g, "-")}.age`;

/** Returns the time of a backup from its name; null for another name. */
export function toBackupTime(name: string): Date | null {
  const [, date, hour, minute, secondsAndMs] =
    /^vitrina-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3})Z\.age$/.exec(name) ?? [];
  return date ? new Date(`${date}T${hour}:${minute}:${secondsAndMs?.replace("-", ".")}Z`) : null;
}

/** Returns the backups among these names, newest first. */
export const listBackups = (names: string[]): { name: string; takenAt: Date }[] =>
  names
    .flatMap((name) => {
      const takenAt = toBackupTime(name);
      return takenAt ? [{ name, takenAt }] : [];
    })
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime());

/**
 * Returns the expired backups. The last backup of each of seven days stays, then the last of each week, and none for
 * longer than 30 days.
 */
export function listExpired(names: string[], now: Date): string[] {
  const filledSlots = new Set<string>();
  return listBackups(names)
    .filter(({ takenAt }) => {
      const age = now.getTime() - takenAt.getTime();
      if (age > retentionDays * dayMs) return true;
      const days = Math.floor(takenAt.getTime() / dayMs);
      const slot = age < 7 * dayMs ? `day ${days}` : `week ${Math.floor(days / 7)}`;
      if (filledSlots.has(slot)) return true;
      filledSlots.add(slot);
      return false;
    })
    .map(({ name }) => name);
}
