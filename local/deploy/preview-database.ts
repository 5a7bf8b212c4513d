import { openClient } from "#local/neon/client.ts";
import { places } from "#local/privacy/places.ts";
import type { openNeon } from "./neon.ts";
import { prepareDatabase } from "./steps/database.ts";

/** The database of a preview: its branch, the logins to it, and the migrations that it had not had. */
type PreviewDatabase = { branch: string; ownerUrl: string; edgePassword: string; applied: string[] };

/**
 * Makes a branch of the live database of this version's schema with no person in it. Where that fails, or `signal` stops it, the branch goes:
 * real people are on it still.
 * @throws Error that says so where it could not be removed
 */
export async function branchWithoutPeople(
  neon: ReturnType<typeof openNeon>,
  project: string,
  name: string,
  signal: AbortSignal,
): Promise<PreviewDatabase> {
  try {
    // Not stopped halfway: what is being made could not be removed.
    const { branch, ownerUrl } = await neon.findOrCreateBranch(project, name);
    return { branch, ownerUrl, ...(await unlessStopped(prepare(ownerUrl), signal)) };
  } catch (error) {
    await neon.removeBranch(project, name).catch(({ message }: Error) => {
      throw new Error(
        `${(error as Error).message}\nThe branch ${name} of the database has real people's data and could not be removed: remove it at Neon. ${message}`,
      );
    });
    throw error;
  }
}

function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, stopped]);
}

async function prepare(ownerUrl: string) {
  let edgePassword = "";
  // The role of the edge has the live password there: it gets one of its own.
  const applied = await prepareDatabase(ownerUrl, undefined, (made) => {
    edgePassword = made;
  });
  await forgetEveryone(ownerUrl);
  return { edgePassword, applied };
}

// They let themselves be emptied by no one, where they are not a copy.
const audits = ["account_events", "inbox_actions", "privacy_events"];
// The texts of messages are emptied with them.
const tables = Object.keys(places).filter((table) => table !== "submission_texts");

/** Empties every table that has something of a person: the migrations have met the real rows, and nothing else is to. */
async function forgetEveryone(ownerUrl: string): Promise<void> {
  const owner = await openClient(ownerUrl);
  try {
    const switched = (state: string) =>
      audits.map((table) => `alter table ${table} ${state} trigger ${table}_no_truncate;`).join(" ");
    await owner.query("begin");
    await owner.query(switched("disable"));
    await owner.query(`truncate ${tables.join(", ")} cascade`);
    await owner.query(switched("enable"));
    await owner.query("commit");
  } finally {
    await owner.end();
  }
}
