import * as v from "valibot";
import { attemptKeysOf } from "#functions/accounts/limits/attempts.ts";
import { rateKeyOf } from "#functions/contact/rates.ts";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { operate } from "#local/commands/operator.ts";

/** A person, identified by an address, with the derived keys. */
export type Person = {
  /** In lower case. */
  email: string;
  accountId: string | null;
  /** Keys of the person's counters, in hexadecimal. */
  attemptKeys: string[];
  rateKey: string;
};

/** Whether a person is an administrator, and the last one. */
type Administration = { isAdministrator: boolean; isLast: boolean };

const toKnown = rowParser(v.object({ id: v.string(), is_administrator: v.boolean(), others: v.number() }));

/** Finds a person by their address. */
export async function findPerson(address: DatabaseAddress, given: string): Promise<Person & Administration> {
  const email = given.trim().toLowerCase();
  const { known } = await operate(address)({
    known: sql`
      select accounts.id, coalesce(role = 'admin', false) as is_administrator,
        (select count(*)::integer from profiles other where role = 'admin' and other.user_id <> accounts.id) as others
      from accounts left join profiles on profiles.user_id = accounts.id
      where accounts.email = ${email}`,
  });
  const account = firstRow(known, toKnown);
  const accountId = account?.id ?? null;
  return {
    email,
    accountId,
    attemptKeys: await attemptKeysOf(email, accountId),
    rateKey: await rateKeyOf(email),
    isAdministrator: account?.is_administrator ?? false,
    isLast: account?.others === 0,
  };
}
