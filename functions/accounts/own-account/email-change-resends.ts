import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { limitMailsToNewAddress } from "#functions/accounts/limits/attempts.ts";
import { chargeQueries, passed, requirePassed, waitQuery } from "#functions/accounts/limits/store.ts";
import { isStored, storeTokenQuery } from "#functions/accounts/sign-up/one-time-token-store.ts";
import type { NewOneTimeToken } from "#functions/accounts/sign-up/one-time-tokens.ts";
import {
  chargeMailQueries,
  type MailCall,
  toCallAttempt,
  toMailAttempt,
} from "#functions/accounts/sign-up/store.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { mailQuery } from "#functions/mail/index.ts";

const toPending = rowParser(
  v.pipe(
    v.object({
      account_id: v.string(),
      email: v.string(),
      new_email: v.string(),
      half: v.picklist(["current", "new"]),
      language: v.picklist(languages),
    }),
    v.transform(({ account_id: accountId, new_email: newEmail, ...row }) => ({
      accountId,
      newEmail,
      ...row,
    })),
  ),
);

/**
 * Mails the halves of an account's latest change of address again that are not confirmed yet; `email` is its current
 * address.
 * @throws TooManyAttempts
 */
export async function resendEmailChange(
  database: Database,
  call: MailCall,
  draw: (email: string) => Promise<NewOneTimeToken>,
): Promise<void> {
  const { pending, refusal } = await database.run(
    { service: "auth" },
    {
      charge: chargeMailQueries(call),
      pending: sql`
      select distinct on (half) account_id, tokens.email, new_email, half, language
      from one_time_tokens tokens join accounts on accounts.id = account_id
      where accounts.email = ${call.email} and purpose = 'email_change' and expires_at > now()
        and ${passed(toMailAttempt(call))}
        and new_email = (
          select new_email from one_time_tokens
          where account_id = accounts.id and purpose = 'email_change' and half = 'current'
          order by created_at desc limit 1
        )
        and not exists (
          select from one_time_tokens done
          where done.account_id = accounts.id and done.new_email = tokens.new_email and done.half = tokens.half
            and done.spent_at is not null
        )
      order by half, tokens.created_at desc`,
      refusal: waitQuery(toCallAttempt(call)),
    },
  );
  requirePassed(refusal);
  const again = await Promise.all(
    pending.map(toPending).map(async ({ accountId, email, newEmail, half, language }) => {
      const token = await draw(email);
      const payload = { to: email, language, ...token.mailed, half, new_email: newEmail };
      // The current address was charged with the call.
      const limits = half === "new" ? [await limitMailsToNewAddress(newEmail)] : [];
      const attempt = { id: call.attemptId, limits };
      return [
        ...chargeQueries(attempt),
        storeTokenQuery(token, sql`id = ${accountId} and ${passed(attempt)}`, { change: { newEmail, half } }),
        mailQuery({ kind: "confirm_email_change", payload }, isStored(token)),
      ];
    }),
  );
  if (again.length > 0) await database.run({ service: "auth" }, { again: again.flat() });
}
