import { dayMs } from "#functions/kernel/durations.ts";

/** The types of stored files: backups, signed lists, and the content of single files. */
type StoredType = "age" | "list" | "file";

/** Days for which a backup is stored at most. Erased data is in backups for as long. */
export const retentionDays = 30;

const toStem = (takenAt: Date): string => `vitrina-${takenAt.toISOString().replace(/[:.]/g, "-")}`;

/** Returns the name of a backup, such as `vitrina-2026-11-23T02-15-00-000Z.age`. */
export const toBackupName = (takenAt: Date): string => `${toStem(takenAt)}.age`;

/** Returns the name of the signed list that the run of a backup writes. */
export const toListName = (takenAt: Date): string => `${toStem(takenAt)}.list`;

/** Returns the name under which the run of a backup stores the content of a file. */
export const toAttachmentName = (takenAt: Date, id: string): string => `${toStem(takenAt)}.${id}.file`;

/** Returns the time of the backup that stored a name of this type; null for another name. */
export function toBackupTime(name: string, type: StoredType = "age"): Date | null {
  const [, date, hour, minute, secondsAndMs, nameType] =
    /^vitrina-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3})Z\.(?:[\da-f-]{36}\.(?=file$))?(age|list|file)$/.exec(
      name,
    ) ?? [];
  return date && nameType === type
    ? new Date(`${date}T${hour}:${minute}:${secondsAndMs?.replace("-", ".")}Z`)
    : null;
}

/** Returns the backups among these names, or what they stored of another type, newest first. */
export const listBackups = (names: string[], type: StoredType = "age"): { name: string; takenAt: Date }[] =>
  names
    .flatMap((name) => {
      const takenAt = toBackupTime(name, type);
      return takenAt ? [{ name, takenAt }] : [];
    })
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime());

/**
 * Returns the expired backups, lists and files. The last backup of each of seven days stays, then the last of each week.
 * Nothing stays for longer than 30 days.
 */
export function listExpired(names: string[], now: Date): string[] {
  const filledSlots = new Set<string>();
  const isTooOld = (takenAt: Date) => now.getTime() - takenAt.getTime() > retentionDays * dayMs;
  const expiredOthers = [...listBackups(names, "list"), ...listBackups(names, "file")].filter(({ takenAt }) =>
    isTooOld(takenAt),
  );
  const expiredBackups = listBackups(names).filter(({ takenAt }) => {
    if (isTooOld(takenAt)) return true;
    const days = Math.floor(takenAt.getTime() / dayMs);
    const slot =
      now.getTime() - takenAt.getTime() < 7 * dayMs ? `day ${days}` : `week ${Math.floor(days / 7)}`;
    if (filledSlots.has(slot)) return true;
    filledSlots.add(slot);
    return false;
  });
  return [...expiredBackups, ...expiredOthers].map(({ name }) => name);
}
