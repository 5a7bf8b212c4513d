import * as v from "valibot";
import { listAttemptKeys } from "#functions/accounts/limits/attempts.ts";
import { getAddressRateKey } from "#functions/contact/rates.ts";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";

/** A person, identified by an address, with the derived keys. */
export type Person = Awaited<ReturnType<typeof findPerson>>;

const toAccount = rowParser(
  v.object({ id: v.string(), is_administrator: v.boolean(), other_administrators: v.number() }),
);

/**
 * Returns the keys by which the export and the erasure of personal data find a person's rows. A person without an
 * account may have sent messages.
 */
export async function findPerson(address: DatabaseAddress, requestedEmail: string) {
  const email = requestedEmail.trim().toLowerCase();
  const { accountRows } = await openOperatorTransactions(address)({
    accountRows: sql`
      select accounts.id, coalesce(role = 'admin', false) as is_administrator,
        (select count(*)::integer from profiles other where role = 'admin' and other.user_id <> accounts.id) as other_administrators
      from accounts left join profiles on profiles.user_id = accounts.id
      where accounts.email = ${email}`,
  });
  const account = firstRow(accountRows, toAccount);
  const accountId = account?.id ?? null;
  return {
    /** In lower case. */
    email,
    accountId,
    /** Keys of the person's counters of sign-in attempts and mails, in hexadecimal. */
    attemptKeys: await listAttemptKeys(email, accountId),
    rateKey: await getAddressRateKey(email),
    isAdministrator: account?.is_administrator ?? false,
    /** Whether no other administrator exists. */
    isLast: account?.other_administrators === 0,
  };
}
