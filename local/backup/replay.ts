import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import type { Query } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { collectErasures, type Erasures, eraseAgain } from "./erasures.ts";
import { type Access, collectAccess, revokeAgain } from "./revocations.ts";
import type { Row } from "./rows.ts";
import { credentialTables } from "./tables.ts";

/** The erasures and the access of a later state of the database. */
export type LaterState = { erasures: Erasures; access: Access };

/**
 * Reads what a restore repeats from rows of a time after the backup: of the live database, or of a newer backup. These
 * are the erasures, and the accounts, administrators, passkeys and own-message links that still have access.
 */
export async function readLaterState(rows: AsyncIterable<Row>): Promise<LaterState> {
  const [erasures, access] = [collectErasures(), collectAccess()];
  for await (const row of rows) {
    erasures.add(row);
    access.add(row);
  }
  return { erasures: erasures.erasures, access: access.access };
}

/**
 * Repeats erasures and revocations in a restored database of an earlier time, according to a later state. Deletes
 * sessions, codes, tokens and waiting mails, which a Neon branch still has, unlike a backup. Returns the counts.
 */
export async function replay(address: DatabaseAddress, { erasures, access }: LaterState) {
  const deletions = credentialTables.map((table): Query => ({ text: `delete from ${table}`, values: [] }));
  await openOperatorTransactions(address)({ deletions });
  const erasedCounts = await eraseAgain(address, erasures);
  return { erasedCounts, revokedCounts: await revokeAgain(address, access) };
}
