import { openClient } from "#local/neon/client.ts";
import { personalTables } from "#local/privacy/places.ts";
import type { openNeon } from "./neon.ts";
import { prepareDatabase } from "./steps/database.ts";

/**
 * Creates a branch of the live database, with this version's schema and no personal data. On failure, or when `signal`
 * stops it, the branch is removed, because it still has personal data. Returns its logins and the applied migrations.
 * @throws Error that says so if the branch could not be removed
 */
export async function createAnonymousBranch(
  neon: ReturnType<typeof openNeon>,
  project: string,
  name: string,
  signal: AbortSignal,
) {
  try {
    // The signal does not stop the creation: a branch without an id could not be removed.
    const ownerUrl = await neon.findOrCreateBranch(project, name);
    return { ownerUrl, ...(await unlessStopped(prepareBranch(ownerUrl), signal)) };
  } catch (error) {
    await neon.removeBranch(project, name).catch(({ message }: Error) => {
      throw new Error(
        `${(error as Error).message}\nThe branch ${name} of the database has real people's data and could not be removed: remove it at Neon. ${message}`,
      );
    });
    throw error;
  }
}

/** Waits for `work`, and rejects as soon as `signal` is aborted. The work itself continues. */
function unlessStopped<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const rejection = new Promise<never>((_, reject) => {
    const rejectStopped = () => reject(signal.reason);
    if (signal.aborted) rejectStopped();
    signal.addEventListener("abort", rejectStopped, { once: true });
  });
  return Promise.race([work, rejection]);
}

/** Migrates a branch to this version and deletes its personal data. Returns the migrations and the edge's password. */
async function prepareBranch(ownerUrl: string) {
  let edgePassword = "";
  // On the branch the role edge still has the live password. It gets another one.
  const applied = await prepareDatabase(ownerUrl, undefined, (newPassword) => {
    edgePassword = newPassword;
  });
  await deletePersonalData(ownerUrl);
  return { edgePassword, applied };
}

// A trigger forbids truncating these tables.
const audits = ["account_events", "inbox_actions", "privacy_events"];
// The cascade empties the texts of messages.
const tables = Object.keys(personalTables).filter((table) => table !== "submission_texts");

/**
 * Empties every table with personal data, because the preview must not have the rows of real users. The migrations have
 * run on those rows before, as they will on the live database.
 */
async function deletePersonalData(ownerUrl: string): Promise<void> {
  const owner = await openClient(ownerUrl);
  try {
    const setTriggers = (state: string) =>
      audits.map((table) => `alter table ${table} ${state} trigger ${table}_no_truncate;`).join(" ");
    await owner.query("begin");
    await owner.query(setTriggers("disable"));
    await owner.query(`truncate ${tables.join(", ")} cascade`);
    await owner.query(setTriggers("enable"));
    await owner.query("commit");
  } finally {
    await owner.end();
  }
}
