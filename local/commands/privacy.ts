// `npm run privacy -- export EMAIL | erase EMAIL`: exports or erases all personal data of an address. The data is in
// DATABASE_URL or the local database, in the spool, and in the bucket of files.
import { writeFile } from "node:fs/promises";
import { isAddress } from "#functions/contract/email.ts";
import { exportFiles } from "#local/privacy/files.ts";
import { findPerson } from "#local/privacy/person.ts";
import { eraseRecords, exportRecords, startErasure, waitingMessagesName } from "#local/privacy/records.ts";
import { findWaiting, openSpools, type Spool } from "#local/privacy/spool.ts";
import { say } from "#local/processes/terminal.ts";
import { createCommand, jsonOption, printJson, runCommand } from "./cli.ts";
import { findDatabase } from "./find-database.ts";

function printCounts(counts: Record<string, number>): void {
  for (const [dataName, count] of Object.entries(counts)) say(`  ${dataName}  ${count}`);
}

/**
 * Runs `npm run privacy -- export`: writes the stored data about a person, without secrets, into a new file, and the
 * content of the person's files into a folder beside it.
 */
async function exportPerson(
  requestedEmail: string,
  spools: Spool[],
  { json }: PrivacyOptions,
): Promise<void> {
  const database = await findDatabase();
  const { email, ...person } = await findPerson(database, requestedEmail);
  // Read the spool first: a message that leaves it meanwhile is found in the database.
  const waitingMessages = await findWaiting(spools, email);
  const records = await exportRecords(database, { email, ...person });
  const exportedAt = new Date().toISOString();
  const folder = `privacy-export-${exportedAt.replace(/[:.]/g, "-")}`;
  const waitingFiles = waitingMessages.flatMap(({ files }) => files);
  const attachments = await exportFiles([...waitingFiles, ...(records.attachments ?? [])], folder);
  const data = {
    ...records,
    attachments,
    [waitingMessagesName]: waitingMessages.map(({ message }) => message),
  };
  const counts = Object.entries(data).map(([dataName, rows]) => [dataName, rows.length] as const);
  const nonEmptyCounts = counts.filter(([, count]) => count > 0);
  if (nonEmptyCounts.length === 0) {
    return json
      ? printJson({ email, file: null, folder: null, missing_files: [], counts: {} })
      : say(`Nothing is kept of ${email}.`);
  }
  const file = `${folder}.json`;
  const text = JSON.stringify(
    { format: "vitrina-privacy-1", email, exported_at: exportedAt, kept: data },
    null,
    2,
  );
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: "wx" });
  const missing = attachments.filter((attachment) => attachment.file === null).map(({ id }) => id);
  const answer = { email, file, folder: attachments.length > 0 ? folder : null, missing_files: missing };
  if (json) return printJson({ ...answer, counts: Object.fromEntries(nonEmptyCounts) });
  say(`${file} has all stored data about ${email}, without secrets:`);
  printCounts(Object.fromEntries(nonEmptyCounts));
  if (answer.folder)
    say(`The folder ${folder} has the content of ${attachments.length - missing.length} files.`);
  if (missing.length > 0) say(`The bucket lacks the content of these files: ${missing.join(", ")}.`);
}

/** Runs `npm run privacy -- erase`. Rejects an administrator, whose role the operator has to revoke first. */
async function erasePerson(requestedEmail: string, spools: Spool[], { json }: PrivacyOptions): Promise<void> {
  const database = await findDatabase();
  const person = await findPerson(database, requestedEmail);
  const { email, isAdministrator, isLast } = person;
  if (isAdministrator) throw administratorError(email, isLast);
  // Empty the spool before the database: a message that leaves it meanwhile is erased there.
  const waitingMessages = await findWaiting(spools, email);
  const unfinishedSince = await startErasure(database, person, waitingMessages);
  for (const { remove } of waitingMessages) await remove();
  const counts = await eraseRecords(database, person, waitingMessages.length);
  if (!counts) throw administratorError(email, false);
  if (json) return printJson({ email, counts, unfinished_since: unfinishedSince });
  if (unfinishedSince) say(`This finishes the erasure of ${unfinishedSince}, which was interrupted.`);
  if (Object.keys(counts).length === 0) return say(`Nothing is kept of ${email}.`);
  say(`What was kept of ${email} is erased:`);
  printCounts(counts);
  say("The command cannot erase sent mails: delete the notices in the company's mailbox as well.");
}

/** Creates the error for the erasure of an administrator, who has to lose the role first so that one always remains. */
const administratorError = (email: string, isLast: boolean) =>
  new Error(
    isLast
      ? `${email} is the only administrator, and nothing was erased: make someone else one, then take the role away with npm run admin -- revoke ${email}, and erase it then.`
      : `${email} is an administrator, and nothing was erased: take the role away with npm run admin -- revoke ${email}, and erase it then.`,
  );

type PrivacyOptions = { json?: true };

/** Returns a command that runs an action on the data of the person with an address, with every spool open. */
const onPerson =
  (action: (email: string, spools: Spool[], options: PrivacyOptions) => Promise<void>) =>
  async (email: string, options: PrivacyOptions): Promise<void> => {
    if (!isAddress(email)) throw new Error(`${email} is no email address.`);
    const spools = await openSpools();
    await action(email, spools, options).finally(() => Promise.all(spools.map((spool) => spool.close())));
  };

const command = createCommand(
  "npm run privacy",
  "Exports or erases all data about a person in DATABASE_URL or the local database.",
);
command
  .command("export <email>")
  .description(
    "write the data to a new file in this folder, without secrets, and the content of files to a folder beside it",
  )
  .option(...jsonOption)
  .action(onPerson(exportPerson));
command
  .command("erase <email>")
  .description("erase the data, and the messages in the spool")
  .option(...jsonOption)
  .action(onPerson(erasePerson));

await runCommand(command);
