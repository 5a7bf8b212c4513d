import type { Language } from "#cms/content/site.ts";
import type { NewOneTimeToken } from "#functions/auth/one-time-tokens.ts";
import { passed, waitOf, waitQuery } from "./attempt-limits.ts";
import { type Database, sql } from "./database.ts";
import { isStored, storeTokenQuery } from "./one-time-tokens.ts";
import { mailQuery } from "./outgoing-mails.ts";
import { callOf, chargeMailQueries, type MailCall, mailOf } from "./sign-ups.ts";

type Pending = {
  account_id: string;
  email: string;
  new_email: string;
  half: "current" | "new";
  language: Language;
};

/**
 * Mails the halves of an account's latest change of address again that are not confirmed yet; `email` is its current
 * address. Answers with the seconds to wait when it was refused, else null.
 */
export async function resendEmailChange(
  database: Database,
  call: MailCall,
  draw: (email: string) => Promise<NewOneTimeToken>,
): Promise<number | null> {
  const results = await database.run({ service: "auth" }, [
    ...chargeMailQueries(call),
    sql`
      select distinct on (half) account_id, tokens.email, new_email, half, language
      from one_time_tokens tokens join accounts on accounts.id = account_id
      where accounts.email = ${call.email} and purpose = 'email_change' and expires_at > now()
        and ${passed(mailOf(call))}
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
    waitQuery(callOf(call)),
  ]);
  const [pending = [], refusal] = results.slice(-2) as [Pending[], Record<string, unknown>[]];
  const again = await Promise.all(
    pending.map(async ({ account_id, email, new_email, half, language }) => {
      const token = await draw(email);
      const payload = { to: email, language, ...token.mailed, half, new_email };
      return [
        storeTokenQuery(token, sql`id = ${account_id}`, { change: { newEmail: new_email, half } }),
        mailQuery({ kind: "confirm_email_change", payload }, isStored(token)),
      ];
    }),
  );
  if (again.length > 0) await database.run({ service: "auth" }, again.flat());
  return waitOf(refusal);
}
